// The push channel as a client sees it: refusals, catching up, being cut off, staying open (README; ARCHITECTURE, the
// change feed).
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handler as lookAfterAll } from '../../functions/platform/push-look-after/handler.ts';
import { openPush, type PushChannel } from '../../infra/local/push/push.ts';
import { startTriggers, type Triggers } from '../../infra/local/triggers/triggers.ts';
import { revokedTokenKey, subjectKey } from '../../shared/auth/records.ts';
import { changesAfter } from '../../shared/data/change-feed.ts';
import { commit, put, remove, update } from '../../shared/data/changes.ts';
import { openPlatformStore } from '../../shared/data/store.ts';
import { lookAfter } from '../../shared/push/check-subscriber.ts';
import {
  listConnections,
  listSubscribers,
  subscriberById,
} from '../../shared/push/subscriber-connections.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { connectSubscriber, expectRefused, type ReceivedMessage, type Subscriber } from './subscriber.ts';

let platform: TestPlatform;
let triggers: Triggers;
let push: PushChannel;
let folder: string;

beforeAll(async () => {
  platform = await startPlatform({ hasStream: true });
  folder = await mkdtemp(join(tmpdir(), 'rostrum-push-'));
  push = await openPush(platform.server);
  triggers = await startTriggers({ streamArn: platform.streamArn, checkpoint: join(folder, 'streams') });
  await triggers.caughtUp();
});
afterAll(async () => {
  await triggers?.stop();
  await push?.stop();
  await platform?.stop();
  await rm(folder, { recursive: true, force: true });
});

const permissions = ['crm.changes.read'] as const;
const isReady = ({ type }: ReceivedMessage): boolean => type === 'ready';
const tokenFor = (tenant: string, subject: string = randomUUID()) =>
  platform.tokenFor({ tenant, permissions, subject });

/** Connects, and waits for the ready message. */
async function connectReady(
  tenant: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Subscriber> {
  const subscriber = connectSubscriber(platform.address, {
    'tenant-code': tenant,
    access_token: await tokenFor(tenant),
    ...more,
  });
  await subscriber.first(isReady);
  return subscriber;
}

const writeNote = (tenant: string, id: string) =>
  commit([
    put(platform.store(tenant).key<object>(`NOTE#${id}`, 'NOTE'), {
      type: 'note',
      id,
      version: 1,
      modifiedDate: new Date().toISOString(),
      schemaVersion: 1,
    }),
  ]);

async function lastCursor(tenant: string): Promise<string> {
  await triggers.caughtUp();
  const later = new Date(Date.now() + 60_000);
  let cursor: string | undefined;
  for (;;) {
    const page = await changesAfter(platform.store(tenant), cursor, 500, later);
    cursor = page.items.at(-1)?.id ?? cursor;
    if (!page.next) return cursor ?? '';
  }
}

/** The only subscriber connection of a tenant, as it is stored. */
async function requireOnlySubscriber(tenant: string) {
  const [connection, ...more] = await listSubscribers(platform.store(tenant));
  expect(more).toEqual([]);
  return connection ?? expect.fail(`Nobody listens for ${tenant}`);
}

/** Closes the connections and waits until none is stored any more. */
async function closeAll(...all: readonly Subscriber[]): Promise<void> {
  for (const { socket } of all) socket.close();
  await Promise.all(all.map(({ closed }) => closed));
  await expect.poll(() => listConnections(openPlatformStore())).toEqual([]);
}

describe('an upgrade', () => {
  test('is refused without a token in the envelope of area B, and nothing is stored', async () => {
    const refused = await expectRefused(platform.address, { 'tenant-code': 'demo' });
    expect(refused).toMatchObject({ status: 401, body: { error: { code: 'AUTHENTICATION_REQUIRED' } } });
    expect(refused.headers['www-authenticate']).toContain('Bearer');
    expect(await listConnections(openPlatformStore())).toEqual([]);
    expect(await listSubscribers(platform.store('demo'))).toEqual([]);
  });

  test('is refused on any other path', async () => {
    const query = { 'tenant-code': 'demo', access_token: await tokenFor('demo') };
    expect(await expectRefused(platform.address, query, '/pushed')).toMatchObject({ status: 404 });
  });

  test('is refused while a tenant has the maximum of connections, but not for other tenants', async () => {
    const store = platform.store('demo');
    const keys = Array.from({ length: 500 }, (_, index) => store.key<object>('LISTENERS', `full-${index}`));
    const inHundreds = Array.from({ length: 5 }, (_, index) => keys.slice(index * 100, index * 100 + 100));
    for (const some of inHundreds)
      await commit(some.map((key) => put(key, { type: 'listener', state: 'x' })));
    const query = { 'tenant-code': 'demo', access_token: await tokenFor('demo') };
    const refused = await expectRefused(platform.address, query);
    expect(refused).toMatchObject({ status: 429, body: { error: { code: 'RATE_LIMIT_EXCEEDED' } } });
    const other = await connectReady('harbor');
    for (const some of inHundreds) await commit(some.map((key) => remove(key)));
    await closeAll(other);
  });

  test('also accepts the tenant and the token in headers', async () => {
    const headers = { 'tenant-code': 'demo', Authorization: `Bearer ${await tokenFor('demo')}` };
    const subscriber = connectSubscriber(platform.address, {}, headers);
    await subscriber.first(isReady);
    expect(subscriber.all[0]).toEqual({ type: 'ready', tenantCode: 'demo' });
    await closeAll(subscriber);
  });

  test('does not store the token, which others could use', async () => {
    const token = await tokenFor('demo');
    const subscriber = connectSubscriber(platform.address, { 'tenant-code': 'demo', access_token: token });
    await subscriber.first(isReady);
    const stored = JSON.stringify([
      await requireOnlySubscriber('demo'),
      await listConnections(openPlatformStore()),
    ]);
    for (const part of [token, ...token.split('.')]) expect(stored).not.toContain(part);
    await closeAll(subscriber);
  });
});

describe('a subscriber', () => {
  test('gets a pong for ping, and an error that names the supported message for anything else', async () => {
    const subscriber = await connectReady('demo');
    for (const frame of ['ping', '{"type":"ping"}', '{"type":"subscribe"}']) subscriber.socket.send(frame);
    await expect.poll(() => subscriber.controlMessages()).toHaveLength(4);
    expect(subscriber.controlMessages().filter(({ type }) => type === 'pong')).toHaveLength(2);
    expect(subscriber.controlMessages()).toContainEqual({
      type: 'error',
      message: expect.stringContaining('only supported message is ping'),
    });
    await closeAll(subscriber);
  });

  test('misses no change while it disconnects and reconnects, and gets no changes of other tenants', async () => {
    const since = await lastCursor('demo');
    const ids = Array.from({ length: 120 }, (_, index) => `flow-${index}`);
    let written = 0;
    const writing = (async () => {
      for (const id of ids) {
        await Promise.all([writeNote('demo', id), writeNote('harbor', id)]);
        written += 1;
      }
    })();
    const subjects = new Set<unknown>();
    const take = ({ all }: Subscriber): string | undefined => {
      const changes = all.filter(({ specversion }) => specversion === '1.0');
      for (const { subject, source } of changes) {
        expect(source).toBe('/tenants/demo');
        subjects.add(subject);
      }
      return changes.at(-1)?.id?.toString();
    };
    // One connection after the other: each is terminated, and the next one begins after the last id received.
    let cursor = since;
    for (let round = 1; round <= 4; round += 1) {
      const subscriber = await connectReady('demo', { since: cursor });
      await expect.poll(() => written, { timeout: 20_000 }).toBeGreaterThanOrEqual(round * 20);
      subscriber.socket.terminate();
      await subscriber.closed;
      cursor = take(subscriber) ?? cursor;
    }
    const last = await connectReady('demo', { since: cursor });
    await writing;
    await expect
      .poll(
        () => {
          take(last);
          return ids.filter((id) => !subjects.has(id));
        },
        { timeout: 20_000 },
      )
      .toEqual([]);
    await closeAll(last);
  });

  test('with an unknown cursor gets a resync message, and then new changes', async () => {
    const foreign = await lastCursor('harbor');
    for (const since of ['0000000000000-none', 'x'.repeat(3000), foreign]) {
      const subscriber = await connectReady('demo', { since });
      await triggers.caughtUp();
      expect(subscriber.all.slice(0, 2)).toEqual([
        { type: 'ready', tenantCode: 'demo' },
        { type: 'resync', tenantCode: 'demo' },
      ]);
      const id = `after-${randomUUID()}`;
      await writeNote('demo', id);
      expect(await subscriber.first(({ subject }) => subject === id)).toMatchObject({ type: 'note.created' });
      await closeAll(subscriber);
    }
  });

  test('that disconnects is removed from the store', async () => {
    const subscriber = await connectReady('demo');
    const { id } = await requireOnlySubscriber('demo');
    await closeAll(subscriber);
    expect(await subscriberById(platform.store('demo'), id)).toBeUndefined();
  });
});

describe('a subscriber that loses its access', () => {
  test.each([
    [
      'because the token was revoked',
      'TOKEN_REVOKED',
      async (jti: string) =>
        commit([
          put(revokedTokenKey(platform.store('demo'), jti), { type: 'revoked-token', id: jti, ttl: 9e9 }),
        ]),
    ],
    [
      'because the subject was disabled',
      'TOKEN_REVOKED',
      async (_: string, subject: string) =>
        commit([update(subjectKey(platform.store('demo'), subject), { set: { disabled: true } })]),
    ],
    [
      'because the permission was taken away',
      'PERMISSION_DENIED',
      async (_: string, subject: string) =>
        commit([update(subjectKey(platform.store('demo'), subject), { set: { permissions: [] } })]),
    ],
  ] as const)('%s gets the reason and is cut off; others are not', async (_, code, takeAway) => {
    const subject = randomUUID();
    const subscriber = connectSubscriber(platform.address, {
      'tenant-code': 'demo',
      access_token: await tokenFor('demo', subject),
    });
    await subscriber.first(isReady);
    const { claims } = await requireOnlySubscriber('demo');
    const other = await connectReady('demo');
    await triggers.caughtUp();
    await takeAway(claims.jti, subject);
    await lookAfterAll();
    await subscriber.closed;
    expect(subscriber.all.at(-1)).toMatchObject({ type: 'refused', code });
    expect(other.socket.readyState).toBe(other.socket.OPEN);
    await closeAll(other);
  });

  test('gets no change that is written after its token was revoked, and is cut off without waiting for a round', async () => {
    const subscriber = await connectReady('demo');
    const { claims } = await requireOnlySubscriber('demo');
    await triggers.caughtUp();
    const store = platform.store('demo');
    const { jti } = claims;
    await commit([put(revokedTokenKey(store, jti), { type: 'revoked-token', id: jti, ttl: 9e9 })]);
    const note = randomUUID();
    await writeNote('demo', note);
    await subscriber.closed;
    expect(subscriber.controlMessages().at(-1)).toMatchObject({ type: 'refused', code: 'TOKEN_REVOKED' });
    const isAboutNote = (message: ReceivedMessage) => JSON.stringify(message).includes(note);
    expect(subscriber.all.filter(isAboutNote)).toEqual([]);
    await triggers.caughtUp();
    expect(await listSubscribers(store)).toEqual([]);
  });

  test('because the token has expired gets the reason and is cut off', async () => {
    const subscriber = await connectReady('demo');
    await triggers.caughtUp();
    const stored = await requireOnlySubscriber('demo');
    await lookAfter(platform.store('demo'), stored, new Date(stored.claims.exp * 1000));
    await subscriber.closed;
    expect(subscriber.all.at(-1)).toMatchObject({ type: 'refused', code: 'TOKEN_EXPIRED' });
    await closeAll();
  });
});

test('a heartbeat without an id is sent every four minutes, before API Gateway closes the connection as idle after ten', async () => {
  const subscriber = await connectReady('demo');
  await triggers.caughtUp();
  const stored = await requireOnlySubscriber('demo');
  const minutes = [0, 1, 2, 3].map((minute) => new Date(Date.now() + minute * 60_000));
  for (const minute of minutes) await lookAfter(platform.store('demo'), stored, minute);
  subscriber.socket.send('ping');
  await subscriber.first(({ type }) => type === 'pong');
  expect(subscriber.controlMessages().slice(1)).toEqual([{ type: 'heartbeat' }, { type: 'pong' }]);
  await closeAll(subscriber);
});

test('stopping the platform removes all subscriber connections, and those of a killed platform are removed later', async () => {
  const store = platform.store('demo');
  await connectReady('demo');
  await triggers.caughtUp();
  const stored = await requireOnlySubscriber('demo');
  await push.stop();
  expect(await listConnections(openPlatformStore())).toEqual([]);
  push = await openPush(platform.server);
  const key = store.key<object>('LISTENERS', stored.id);
  await commit([put(key, { ...stored, state: 'live' })]);
  await commit([put(openPlatformStore().key<object>('LISTENERS', stored.id), { ...stored, tenant: 'demo' })]);
  await writeNote('demo', 'nobody-hears');
  await triggers.caughtUp();
  expect(await listSubscribers(store)).toEqual([]);
  await lookAfterAll();
  expect(await listConnections(openPlatformStore())).toEqual([]);
});
