// The limits of the push channel (docs/events.md#limits-of-the-push-channel): a tenant with many connections and many
// changes does not use up what API Gateway takes of the whole account, a slow fan-out holds no shard of the stream, and
// nothing is lost: what is not sent is named by `resync`. Time is the test's own; a fake API Gateway counts.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { handler as feed } from '../../functions/platform/change-feed/handler.ts';
import { handler as lookAfterAll } from '../../functions/platform/push-look-after/handler.ts';
import { subjectKey, tenantKey } from '../../shared/auth/accounts/records.ts';
import { type StreamRecord, toChangeEvent } from '../../shared/change-feed/change-event.ts';
import { appendPositioned, changesAfter } from '../../shared/change-feed/feed.ts';
import { commit, put, remove, update } from '../../shared/data/changes.ts';
import { createMeter, runWithMeter } from '../../shared/data/meter.ts';
import { openPlatformStore, openTenantStore } from '../../shared/data/store.ts';
import { parseTenantCode } from '../../shared/data/tenant/tenant-code.ts';
import { writeBatches } from '../../shared/data/write-batches.ts';
import { pushLimits } from '../../shared/limits/tiers.ts';
import { handOver } from '../../shared/push/backlog-store.ts';
import { forgetFollowedTopics, saveFollowedTopics } from '../../shared/push/followed-topics.ts';
import { type BacklogContext, sendBacklog } from '../../shared/push/send-backlog.ts';
import { reserveSends } from '../../shared/push/send-budget.ts';
import { sendOrHandOver } from '../../shared/push/send-or-hand-over.ts';
import {
  changeState,
  connectionOwnerById,
  listSubscribers,
  loadChannel,
  saveSubscriber,
  subscriberById,
} from '../../shared/push/subscriber-connections.ts';
import { createTestTable } from '../harness/table.ts';
import { buildTenantItem } from '../machinery/fixture.ts';

const code = parseTenantCode('demo') ?? expect.fail('demo is a code');
const tenant = openTenantStore(code);
const platform = openPlatformStore();

interface Message {
  readonly type: string;
  readonly id?: string;
  readonly subject?: string;
  readonly cursor?: string;
  readonly data?: { readonly fields: readonly string[] };
}
/** What each connection received, in order. */
const received = new Map<string, (Message | readonly Message[])[]>();
/** How many messages were sent in each second of the test's time. */
const sentInSecond = new Map<number, number>();
let gateway: Server;
/** The time of the tests, which goes on from one to the next. */
let time = Math.ceil(Date.now() / 1000) * 1000;

beforeAll(async () => {
  process.env.LOG_LEVEL = 'silent';
  // Hundreds of messages at once take longer than a second beside other work.
  process.env.PUSH_TIMEOUT = '20000';
  await createTestTable();
  const now = new Date().toISOString();
  await commit([
    put(tenantKey(tenant), buildTenantItem('demo', 'token')),
    put(subjectKey(tenant, 'somebody'), {
      ...{ type: 'subject', id: 'somebody', kind: 'user', name: 'somebody', roles: [], disabled: false },
      permissions: ['crm.changes.read', 'training.settings.read'],
      ...{ revokedBefore: 0, version: 1, createdDate: now, modifiedDate: now, schemaVersion: 1 },
    }),
  ]);
  gateway = createServer(async (request, response) => {
    const id = request.url?.split('/').at(-1) ?? '';
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const second = Math.floor(Date.now() / 1000);
    sentInSecond.set(second, (sentInSecond.get(second) ?? 0) + 1);
    if (request.method === 'POST')
      received.set(id, [...(received.get(id) ?? []), JSON.parse(Buffer.concat(chunks).toString())]);
    response.writeHead(200).end();
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  process.env.AWS_ENDPOINT_URL_APIGATEWAYMANAGEMENTAPI = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
});
afterAll(async () => {
  gateway.closeAllConnections();
  await new Promise((resolve) => gateway.close(resolve));
});
beforeEach(() => {
  delete process.env.PUSH_SENDS_PER_SECOND;
  delete process.env.PUSH_SETTLING;
  // The time a batch may take does not pass either.
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: time });
});
afterEach(async () => {
  const subscribers = await listSubscribers(tenant);
  await writeBatches([
    ...subscribers.flatMap(({ id }) => [tenant, platform].map((store) => remove(store.key('LISTENERS', id)))),
    remove(tenant.key('LISTENERS', '!BACKLOG')),
  ]);
  time = Date.now() + 600_000;
  received.clear();
  sentInSecond.clear();
  vi.useRealTimers();
});

let last = 0;
const createId = (what: string) => `${what}-${++last}`;

/** A change of a record, now. */
function changeRecord(id: string, field?: string): StreamRecord {
  last += 1;
  const image = { type: 'levelType', id, version: last, schemaVersion: 1 };
  return {
    eventName: field ? 'MODIFY' : 'INSERT',
    dynamodb: {
      Keys: { pk: { S: `T#demo#NOTE#${id}` } },
      NewImage: marshall({ ...image, ...(field && { [field]: last }) }) as never,
      ...(field && { OldImage: marshall(image) as never }),
      ApproximateCreationDateTime: Date.now() / 1000,
      SequenceNumber: String(last),
    },
  };
}
const feedAll = (records: readonly StreamRecord[]) =>
  feed({ Records: records } as unknown as DynamoDBStreamEvent);
const getIds = (records: readonly StreamRecord[]) =>
  records.map((record) => toChangeEvent(record)?.event.id ?? expect.fail('It is a change'));

async function connect(
  count: number,
  more: { readonly isBatched?: boolean; readonly topics?: readonly string[] } = {},
): Promise<string[]> {
  const [first = '', ...others] = Array.from({ length: count }, () => createId('connection'));
  const seconds = Math.floor(Date.now() / 1000);
  const claims = {
    ...{ iss: 'https://example.org', aud: 'rostrum', sub: 'somebody', client_id: 'test', tenant: 'demo' },
    ...{ iat: seconds, exp: seconds + 7200, jti: first },
  };
  await saveSubscriber(platform, tenant, { id: first, since: undefined, claims, ...more, now: new Date() });
  await changeState(tenant, first, 'waiting', 'live');
  const subscriber = (await subscriberById(tenant, first)) ?? expect.fail('It was stored');
  const owner = (await connectionOwnerById(platform, first)) ?? expect.fail('It was stored');
  // The others are written together: each alone would be three requests.
  await writeBatches(
    others.flatMap((id) => [
      put(tenant.key<object>('LISTENERS', id), { ...subscriber, id, claims: { ...claims, jti: id } }),
      put(platform.key<object>('LISTENERS', id), { ...owner, id }),
    ]),
  );
  await forgetFollowedTopics(tenant);
  return [first, ...others];
}

const moveClock = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);
/** A run whose time passes only while it waits. */
const buildContext = (more: Partial<BacklogContext> = {}): BacklogContext => ({
  now: () => new Date(),
  newId: () => createId('run'),
  sleep: async (milliseconds) => void moveClock(milliseconds),
  hasTime: () => true,
  ...more,
});
const getMessages = (id: string) => (received.get(id) ?? []).flat() as Message[];
const getChangeIds = (id: string) => getMessages(id).flatMap((message) => message.id ?? []);

/** Every change that the feed has after a cursor. */
async function readFeed(cursor: string | undefined): Promise<string[]> {
  const ids: string[] = [];
  for (let after = cursor; ; ) {
    const page = await changesAfter(tenant, after, 500, new Date(Date.now() + 60_000));
    ids.push(...page.items.map(({ id }) => id));
    after = page.items.at(-1)?.id ?? after;
    if (!page.next) return ids;
  }
}

test('500 connections and 20 changes a second use a tenth of the account, have to read the feed, and miss nothing', async () => {
  const { sendsPerSecond } = pushLimits.standard;
  expect(sendsPerSecond).toBe(1_000);
  const connections = await connect(500);
  const all: string[] = [];
  const loadEnd = Date.now() + 12_000;
  const pass = async (milliseconds: number) => {
    for (let left = milliseconds; left > 0; left -= 250) {
      if (all.length < 240) {
        const records = Array.from({ length: 5 }, () => changeRecord(createId('note')));
        all.push(...getIds(records));
        await feedAll(records);
      }
      moveClock(Math.min(250, left));
    }
  };
  await pass(1_000);
  expect((await loadChannel(tenant)).backlog).toBeDefined();
  await sendBacklog(tenant, buildContext({ sleep: pass }));
  await pass(loadEnd + 10_000 - Date.now());
  await sendBacklog(tenant, buildContext());
  expect(all).toHaveLength(240);
  expect((await loadChannel(tenant)).backlog).toBeUndefined();

  expect(Math.max(...sentInSecond.values())).toBeLessThanOrEqual(sendsPerSecond);
  const total = [...sentInSecond.values()].reduce((sum, count) => sum + count, 0);
  expect(total).toBeLessThan(500 * 240 * 0.1);
  // Many were told the same cursor.
  const feeds = new Map<string | undefined, Promise<string[]>>();
  for (const id of connections) {
    const { cursor } =
      getMessages(id).find(({ type }) => type === 'resync') ?? expect.fail('It was asked to read');
    if (!feeds.has(cursor)) feeds.set(cursor, readFeed(cursor));
    const known = new Set([...getChangeIds(id), ...((await feeds.get(cursor)) ?? [])]);
    expect(all.filter((change) => !known.has(change))).toEqual([]);
  }
  expect(connections.filter((id) => !getMessages(id).some(({ type }) => type === 'resync'))).toEqual([]);

  const calm = changeRecord(createId('calm'));
  await feedAll([calm]);
  expect(connections.filter((id) => getChangeIds(id).at(-1) !== getIds([calm])[0])).toEqual([]);
});

test('a second has room for as many messages, and for no more', async () => {
  const limit = pushLimits.standard.sendsPerSecond;
  const reserve = (count: number) => reserveSends(tenant, count, limit, new Date());
  expect(await reserve(limit + 1)).toBe(false);
  expect([await reserve(limit - 1), await reserve(1), await reserve(1)]).toEqual([true, true, false]);
  moveClock(1_000);
  expect(await reserve(limit)).toBe(true);
});

describe('what does not fit into a second', () => {
  test('is sent some seconds later in order, with the updates of a record as one', async () => {
    process.env.PUSH_SENDS_PER_SECOND = '50';
    const connections = await connect(20);
    const [hot, other] = [createId('hot'), createId('other')];
    const records = [
      changeRecord(hot),
      ...['a', 'b', 'c', 'a', 'b', 'c', 'a'].map((field) => changeRecord(hot, field)),
      changeRecord(other),
    ];
    for (const record of records) await feedAll([record]);
    const ids = getIds(records);
    // Two changes for 20 connections fit into the second.
    for (const id of connections) expect(getChangeIds(id)).toEqual(ids.slice(0, 2));
    moveClock(6_000);
    await sendBacklog(tenant, buildContext());
    for (const id of connections) {
      expect(getChangeIds(id)).toEqual([...ids.slice(0, 2), ids[7], ids[8]]);
      expect(getMessages(id)[2]?.data?.fields).toEqual(['a', 'b', 'c']);
    }
    expect(Math.max(...sentInSecond.values())).toBeLessThanOrEqual(50);
  });

  test('is one message for a subscriber that gets batches', async () => {
    process.env.PUSH_SENDS_PER_SECOND = '50';
    const [id = ''] = await connect(1, { isBatched: true });
    const records = Array.from({ length: 90 }, () => changeRecord(createId('note')));
    await feedAll(records);
    expect(received.get(id)).toHaveLength(1);
    expect(getChangeIds(id)).toEqual(getIds(records));
    expect((await loadChannel(tenant)).backlog).toBeUndefined();
  });
});

describe('a fan-out that takes too long', () => {
  test('is handed on to the job, which begins where it ended: each change reaches everybody, in order', async () => {
    const connections = await connect(3);
    const records = Array.from({ length: 5 }, () => changeRecord(createId('note')));
    const changes = await appendPositioned(records, new Date());
    const { subscribers } = await loadChannel(tenant);
    let checks = 0;
    // There is time to begin seven messages of fifteen.
    await sendOrHandOver(tenant, subscribers, undefined, changes, () => {
      checks += 1;
      return checks <= 7;
    });
    expect(await listSubscribers(tenant)).toHaveLength(3);
    moveClock(1);
    const later = changeRecord(createId('later'));
    await feedAll([later]);
    expect(connections.flatMap(getChangeIds)).not.toContain(getIds([later])[0]);
    moveClock(6_000);
    await sendBacklog(tenant, buildContext());
    for (const id of connections) expect(getChangeIds(id)).toEqual(getIds([...records, later]));
  });

  test('sends no connection again what it got before the time ran out, also where it gets batches', async () => {
    const single = await connect(3);
    const batched = await connect(3, { isBatched: true });
    const records = Array.from({ length: 6 }, () => changeRecord(createId('note')));
    const changes = await appendPositioned(records, new Date());
    const { subscribers } = await loadChannel(tenant);
    const runOutAfter = (messages: number) => {
      let checks = 0;
      return () => {
        checks += 1;
        return checks <= messages;
      };
    };
    // The batches and four messages of eighteen; then, by the first run of the job, five more.
    await sendOrHandOver(tenant, subscribers, undefined, changes, runOutAfter(7));
    moveClock(6_000);
    // The job asks twice before it begins a page, and then before each message.
    await sendBacklog(tenant, buildContext({ hasTime: runOutAfter(2 + 5) }));
    expect((await loadChannel(tenant)).backlog).toMatchObject({ delivered: [{}, {}] });
    expect(single.map((id) => getChangeIds(id).length)).not.toEqual([6, 6, 6]);
    await sendBacklog(tenant, buildContext());
    expect((await loadChannel(tenant)).backlog).toBeUndefined();
    for (const id of [...single, ...batched]) expect(getChangeIds(id)).toEqual(getIds(records));
    for (const id of batched) expect(received.get(id)).toHaveLength(1);
  });

  test('remembers of many deliveries to thousands of connections the latest, within an item of DynamoDB', async () => {
    const ids = Array.from({ length: pushLimits.premium.connections }, (_, index) => `connection-${index}`);
    const delivery = (count: number) => ({
      changes: Array.from({ length: count }, () => createId('note')),
      counts: Object.fromEntries(ids.map((id) => [id, count])),
    });
    for (const count of [1, 2, 3, 4, 5]) await handOver(tenant, { first: 'a', last: 'b' }, delivery(count));
    const delivered = (await loadChannel(tenant)).backlog?.delivered ?? [];
    expect(delivered.map(({ changes }) => changes.length)).toEqual([4, 5]);
  });

  test('gets what happens meanwhile too, in order; once it has ended, the feed sends itself', async () => {
    process.env.PUSH_SENDS_PER_SECOND = '2';
    const [id = ''] = await connect(1);
    const records = Array.from({ length: 4 }, () => changeRecord(createId('note')));
    await feedAll(records);
    const { subscribers, backlog } = await loadChannel(tenant);
    expect(backlog).toBeDefined();
    moveClock(6_000);
    const later: StreamRecord[] = [];
    // The job pauses: between messages, and before it looks for what the feed has left to it.
    const sleep = async (milliseconds: number) => {
      if (later.length < 6) {
        later.push(changeRecord(createId('later')));
        await feedAll(later.slice(-1));
      }
      moveClock(milliseconds);
    };
    await sendBacklog(tenant, buildContext({ sleep }));
    expect(later).toHaveLength(6);
    expect(getChangeIds(id)).toEqual(getIds([...records, ...later]));
    expect((await loadChannel(tenant)).backlog).toBeUndefined();
    // A feed that has read the backlog before it ended.
    const last = changeRecord(createId('last'));
    moveClock(1_000);
    await sendOrHandOver(
      tenant,
      subscribers,
      backlog,
      await appendPositioned([last], new Date()),
      () => true,
    );
    expect(getChangeIds(id).at(-1)).toBe(getIds([last])[0]);
    expect((await loadChannel(tenant)).backlog).toBeUndefined();
  });

  test('is taken up again when its run dies, and by one run at a time', async () => {
    process.env.PUSH_SENDS_PER_SECOND = '2';
    const [id = ''] = await connect(1);
    const records = Array.from({ length: 4 }, () => changeRecord(createId('note')));
    await feedAll(records);
    moveClock(6_000);
    const died = sendBacklog(
      tenant,
      buildContext({
        sleep: async () => {
          await sendBacklog(tenant, buildContext());
          throw new Error('The run died');
        },
      }),
    );
    await expect(died).rejects.toThrow('The run died');
    expect(getChangeIds(id).length).toBeLessThan(4);
    await sendBacklog(tenant, buildContext());
    expect(getChangeIds(id).length).toBeLessThan(4);
    moveClock(91_000);
    await lookAfterAll();
    expect((await loadChannel(tenant)).backlog).toMatchObject({ revivedAt: Date.now() });
    await sendBacklog(tenant, buildContext());
    // They are older than a minute by now.
    const resync = getMessages(id).find(({ type }) => type === 'resync');
    const known = new Set([...getChangeIds(id), ...(await readFeed(resync?.cursor))]);
    expect(getIds(records).filter((change) => !known.has(change))).toEqual([]);
    expect((await loadChannel(tenant)).backlog).toBeUndefined();
  });

  test('sends nothing to a subscriber that lost its permission meanwhile', async () => {
    process.env.PUSH_SENDS_PER_SECOND = '2';
    const [id = ''] = await connect(1);
    await feedAll(Array.from({ length: 4 }, () => changeRecord(createId('note'))));
    const access = subjectKey(tenant, 'somebody');
    await commit([update(access, { set: { permissions: ['crm.changes.read'] } })]);
    moveClock(6_000);
    await sendBacklog(tenant, buildContext());
    await commit([update(access, { set: { permissions: ['crm.changes.read', 'training.settings.read'] } })]);
    expect(getMessages(id)).toEqual([]);
  });
});

describe('subscribers that follow nothing of a change', () => {
  /** What DynamoDB charges for a change. */
  const measureChange = async () => {
    const meter = createMeter();
    await runWithMeter(meter, () => feedAll([changeRecord(createId('note'))]));
    const { roundTrips, readUnits, writeUnits } = meter;
    return { roundTrips, readUnits, writeUnits };
  };

  test('cost nothing: the same is read and written for 200 of them as for nobody', async () => {
    await measureChange();
    const nobody = await measureChange();
    expect(nobody.readUnits).toBeGreaterThan(0);
    const idle = await connect(200, { topics: ['credit-types'] });
    // Until the next minute, nobody knows what all of them follow.
    expect((await measureChange()).readUnits).toBeGreaterThan(nobody.readUnits);
    await lookAfterAll();
    expect(await measureChange()).toEqual(nobody);
    expect(idle.flatMap(getChangeIds)).toEqual([]);
  });

  test('do not hide one that connects, also while it is looked up what they follow', async () => {
    await connect(5, { topics: ['credit-types'] });
    await lookAfterAll();
    const before = await loadChannel(tenant);
    const [id = ''] = await connect(1, { topics: ['level-types'] });
    await saveFollowedTopics(tenant, before);
    const first = changeRecord(createId('note'));
    await feedAll([first]);
    await lookAfterAll();
    const second = changeRecord(createId('note'));
    await feedAll([second]);
    expect(getChangeIds(id)).toEqual(getIds([first, second]));
  });
});
