// The database throttles, fails, stops responding and loses connections during requests: acknowledged writes are
// stored, nothing is done twice, and an error states whether anything was written.
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commit, remove } from '../../shared/data/changes.ts';
import { resetDocumentClient } from '../../shared/data/client.ts';
import { type Area, areaNames } from '../../shared/http/areas.ts';
import {
  type DatabaseFault,
  type ReceivedRequest,
  startUnreliableDatabase,
  type UnreliableDatabase,
} from '../harness/unreliable-database.ts';
import { type Fixture, startFixture } from '../machinery/fixture.ts';
import { getErrorCode } from '../machinery/read-failure.ts';
import type { RawReply } from '../machinery/requests/raw-request.ts';

let fixture: Fixture;
let database: UnreliableDatabase;
let token: string;
beforeAll(async () => {
  fixture = await startFixture();
  token = await fixture.token();
  database = await startUnreliableDatabase();
});
beforeEach(async () => {
  // The first request reads the verification keys, so that no test counts that read.
  await call('GET', 'crm', '/api/v1/Records/none');
  database.received.length = 0;
});
afterEach(() => database.reset());
afterAll(async () => {
  await database.stop();
  await fixture.stop();
});

const path = '/api/v1/Records';
const call = (method: string, area: Area, address: string, body?: object, headers?: Record<string, string>) =>
  fixture.call(method, area, address, { tenant: 'alder', token, headers, body });

const records = () => {
  const store = fixture.store('alder');
  return {
    get: (id: string) => store.get(store.key<{ count: number; version: number }>(`RECORD#${id}`, 'RECORD')),
    named: (name: string) => store.get(store.key<{ id: string }>(`RECORDNAME#${name}`, 'NAME')),
  };
};

const createName = () => `Fault ${randomUUID().slice(0, 8)}`;
const buildDraft = (name = createName()) => ({ name, kind: 'small', count: 1 });

async function createRecord(): Promise<string> {
  const { status, body } = await call('POST', 'crm', path, buildDraft());
  if (status !== 201) throw new Error(`No record: ${status}`);
  database.received.length = 0;
  return body.id;
}

/** Whether it is a write of the request itself; area D also writes its request count first. */
const isWrite = ({ operation, body }: ReceivedRequest): boolean =>
  /^(Put|Update|Delete|TransactWrite)Items?$/.test(operation) && !body.includes('#REQUESTS#');
/** The fault affects this many writes, from the first one. */
const failWrites = (fault: DatabaseFault, times = Number.POSITIVE_INFINITY) => {
  let left = times;
  database.chooseFault = (request) => {
    if (!isWrite(request) || left === 0) return undefined;
    left -= 1;
    return fault;
  };
};
/** The fault affects the first attempt of every write; a repetition has the same body. */
const failFirstAttempts = (fault: DatabaseFault) => {
  const seen = new Set<string>();
  database.chooseFault = (request) => {
    if (!isWrite(request) || seen.has(request.body)) return undefined;
    seen.add(request.body);
    return fault;
  };
};
const countWrites = () => database.received.filter(isWrite).length;

/**
 * Uses a short timeout, so that a missing response does not take long. The first attempt and its repetitions have four
 * seconds in all: at one second each, only a computer that stands still for three of them fails a test.
 */
function shortenTimeout(): void {
  process.env.DYNAMODB_TIMEOUT = '1000';
  resetDocumentClient();
}
afterEach(() => {
  process.env.DYNAMODB_TIMEOUT = '20000';
  resetDocumentClient();
});

const transientFaults: readonly DatabaseFault[] = [
  'throttled',
  'broken',
  'cut',
  'silent',
  'done and cut',
  'done and silent',
  'done and half',
];

describe.each(transientFaults)('a write whose first attempt is %s', (fault) => {
  beforeEach(() => {
    if (fault.includes('silent')) shortenTimeout();
    failWrites(fault, 1);
  });

  it('in a transaction is executed once and acknowledged', async () => {
    const body = buildDraft();
    const { status, body: created } = await call('POST', 'crm', path, body);
    expect(status).toBe(201);
    expect(await records().named(body.name)).toMatchObject({ id: created.id });
    expect(countWrites()).toBe(2);
  });

  it('of one item under a condition is not refused because of its own first attempt', async () => {
    database.reset();
    const [counted, replaced, deleted] = [await createRecord(), await createRecord(), await createRecord()];
    failFirstAttempts(fault);
    const replies = await Promise.all([
      call('POST', 'crm', `${path}/${counted}/Increment`),
      call('PUT', 'crm', `${path}/${replaced}`, { ...buildDraft(), count: 7 }),
      call('DELETE', 'crm', `${path}/${deleted}`),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 204]);
    expect(replies[0].body).toMatchObject({ count: 2, version: 2 });
    const stored = await Promise.all([counted, replaced, deleted].map(records().get));
    expect(stored).toMatchObject([{ count: 2, version: 2 }, { count: 7, version: 2 }, undefined]);
  });
});

it('a write is refused if another one was stored before it, even if the reply to its first attempt was lost', async () => {
  const id = await createRecord();
  const store = fixture.store('alder');
  database.chooseFault = async ({ operation }) => {
    if (operation !== 'PutItem') return undefined;
    database.reset();
    await commit([remove(store.key(`RECORD#${id}`, 'RECORD'))]);
    return 'cut';
  };
  const replaced = await call('PUT', 'crm', `${path}/${id}`, buildDraft(), { 'If-Match': '"1"' });
  expect([404, 412]).toContain(replaced.status);
  expect(await records().get(id)).toBeUndefined();
});

it('lasting throttling returns 503 for reads and writes, and nothing is written', async () => {
  const id = await createRecord();
  const body = buildDraft();
  database.chooseFault = ({ operation }) => (operation === 'BatchGetItem' ? undefined : 'throttled');
  const replies = await Promise.all([call('GET', 'crm', `${path}/${id}`), call('POST', 'crm', path, body)]);
  for (const reply of replies)
    expect([reply.status, getErrorCode('crm', reply)]).toEqual([503, 'SERVICE_BUSY']);
  database.reset();
  expect(await records().named(body.name)).toBeUndefined();
  expect((await call('POST', 'crm', path, body)).status).toBe(201);
});

it('a request of area D that cannot be counted is not executed', async () => {
  const body = buildDraft();
  database.chooseFault = (request) => (request.body.includes('#REQUESTS#') ? 'cut' : undefined);
  const reply = await call('POST', 'billtracking', path, body);
  expect([reply.status, getErrorCode('billtracking', reply)]).toEqual([503, 'SERVICE_BUSY']);
  expect(await records().named(body.name)).toBeUndefined();
});

describe.each(areaNames)('in area %s', (area) => {
  const refused = (reply: RawReply) => [reply.status, getErrorCode(area, reply)];

  it.each(['broken', 'cut'] as const)(
    'a read that is %s at every attempt returns 503 with the reason, and succeeds once the database works',
    async (fault) => {
      const { body } = await call('POST', area, path, buildDraft());
      database.chooseFault = () => fault;
      const reply = await call('GET', area, `${path}/${body.id}`);
      expect(refused(reply)).toEqual([503, 'SERVICE_BUSY']);
      expect(reply.text).toContain(
        'The database cannot be reached just now; the request was not carried out.',
      );
      expect(reply.headers.get('retry-after')).toBe('1');
      database.reset();
      expect((await call('GET', area, `${path}/${body.id}`)).status).toBe(200);
    },
  );

  it.each(['broken', 'cut', 'done and cut'] as const)(
    'a write that is %s at every attempt does not return 503, because it may have been carried out',
    async (fault) => {
      failWrites(fault);
      const body = buildDraft();
      const reply = await call('POST', area, path, body);
      expect(refused(reply)).toEqual([500, 'INTERNAL_SERVER_ERROR']);
      expect(reply.text).toContain('the request may have been carried out');
      database.reset();
      expect((await records().named(body.name)) !== undefined).toBe(fault === 'done and cut');
    },
  );

  it('with an Idempotency-Key the same request returns the reply that was lost', async () => {
    const body = buildDraft();
    const headers = { 'Idempotency-Key': randomUUID() };
    failWrites('done and cut');
    const first = await call('POST', area, path, body, headers);
    database.reset();
    const again = await call('POST', area, path, body, headers);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.body.id).toBe(first.body.id);
    expect(await records().named(body.name)).toMatchObject({ id: first.body.id });
  });
});

it('a request to a database that does not respond fails after a few attempts, long before the timeout of API Gateway', async () => {
  const id = await createRecord();
  shortenTimeout();
  database.chooseFault = () => 'silent';
  const reply = await call('GET', 'crm', `${path}/${id}`);
  expect([reply.status, getErrorCode('crm', reply)]).toEqual([503, 'SERVICE_BUSY']);
  expect(database.received.length).toBeGreaterThan(1);
  expect(database.received.length).toBeLessThanOrEqual(5);
});
