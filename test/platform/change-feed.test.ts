// The change feed and the push channel: a change is one record with one id in both (design: data; CloudEvents 1.0).
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { openPush, type PushChannel } from '../../infra/local/push/push.ts';
import { startTriggers, type Triggers } from '../../infra/local/triggers/triggers.ts';
import { tenantKey } from '../../shared/auth/accounts/records.ts';
import type { ChangeEvent, StreamRecord } from '../../shared/change-feed/change-event.ts';
import { appendChanges, changesAfter } from '../../shared/change-feed/feed.ts';
import { commit, put, remove, update } from '../../shared/data/changes.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { demoUser, requestWorkspaceToken } from '../identity/tenants/demo.ts';

let platform: TestPlatform;
let triggers: Triggers;
let push: PushChannel;
let folder: string;
const batches: DynamoDBStreamEvent[] = [];
const laterNow = () => new Date(Date.now() + 60_000);

beforeAll(async () => {
  platform = await startPlatform({ hasStream: true });
  folder = await mkdtemp(join(tmpdir(), 'rostrum-feed-'));
  push = await openPush(platform.server);
  triggers = await startTriggers({
    streamArn: platform.streamArn,
    ownStreamArns: platform.ownStreamArns,
    checkpoint: join(folder, 'streams'),
    onBatch: (name, event) => {
      if (name === 'change-feed') batches.push(event);
    },
  });
  await triggers.caughtUp();
});

afterAll(async () => {
  await triggers?.stop();
  await push?.stop();
  await platform?.stop();
  await rm(folder, { recursive: true, force: true });
});

const buildNote = (id: string, version: number, text: string) => ({
  type: 'levelType',
  id,
  version,
  text,
  modifiedDate: new Date().toISOString(),
  schemaVersion: 1,
});

type Note = ReturnType<typeof buildNote>;
const noteKey = (code: string, id: string) => platform.store(code).key<Note>(`NOTE#${id}`, 'NOTE');

async function lastCursor(code: string): Promise<string | undefined> {
  let cursor: string | undefined;
  for (;;) {
    const page = await changesAfter(platform.store(code), cursor, 500, laterNow());
    cursor = page.items.at(-1)?.id ?? cursor;
    if (!page.next) return cursor;
  }
}

async function listEventsAfter(code: string, cursor: string | undefined): Promise<readonly ChangeEvent[]> {
  await triggers.caughtUp();
  return (await changesAfter(platform.store(code), cursor, 500, laterNow())).items;
}

describe('the change feed', () => {
  test('reports creation, change with its fields, and removal, in order', async () => {
    const key = noteKey('demo', '1');
    const before = await lastCursor('demo');
    await commit([put(key, buildNote('1', 1, 'first'))]);
    await commit([update(key, { set: { text: 'second', version: 2 } })]);
    await commit([remove(key)]);
    const events = await listEventsAfter('demo', before);
    expect(events.map(({ type, subject, data }) => [type, subject, data.version, data.fields])).toEqual([
      ['levelType.created', '1', 1, []],
      ['levelType.updated', '1', 2, ['text']],
      ['levelType.removed', '1', undefined, []],
    ]);
    expect(events.map(({ id }) => id)).toEqual(events.map(({ id }) => id).toSorted());
    expect(events[0]).toMatchObject({
      specversion: '1.0',
      source: '/tenants/demo',
      datacontenttype: 'application/json',
    });
  });

  test('stores a change once, however often and in whichever order the stream delivers it', async () => {
    const before = await lastCursor('demo');
    batches.length = 0;
    for (const id of ['a', 'b', 'c']) await commit([put(noteKey('demo', id), buildNote(id, 1, id))]);
    const events = await listEventsAfter('demo', before);
    expect(events).toHaveLength(3);
    const records = batches.flatMap((event) => event.Records as readonly StreamRecord[]);
    await appendChanges(records.toReversed());
    await appendChanges(records);
    expect(await listEventsAfter('demo', before)).toEqual(events);
  });

  test('has only the changes of its tenant', async () => {
    const before = await lastCursor('demo');
    const beforeSecond = await lastCursor('harbor');
    await commit([put(noteKey('harbor', 'h'), buildNote('h', 1, 'harbor only'))]);
    expect(await listEventsAfter('demo', before)).toEqual([]);
    expect(await listEventsAfter('harbor', beforeSecond)).toHaveLength(1);
  });

  test('does not report items without a schemaVersion, nor a change of version and modifiedDate alone', async () => {
    const store = platform.store('demo');
    const before = await lastCursor('demo');
    const key = store.key<Record<string, unknown>>('COUNTER#1', 'COUNTER');
    await commit([put(key, { type: 'counter', id: 'x', n: 1 })]);
    const quiet = noteKey('demo', 'quiet');
    await commit([put(quiet, buildNote('quiet', 1, 'same'))]);
    await commit([update(quiet, { set: { version: 2, modifiedDate: '2027-01-01T00:00:00Z' } })]);
    expect((await listEventsAfter('demo', before)).map(({ type }) => type)).toEqual(['levelType.created']);
  });

  test('does not report that a user signed in, although the access of the user stores when', async () => {
    const before = await lastCursor('demo');
    const signedIn = await requestWorkspaceToken(platform, 'demo', demoUser(platform, 'ada'));
    expect(signedIn.status, signedIn.text).toBe(200);
    expect(await listEventsAfter('demo', before)).toEqual([]);
  });

  /** A stream record of the demo tenant as DynamoDB sends it. `at` in epoch seconds. */
  const buildRecord = (id: string, seconds: number, tenant = 'demo'): StreamRecord => ({
    eventName: 'INSERT',
    dynamodb: {
      Keys: { pk: { S: `T#${tenant}#NOTE#${id}` } },
      NewImage: { type: { S: 'levelType' }, id: { S: id }, version: { N: '1' }, schemaVersion: { N: '1' } },
      ApproximateCreationDateTime: seconds,
      SequenceNumber: id.replace(/\D/g, ''),
    },
  });
  const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000);

  async function readOn(
    cursor: string,
    tenant = 'demo',
  ): Promise<{ readonly subjects: string[]; readonly cursor: string }> {
    const token = await platform.tokenFor({
      tenant,
      permissions: ['crm.changes.read', 'training.settings.read'],
    });
    const subjects: string[] = [];
    let after = cursor;
    for (;;) {
      const path = `/api/v1/Changes?limit=7&after=${after}`;
      const { status, body } = await platform.call('GET', 'crm', path, { tenant, token });
      expect(status).toBe(200);
      subjects.push(...body.data.map(({ subject }: ChangeEvent) => subject));
      after = body.cursor;
      if (!body.hasMore) return { subjects, cursor: after };
    }
  }

  test('is read page by page with the cursor of GET /api/v1/Changes, without a gap or a duplicate', async () => {
    const ids = Array.from({ length: 30 }, (_, index) => `page-${100 + index}`);
    const seconds = secondsAgo(90).getTime() / 1000;
    await appendChanges(
      ids.map((id) => buildRecord(id, seconds)),
      secondsAgo(90),
    );
    const { subjects } = await readOn('');
    expect(subjects.filter((subject) => subject.startsWith('page-'))).toEqual(ids);
  });

  test('places a change that arrives late after every cursor returned before, so that no reader misses it', async () => {
    // A separate tenant, because the feeds of the others have later changes from their demo data.
    const demo = await platform.store('demo').get(tenantKey(platform.store('demo')));
    if (!demo) throw new Error('The demo tenant is gone');
    await commit([put(tenantKey(platform.store('quiet')), { ...demo, id: 'quiet' })]);
    await appendChanges([buildRecord('late-1', secondsAgo(80).getTime() / 1000, 'quiet')], secondsAgo(80));
    const { cursor } = await readOn('', 'quiet');
    await appendChanges([buildRecord('late-2', secondsAgo(3600).getTime() / 1000, 'quiet')], secondsAgo(20));
    expect((await readOn(cursor, 'quiet')).subjects).toEqual(['late-2']);
  });

  test('refuses an invalid cursor and the cursor of another tenant', async () => {
    const token = await platform.tokenFor({
      tenant: 'harbor',
      permissions: ['crm.changes.read', 'training.settings.read'],
    });
    const foreign = (await readOn('')).cursor;
    for (const after of ['nonsense', foreign]) {
      const path = `/api/v1/Changes?after=${after}`;
      const { status, body } = await platform.call('GET', 'crm', path, { tenant: 'harbor', token });
      expect([status, body.error.details[0].field]).toEqual([400, 'after']);
    }
  });
});

describe('the push channel', () => {
  /** Opens the channel and collects its messages. */
  function listen(query: Record<string, string>) {
    const socket = new WebSocket(
      `${platform.address.replace(/^http/, 'ws')}/push?${new URLSearchParams(query)}`,
    );
    const received: Record<string, unknown>[] = [];
    const waiting: { count: number; resolve: () => void }[] = [];
    socket.on('message', (data) => {
      received.push(JSON.parse(String(data)));
      for (const waiter of waiting) if (received.length >= waiter.count) waiter.resolve();
    });
    const until = (count: number) =>
      new Promise<void>((resolve, reject) => {
        if (received.length >= count) resolve();
        waiting.push({ count, resolve });
        socket.on('error', reject);
      });
    return { socket, received, until };
  }

  test('sends a change immediately, with its id in the feed, to its tenant only', async () => {
    const permissions = ['crm.changes.read', 'training.settings.read'] as const;
    const own = listen({
      'tenant-code': 'demo',
      access_token: await platform.tokenFor({ tenant: 'demo', permissions }),
    });
    const other = listen({
      'tenant-code': 'harbor',
      access_token: await platform.tokenFor({ tenant: 'harbor', permissions }),
    });
    await Promise.all([own.until(1), other.until(1)]);
    await triggers.caughtUp();
    const [ownBefore, otherBefore] = [own.received.length, other.received.length];
    const before = await lastCursor('demo');
    await commit([put(noteKey('demo', 'pushed'), buildNote('pushed', 1, 'now'))]);
    await own.until(ownBefore + 1);
    expect(own.received.slice(ownBefore)).toEqual(
      JSON.parse(JSON.stringify(await listEventsAfter('demo', before))),
    );
    expect(other.received).toHaveLength(otherBefore);
    own.socket.close();
    other.socket.close();
  });

  test('with a cursor in since first sends the changes that were missed', async () => {
    const before = await lastCursor('demo');
    for (const id of ['m1', 'm2']) {
      await commit([put(noteKey('demo', id), buildNote(id, 1, id))]);
    }
    await triggers.caughtUp();
    const token = await platform.tokenFor({
      tenant: 'demo',
      permissions: ['crm.changes.read', 'training.settings.read'],
    });
    const subscriber = listen({ 'tenant-code': 'demo', access_token: token, since: before ?? '' });
    const listMissed = () =>
      subscriber.received.flatMap(({ subject }) => (/^m[12]$/.test(String(subject)) ? [subject] : []));
    await expect.poll(listMissed).toEqual(['m1', 'm2']);
    subscriber.socket.close();
  });

  test.each([
    ['no token', async () => ({ 'tenant-code': 'demo' }), 401],
    [
      'another tenant’s token',
      async () => ({
        'tenant-code': 'demo',
        access_token: await platform.tokenFor({
          tenant: 'harbor',
          permissions: ['crm.changes.read', 'training.settings.read'],
        }),
      }),
      403,
    ],
    [
      'a token without the permission',
      async () => ({
        'tenant-code': 'demo',
        access_token: await platform.tokenFor({ tenant: 'demo', permissions: ['crm.people.read'] }),
      }),
      403,
    ],
  ] as const)('refuses %s before it opens', async (_, query, status) => {
    const socket = new WebSocket(
      `${platform.address.replace(/^http/, 'ws')}/push?${new URLSearchParams(await query())}`,
    );
    const answered = await new Promise<number | undefined>((resolve) => {
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode));
      socket.on('open', () => resolve(101));
      socket.on('error', () => undefined);
    });
    expect(answered).toBe(status);
  });
});
