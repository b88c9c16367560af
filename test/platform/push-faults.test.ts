// What the push channel does when API Gateway, a listener or the feed's index is late or silent: nothing is lost to a listener
// that is told of changes at all, and the feed waits for none.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { handler as feed } from '../../functions/platform/change-feed/handler.ts';
import { handler as catchUpOn } from '../../functions/platform/push-catch-up/handler.ts';
import { handler as lookAfterAll } from '../../functions/platform/push-look-after/handler.ts';
import {
  appendChanges,
  changesAfter,
  type StreamRecord,
  toChangeEvent,
} from '../../shared/data/change-feed.ts';
import { observeRequests } from '../../shared/data/client.ts';
import { openPlatformStore, openTenantStore } from '../../shared/data/store.ts';
import { parseTenantCode } from '../../shared/data/tenant-code.ts';
import { changeState, saveSubscriber, subscriberById } from '../../shared/push/subscriber-connections.ts';
import { createTestTable } from '../harness/table.ts';

/** How the stand-in for API Gateway answers for a connection; it takes everything unless told. */
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
    NewImage: { type: { S: 'note' }, id: { S: id }, version: { N: '1' }, schemaVersion: { N: '1' } },
    ApproximateCreationDateTime: seconds(),
    SequenceNumber: String(++last),
  },
});
const appendAll = (...ids: readonly string[]) =>
  feed({ Records: ids.map(toStreamRecord) } as unknown as DynamoDBStreamEvent);

/** Has changes in the feed that nobody is told of; the id of the last. */
async function append(ids: readonly string[], now = new Date()): Promise<string> {
  const records = ids.map(toStreamRecord);
  await appendChanges(records, now);
  return records.map((record) => toChangeEvent(record)?.event.id).at(-1) ?? '';
}

/** Somebody who has connected, as `$connect` keeps them. */
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

describe('a listener that can’t be told', () => {
  test.each(['hangs', 'fails', 'is gone'] as const)(
    'because its connection %s is cut off; others are told everything in order, and the feed is whole',
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

  test('and whose connection can’t be closed either is told nothing more, and closed by who looks after it', async () => {
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

describe('catching up', () => {
  test('finds what was appended before the listener went live and told to nobody, once the index has settled', async () => {
    process.env.PUSH_SETTLING = '200';
    const id = await connectSubscriber(await append([createId('before')]));
    const missed = createId('missed');
    const appended: Promise<unknown>[] = [];
    const stop = observeRequests(({ operation, input }) => {
      // The past is read; now it goes live, and a change is appended whose feed looked who is live a moment before.
      if (operation === 'UpdateItem' && JSON.stringify(input).includes('"settling"') && appended.length === 0)
        appended.push(append([missed]));
    });
    await catchUp(id).finally(stop);
    await Promise.all(appended);
    expect(appended).toHaveLength(1);
    expect(getSubjects(id)).toContain(missed);
    expect(await getState(id)).toBe('live');
  });

  test('tells what the feed appended before the listener stood in the table, and nothing from before its cursor', async () => {
    const before = createId('before');
    const since = await append([before], new Date(Date.now() - 60_000));
    const missed = Array.from({ length: 450 }, () => createId('missed'));
    await append(missed, new Date(Date.now() - 1_000));
    const id = await connectSubscriber(since);
    await catchUp(id);
    expect(sentMessages.get(id)?.[0]).toEqual({ type: 'ready', tenantCode: 'demo' });
    expect(getSubjects(id).filter((subject) => missed.includes(subject))).toEqual(missed);
    expect(getSubjects(id)).not.toContain(before);
  });

  // Shards are told of side by side: who heard the later change and broke off has not heard the earlier.
  test('begins a little before the cursor where changes may have been told out of their order', async () => {
    process.env.PUSH_SETTLING = '200';
    const [old, earlier] = [createId('old'), createId('earlier')];
    await append([old], new Date(Date.now() - 30_000));
    await append([earlier], new Date(Date.now() - 300));
    const id = await connectSubscriber(await append([createId('heard')]));
    await catchUp(id);
    expect(getSubjects(id)).toContain(earlier);
    expect(getSubjects(id)).not.toContain(old);
  });

  test('is done once however often the bus asks for it', async () => {
    const id = await connectSubscriber();
    await Promise.all([catchUp(id), catchUp(id), catchUp(id)]);
    await catchUp(id);
    expect(sentMessages.get(id)).toEqual([{ type: 'ready', tenantCode: 'demo' }]);
  });

  test('that breaks down cuts the listener off', async () => {
    const id = await connectSubscriber(
      await append([createId('one'), createId('two')], new Date(Date.now() - 60_000)),
    );
    behaviours.set(id, 'fails');
    await catchUp(id);
    expect([closedConnections.has(id), await getState(id)]).toEqual([true, undefined]);
  });

  test.each(['waiting', 'catching up', 'settling'] as const)(
    'that died (%s) leaves a listener that is cut off after a few minutes',
    async (state) => {
      const id = await connectSubscriber();
      if (state !== 'waiting') await changeState(tenant, id, 'waiting', state);
      const kept = (await subscriberById(tenant, id)) ?? expect.fail('It was kept');
      const { lookAfter } = await import('../../shared/push/check-subscriber.ts');
      await lookAfter(tenant, kept, new Date(Date.now() + 4 * 60_000));
      expect([closedConnections.has(id), await getState(id)]).toEqual([true, undefined]);
    },
  );
});

test('where nobody listens, a batch costs each of its tenants one query more', async () => {
  const asked: string[] = [];
  const stop = observeRequests(({ operation, input }) => {
    if (JSON.stringify(input).includes('LISTENERS')) asked.push(operation);
  });
  await feed({ Records: [toStreamRecord(createId('quiet'))] } as unknown as DynamoDBStreamEvent).finally(
    stop,
  );
  expect(asked).toEqual(['Query']);
});
