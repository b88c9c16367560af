// The push channel when API Gateway, a subscriber connection or the feed's index is late or does not respond: a
// subscriber that gets changes misses none, and the feed waits for no subscriber.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { handler as feed } from '../../functions/platform/change-feed/handler.ts';
import { handler as catchUpOn } from '../../functions/platform/push-catch-up/handler.ts';
import { handler as lookAfterAll } from '../../functions/platform/push-look-after/handler.ts';
import { subjectKey, tenantKey } from '../../shared/auth/accounts/records.ts';
import { type StreamRecord, toChangeEvent } from '../../shared/change-feed/change-event.ts';
import { appendChanges, changesAfter } from '../../shared/change-feed/feed.ts';
import { commit, put } from '../../shared/data/changes.ts';
import { observeRequests } from '../../shared/data/client.ts';
import { openPlatformStore, openTenantStore } from '../../shared/data/store.ts';
import { parseTenantCode } from '../../shared/data/tenant/tenant-code.ts';
import {
  changeState,
  deleteSubscriber,
  listSubscribers,
  saveSubscriber,
  subscriberById,
} from '../../shared/push/subscriber-connections.ts';
import { createTestTable } from '../harness/table.ts';
import { buildTenantItem } from '../machinery/fixture.ts';

/** How the fake API Gateway responds for a connection; by default it accepts everything. */
type Behaviour = 'takes' | 'is gone' | 'fails' | 'hangs';

const behaviours = new Map<string, Behaviour>();
const sentMessages = new Map<string, { readonly type: string; readonly subject?: string }[]>();
const closedConnections = new Set<string>();
let closes: boolean;
let gateway: Server;

const code = parseTenantCode('demo') ?? expect.fail('demo is a code');
const tenant = openTenantStore(code);
const platform = openPlatformStore();

beforeAll(async () => {
  process.env.LOG_LEVEL = 'silent';
  await createTestTable();
  const now = new Date().toISOString();
  const metadata = { version: 1, createdDate: now, modifiedDate: now, schemaVersion: 1 } as const;
  await commit([
    put(tenantKey(tenant), buildTenantItem('demo', 'token')),
    put(subjectKey(tenant, 'somebody'), {
      ...{ type: 'subject', id: 'somebody', kind: 'user', name: 'somebody', roles: [], disabled: false },
      permissions: ['crm.changes.read', 'training.settings.read'],
      revokedBefore: 0,
      ...metadata,
    }),
  ]);
  gateway = createServer(async (request, response) => {
    const id = request.url?.split('/').at(-1) ?? '';
    const refuse = (status: number, type: string) =>
      response.writeHead(status, { 'x-amzn-ErrorType': type }).end('{}');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const behaviour = behaviours.get(id) ?? 'takes';
    if (behaviour === 'hangs') return;
    if (behaviour === 'is gone') return refuse(410, 'GoneException');
    if (request.method === 'DELETE') {
      if (!closes) return refuse(503, 'ServiceUnavailable');
      closedConnections.add(id);
      return response.writeHead(204).end();
    }
    if (behaviour === 'fails') return refuse(429, 'LimitExceededException');
    sentMessages.set(id, [...(sentMessages.get(id) ?? []), JSON.parse(Buffer.concat(chunks).toString())]);
    return response.writeHead(200).end();
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  process.env.AWS_ENDPOINT_URL_APIGATEWAYMANAGEMENTAPI = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
});
afterAll(async () => {
  gateway.closeAllConnections();
  await new Promise((resolve) => gateway.close(resolve));
});

beforeEach(() => {
  closes = true;
  process.env.PUSH_SETTLING = '0';
});
afterEach(() => {
  behaviours.clear();
});

let last = 0;
const createId = (what: string) => `${what}-${++last}`;
const seconds = () => Math.floor(Date.now() / 1000);

/** A stream record of a note that was made now. */
const toStreamRecord = (id: string): StreamRecord => ({
  eventName: 'INSERT',
  dynamodb: {
    Keys: { pk: { S: `T#demo#NOTE#${id}` }, sk: { S: 'NOTE' } },
    NewImage: { type: { S: 'levelType' }, id: { S: id }, version: { N: '1' }, schemaVersion: { N: '1' } },
    ApproximateCreationDateTime: seconds(),
    SequenceNumber: String(++last),
  },
});
const appendAll = (...ids: readonly string[]) =>
  feed({ Records: ids.map(toStreamRecord) } as unknown as DynamoDBStreamEvent);

/** Appends changes to the feed that are sent to no subscriber; returns the id of the last. */
async function append(ids: readonly string[], now = new Date()): Promise<string> {
  const records = ids.map(toStreamRecord);
  await appendChanges(records, now);
  return records.map((record) => toChangeEvent(record)?.event.id).at(-1) ?? '';
}

/** Stores a subscriber connection as `$connect` does. */
async function connectSubscriber(since?: string): Promise<string> {
  const id = createId('connection');
  const claims = {
    iss: 'https://example.org',
    aud: 'rostrum',
    sub: 'somebody',
    client_id: 'test',
    iat: seconds(),
    exp: seconds() + 3600,
    jti: id,
    tenant: 'demo',
  };
  await saveSubscriber(platform, tenant, { id, since, claims, now: new Date() });
  return id;
}

const catchUp = (id: string) =>
  catchUpOn({
    Records: [
      {
        eventName: 'INSERT',
        dynamodb: {
          Keys: { pk: { S: 'T#demo#LISTENERS' }, sk: { S: id } },
          NewImage: { type: { S: 'listener' } },
        },
      },
    ],
  });

async function createLiveSubscriber(): Promise<string> {
  const id = await connectSubscriber();
  await catchUp(id);
  expect(await subscriberById(tenant, id)).toMatchObject({ state: 'live' });
  return id;
}

const getSubjects = (id: string) => (sentMessages.get(id) ?? []).flatMap(({ subject }) => subject ?? []);
const getState = async (id: string) => (await subscriberById(tenant, id))?.state;

describe('a subscriber whose connection does not accept messages', () => {
  test.each(['hangs', 'fails', 'is gone'] as const)(
    'is cut off when the connection %s; others get every change in order, and the feed is complete',
    async (behaviour) => {
      const [stuck, other] = [await createLiveSubscriber(), await createLiveSubscriber()];
      behaviours.set(stuck, behaviour);
      const ids = ['a', 'b', 'c', 'd', 'e'].map(createId);
      expect(await appendAll(...ids)).toEqual({ batchItemFailures: [] });
      expect(getSubjects(other)).toEqual(ids);
      expect(getSubjects(stuck)).toEqual([]);
      expect(await getState(stuck)).toBe(behaviour === 'hangs' ? 'cut off' : undefined);
      const { items } = await changesAfter(tenant, undefined, 500, new Date(Date.now() + 60_000));
      expect(items.map(({ subject }) => subject)).toEqual(expect.arrayContaining(ids));
    },
  );

  test('gets nothing more when the connection cannot be closed, and the next check closes it', async () => {
    const id = await createLiveSubscriber();
    behaviours.set(id, 'fails');
    closes = false;
    await appendAll(createId('missed'));
    expect(await getState(id)).toBe('cut off');
    behaviours.set(id, 'takes');
    await appendAll(createId('later'));
    expect(getSubjects(id)).toEqual([]);
    closes = true;
    await lookAfterAll();
    expect([closedConnections.has(id), await getState(id)]).toEqual([true, undefined]);
  });
});

describe('catching up a subscriber', () => {
  test('sends a change that was appended before the subscriber was live, once the index has settled', async () => {
    process.env.PUSH_SETTLING = '200';
    const id = await connectSubscriber(await append([createId('before')]));
    const missed = createId('missed');
    const appended: Promise<unknown>[] = [];
    const stop = observeRequests(({ operation, input }) => {
      // The past was read and the connection becomes live; a change is appended by a feed that read the live ones
      // before.
      if (operation === 'UpdateItem' && JSON.stringify(input).includes('"settling"') && appended.length === 0)
        appended.push(append([missed]));
    });
    await catchUp(id).finally(stop);
    await Promise.all(appended);
    expect(appended).toHaveLength(1);
    expect(getSubjects(id)).toContain(missed);
    expect(await getState(id)).toBe('live');
  });

  test('sends what was appended after its cursor and before its connection was stored, and nothing older', async () => {
    const before = createId('before');
    await append([before], new Date(Date.now() - 90_000));
    const since = await append([createId('cursor')], new Date(Date.now() - 60_000));
    const missed = Array.from({ length: 450 }, () => createId('missed'));
    await append(missed, new Date(Date.now() - 1_000));
    const id = await connectSubscriber(since);
    await catchUp(id);
    expect(sentMessages.get(id)?.[0]).toMatchObject({ type: 'ready', tenantCode: 'demo' });
    expect(getSubjects(id).filter((subject) => missed.includes(subject))).toEqual(missed);
    expect(getSubjects(id)).not.toContain(before);
  });

  test('ends at the page before which the subscriber lost its access', async () => {
    const since = await append([createId('before')], new Date(Date.now() - 60_000));
    const missed = Array.from({ length: 450 }, () => createId('missed'));
    await append(missed, new Date(Date.now() - 1_000));
    const id = await connectSubscriber(since);
    const subject = subjectKey(tenant, 'somebody');
    const stored = (await tenant.get(subject)) ?? expect.fail('somebody has access');
    const revoking = expect
      .poll(() => getSubjects(id).length, { interval: 1 })
      .toBeGreaterThan(0)
      .then(() => commit([put(subject, { ...stored, permissions: [] })]));
    await catchUp(id);
    await revoking;
    await commit([put(subject, stored)]);
    expect(getSubjects(id).length).toBeLessThan(450);
    expect(sentMessages.get(id)?.at(-1)).toMatchObject({ type: 'refused' });
  });

  // Shards are sent concurrently: a subscriber that disconnects after a later change may have missed an earlier one.
  test('begins shortly before the cursor, where changes may have been sent out of order', async () => {
    process.env.PUSH_SETTLING = '200';
    const [old, earlier] = [createId('old'), createId('earlier')];
    const heardAt = Date.now() - 300;
    // Ten seconds where the index has no lag.
    await append([old], new Date(heardAt - 10_001));
    await append([earlier], new Date(heardAt - 10_000));
    const id = await connectSubscriber(await append([createId('heard')], new Date(heardAt)));
    await catchUp(id);
    expect(getSubjects(id)).toContain(earlier);
    expect(getSubjects(id)).not.toContain(old);
  });

  test('is done once, however often the bus requests it', async () => {
    const id = await connectSubscriber();
    await Promise.all([catchUp(id), catchUp(id), catchUp(id)]);
    await catchUp(id);
    expect(sentMessages.get(id)).toMatchObject([{ type: 'ready', tenantCode: 'demo' }]);
  });

  test('cuts the subscriber off when it fails', async () => {
    const id = await connectSubscriber(
      await append([createId('one'), createId('two')], new Date(Date.now() - 60_000)),
    );
    behaviours.set(id, 'fails');
    await catchUp(id);
    expect([closedConnections.has(id), await getState(id)]).toEqual([true, undefined]);
  });

  test.each(['waiting', 'catching up', 'settling'] as const)(
    'is given up after a few minutes when its process died (%s), and the subscriber is cut off',
    async (state) => {
      const id = await connectSubscriber();
      if (state !== 'waiting') await changeState(tenant, id, 'waiting', state);
      const stored = (await subscriberById(tenant, id)) ?? expect.fail('It was kept');
      const { lookAfter } = await import('../../shared/push/check-subscriber.ts');
      await lookAfter(tenant, stored, new Date(Date.now() + 4 * 60_000));
      expect([closedConnections.has(id), await getState(id)]).toEqual([true, undefined]);
    },
  );
});

test('a batch costs each tenant without subscribers one more query', async () => {
  for (const { id } of await listSubscribers(tenant)) await deleteSubscriber(tenant, id);
  const operations: string[] = [];
  const stop = observeRequests(({ operation, input }) => {
    if (JSON.stringify(input).includes('LISTENERS')) operations.push(operation);
  });
  await feed({ Records: [toStreamRecord(createId('quiet'))] } as unknown as DynamoDBStreamEvent).finally(
    stop,
  );
  expect(operations).toEqual(['Query']);
});
