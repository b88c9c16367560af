// commit(): all changes or none, one change as a plain write, retries after contention, refusals
// (docs/requests.md#changes-as-values).
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { correctUnits } from '../../infra/local/database/correct-units.ts';
import {
  check,
  commit,
  ifAbsent,
  ifPresent,
  ifVersion,
  insert,
  put,
  remove,
  StaleRead,
  update,
} from '../../shared/data/changes.ts';
import { toConditionChecks } from '../../shared/data/dry-run.ts';
import { createMeter, runWithMeter } from '../../shared/data/meter.ts';
import { type Key, openTenantStore, type TenantStore } from '../../shared/data/store.ts';
import { parseTenantCode } from '../../shared/data/tenant/tenant-code.ts';
import { conflict, Failure } from '../../shared/errors/failure.ts';
import { createTestTable } from '../harness/table.ts';
import { type ContendedDatabase, startContendedDatabase } from './contended-database.ts';

interface Item {
  readonly count: number;
  readonly version?: number;
  readonly note?: string;
}

let database: ContendedDatabase;
let tenant: TenantStore;
let keys = 0;

beforeAll(async () => {
  await createTestTable();
  database = await startContendedDatabase();
  const code = parseTenantCode('alder');
  if (!code) throw new Error('alder is a tenant code');
  tenant = openTenantStore(code);
});
afterAll(() => database.stop());
beforeEach(() => database.arrived.splice(0));

function createKey(): Key<Item> {
  keys += 1;
  return tenant.key(`ITEM#${keys}`, 'ITEM');
}
const read = (key: Key<Item>) => tenant.get(key, { consistent: true });
const takenFailure = conflict('It is taken.');
const transactionCancelled = (...reasons: string[]) => ({ error: 'TransactionCanceledException', reasons });

describe('one change alone', () => {
  it('is a plain write at half the cost that it has in a transaction', async () => {
    const stop = correctUnits({ endpoint: inject('dynamodb') });
    const [alone, together] = [createMeter(), createMeter()];
    await runWithMeter(alone, () => commit([put(createKey(), { count: 1 })]));
    await runWithMeter(together, () =>
      commit([put(createKey(), { count: 1 }), put(createKey(), { count: 1 })]),
    );
    stop();
    expect(database.arrived).toEqual(['PutItem', 'TransactWriteItems']);
    expect([alone.writeUnits, together.writeUnits]).toEqual([1, 2 + 2]);
    expect([alone.roundTrips, together.roundTrips]).toEqual([1, 1]);
  });

  it('refuses with its own Failure, or requests a retry', async () => {
    const key = createKey();
    await commit([put(key, { count: 1 }, { condition: ifAbsent, onConflict: takenFailure })]);
    await expect(
      commit([put(key, { count: 2 }, { condition: ifAbsent, onConflict: takenFailure })]),
    ).rejects.toBe(takenFailure);
    await expect(commit([insert(key, { count: 2 })])).rejects.toThrow(StaleRead);
    await expect(commit([remove(key, { condition: ifVersion(7), onConflict: takenFailure })])).rejects.toBe(
      takenFailure,
    );
    expect(await read(key)).toMatchObject({ count: 1 });
  });

  it('waits for a transaction that is writing the same item', async () => {
    const key = createKey();
    database.answer('PutItem', Array(3).fill({ error: 'TransactionConflictException' }));
    await commit([put(key, { count: 1 })]);
    expect(await read(key)).toMatchObject({ count: 1 });
  });

  it('may be a check, which only a transaction can carry out', async () => {
    await expect(commit([check(createKey(), ifPresent, takenFailure)])).rejects.toBe(takenFailure);
    expect(database.arrived).toEqual(['TransactWriteItems']);
  });
});

describe('several changes', () => {
  it('are all written or none', async () => {
    const [a, b, c] = [createKey(), createKey(), createKey()];
    await commit([put(c, { count: 1 })]);
    const changes = [
      put(a, { count: 1 }),
      check(b, ifPresent, takenFailure),
      update(c, { add: { count: 1 } }),
    ];
    await expect(commit(changes)).rejects.toBe(takenFailure);
    expect([await read(a), (await read(c))?.count]).toEqual([undefined, 1]);
    await commit([put(b, { count: 1 })]);
    await commit(changes);
    expect([(await read(a))?.count, (await read(c))?.count]).toEqual([1, 2]);
  });

  it('are refused with the failure of the first condition that failed', async () => {
    const second = conflict('Second.');
    const changes = [
      put(createKey(), { count: 1 }),
      put(createKey(), { count: 1 }, { condition: ifPresent, onConflict: takenFailure }),
      put(createKey(), { count: 1 }, { condition: ifPresent, onConflict: second }),
    ];
    await expect(commit(changes)).rejects.toBe(takenFailure);
  });

  it('are retried while contention is the only reason', async () => {
    const [a, b] = [createKey(), createKey()];
    database.answer('TransactWriteItems', [
      transactionCancelled('None', 'TransactionConflict'),
      transactionCancelled('ThrottlingError', 'None'),
      transactionCancelled('ProvisionedThroughputExceeded', 'TransactionConflict'),
      { error: 'TransactionInProgressException' },
    ]);
    await commit([put(a, { count: 1 }), put(b, { count: 1 })]);
    expect(
      database.arrived.filter((operation) => operation === 'TransactWriteItems').length,
    ).toBeGreaterThanOrEqual(5);
    expect(await read(a)).toMatchObject({ count: 1 });
  });

  it('fail with SERVICE_BUSY when contention does not end', async () => {
    database.answer(
      'TransactWriteItems',
      Array(50).fill(transactionCancelled('TransactionConflict', 'None')),
    );
    const failure = await commit([put(createKey(), { count: 1 }), put(createKey(), { count: 1 })]).catch(
      (error: unknown) => error,
    );
    database.answer('TransactWriteItems', []);
    expect(failure).toBeInstanceOf(Failure);
    expect(failure).toMatchObject({ code: 'SERVICE_BUSY', status: 503 });
    expect(database.arrived).toHaveLength(9);
  });

  it.each([
    [
      'a failed condition among contention',
      transactionCancelled('TransactionConflict', 'ConditionalCheckFailed'),
      takenFailure,
    ],
    [
      'an item that is too large',
      transactionCancelled('None', 'ItemCollectionSizeLimitExceeded'),
      { name: 'TransactionCanceledException' },
    ],
    [
      'a fault of ours among contention',
      transactionCancelled('TransactionConflict', 'ValidationError'),
      { name: 'TransactionCanceledException' },
    ],
  ])('are not retried for %s', async (_, answer, expected) => {
    database.answer('TransactWriteItems', [answer]);
    const changes = [
      put(createKey(), { count: 1 }),
      put(createKey(), { count: 1 }, { condition: ifAbsent, onConflict: takenFailure }),
    ];
    await expect(commit(changes)).rejects.toMatchObject(expected);
    expect(database.arrived).toEqual(['TransactWriteItems']);
  });
});

describe('what is too large', () => {
  const createLargeKey = (): Key<Record<string, unknown>> => tenant.key('LARGE', 'ITEM');
  const expected = {
    ...{ code: 'RECORD_TOO_LARGE', status: 422 },
    message: expect.stringMatching(
      /^The note would have 500,\d{3} bytes, and may have at most 409,600\. Its largest members, in bytes: text 300,004, more 200,004\.$/,
    ),
  };

  it('is refused before it is sent, alone and with others', async () => {
    const change = put(createLargeKey(), { type: 'note', text: 'x'.repeat(401_408) });
    for (const others of [[], [put(createKey(), { count: 1 })]])
      await expect(commit([...others, change])).rejects.toMatchObject({ code: 'RECORD_TOO_LARGE' });
    expect(database.arrived).toEqual([]);
  });

  it('is recognized where DynamoDB refuses what an update makes of its item', async () => {
    const key = createLargeKey();
    await commit([put(key, { type: 'note', text: 'x'.repeat(300_000) })]);
    const change = update(key, { set: { more: 'y'.repeat(200_000) } });
    await expect(commit([change])).rejects.toMatchObject(expected);
    await expect(commit([put(createKey(), { count: 1 }), change])).rejects.toMatchObject(expected);
    expect(await tenant.get(key)).not.toHaveProperty('more');
  });

  it('is a transaction with more changes than DynamoDB takes', async () => {
    const changes = Array.from({ length: 101 }, () => put(createKey(), { count: 1 }));
    await expect(commit(changes)).rejects.toMatchObject({ code: 'TRANSACTION_TOO_LARGE', status: 422 });
    expect(database.arrived).toEqual([]);
    await commit(changes.slice(1));
  });
});

it('no changes send no request', async () => {
  await commit([]);
  expect(database.arrived).toEqual([]);
});

it('an update sets, adds and removes attributes, even with names that DynamoDB reserves', async () => {
  const key: Key<Record<string, unknown>> = tenant.key('WORDS', 'ITEM');
  await commit([put(key, { count: 1, size: 'a', note: 'x', version: 3 })]);
  const change = update(
    key,
    { set: { size: 'b', name: undefined, status: null }, add: { count: 2 }, unset: ['note'] },
    { condition: ifVersion(3), onConflict: takenFailure },
  );
  await commit([change]);
  expect(await tenant.get(key)).toEqual({
    pk: key.pk,
    sk: key.sk,
    count: 3,
    size: 'b',
    status: null,
    version: 3,
  });
});

describe('withoutWriting', () => {
  it('checks every condition and writes nothing', async () => {
    const [present, absent] = [createKey(), createKey()];
    await commit([put(present, { count: 1, version: 1 })]);
    const changes = [
      put(absent, { count: 9 }, { condition: ifAbsent, onConflict: takenFailure }),
      put(createKey(), { count: 9 }),
      update(
        present,
        { set: { note: 'no', version: 2 }, add: { count: 1 } },
        { condition: ifVersion(1), onConflict: takenFailure },
      ),
    ];
    await commit(toConditionChecks(changes));
    expect(toConditionChecks(changes)).toHaveLength(2);
    expect([await read(absent), (await read(present))?.version]).toEqual([undefined, 1]);
    const stale = remove(present, { condition: ifVersion(2), onConflict: takenFailure });
    await expect(commit(toConditionChecks([...changes, stale].slice(3)))).rejects.toBe(takenFailure);
    expect(await read(present)).toMatchObject({ count: 1 });
  });
});
