// commit(): all changes or none, one plain write alone, contention retried, refusals told (design.md 4, 8).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  check,
  commit,
  ifAbsent,
  ifPresent,
  ifVersion,
  put,
  remove,
  StaleRead,
  update,
} from '../../shared/data/changes.ts';
import { toConditionChecks } from '../../shared/data/dry-run.ts';
import { metered, createMeter } from '../../shared/data/meter.ts';
import { openTenantStore, type Key, type TenantStore } from '../../shared/data/store.ts';
import { parseTenantCode } from '../../shared/data/tenant-code.ts';
import { conflict, Failure } from '../../shared/errors/failure.ts';
import { freshTable } from '../harness/table.ts';
import { type ContendedDatabase, contendedDatabase } from './contended-database.ts';

interface Item {
  readonly count: number;
  readonly version?: number;
  readonly note?: string;
}

let database: ContendedDatabase;
let tenant: TenantStore;
let keys = 0;

beforeAll(async () => {
  await freshTable();
  database = await contendedDatabase();
  const code = parseTenantCode('alder');
  if (!code) throw new Error('alder is a tenant code');
  tenant = openTenantStore(code);
});
afterAll(() => database.stop());
beforeEach(() => database.arrived.splice(0));

function newKey(): Key<Item> {
  keys += 1;
  return tenant.key(`ITEM#${keys}`, 'ITEM');
}
const read = (key: Key<Item>) => tenant.get(key, { consistent: true });
const taken = conflict('It is taken.');
const cancelled = (...reasons: string[]) => ({ error: 'TransactionCanceledException', reasons });

describe('one change alone', () => {
  it('is a plain write at half the cost of a transaction', async () => {
    const [alone, together] = [createMeter(), createMeter()];
    await metered(alone, () => commit([put(newKey(), { count: 1 })]));
    await metered(together, () => commit([put(newKey(), { count: 1 }), put(newKey(), { count: 1 })]));
    expect(database.arrived).toEqual(['PutItem', 'TransactWriteItems']);
    expect([alone.writeUnits, together.writeUnits, alone.roundTrips]).toEqual([1, 4, 1]);
  });

  it('refuses with its own Failure, or asks to decide again', async () => {
    const key = newKey();
    await commit([put(key, { count: 1 }, { condition: ifAbsent, otherwise: taken })]);
    await expect(commit([put(key, { count: 2 }, { condition: ifAbsent, otherwise: taken })])).rejects.toBe(
      taken,
    );
    await expect(
      commit([put(key, { count: 2 }, { condition: ifAbsent, otherwise: 'decide again' })]),
    ).rejects.toThrow(StaleRead);
    await expect(commit([remove(key, { condition: ifVersion(7), otherwise: taken })])).rejects.toBe(taken);
    expect(await read(key)).toMatchObject({ count: 1 });
  });

  it('waits for a transaction that holds its item', async () => {
    const key = newKey();
    database.answer('PutItem', Array(3).fill({ error: 'TransactionConflictException' }));
    await commit([put(key, { count: 1 })]);
    expect(await read(key)).toMatchObject({ count: 1 });
  });

  it('may be a check, which only a transaction can carry out', async () => {
    await expect(commit([check(newKey(), ifPresent, taken)])).rejects.toBe(taken);
    expect(database.arrived).toEqual(['TransactWriteItems']);
  });
});

describe('several changes', () => {
  it('stand all or not at all', async () => {
    const [a, b, c] = [newKey(), newKey(), newKey()];
    await commit([put(c, { count: 1 })]);
    const changes = [put(a, { count: 1 }), check(b, ifPresent, taken), update(c, { add: { count: 1 } })];
    await expect(commit(changes)).rejects.toBe(taken);
    expect([await read(a), (await read(c))?.count]).toEqual([undefined, 1]);
    await commit([put(b, { count: 1 })]);
    await commit(changes);
    expect([(await read(a))?.count, (await read(c))?.count]).toEqual([1, 2]);
  });

  it('answer by the first condition that failed', async () => {
    const second = conflict('Second.');
    const changes = [
      put(newKey(), { count: 1 }),
      put(newKey(), { count: 1 }, { condition: ifPresent, otherwise: taken }),
      put(newKey(), { count: 1 }, { condition: ifPresent, otherwise: second }),
    ];
    await expect(commit(changes)).rejects.toBe(taken);
  });

  it('are tried again while every reason is contention', async () => {
    const [a, b] = [newKey(), newKey()];
    database.answer('TransactWriteItems', [
      cancelled('None', 'TransactionConflict'),
      cancelled('ThrottlingError', 'None'),
      cancelled('ProvisionedThroughputExceeded', 'TransactionConflict'),
      { error: 'TransactionInProgressException' },
    ]);
    await commit([put(a, { count: 1 }), put(b, { count: 1 })]);
    expect(
      database.arrived.filter((operation) => operation === 'TransactWriteItems').length,
    ).toBeGreaterThanOrEqual(5);
    expect(await read(a)).toMatchObject({ count: 1 });
  });

  it('are given up as SERVICE_BUSY when contention does not end', async () => {
    database.answer('TransactWriteItems', Array(50).fill(cancelled('TransactionConflict', 'None')));
    const failure = await commit([put(newKey(), { count: 1 }), put(newKey(), { count: 1 })]).catch(
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
      cancelled('TransactionConflict', 'ConditionalCheckFailed'),
      taken,
    ],
    [
      'an item that is too large',
      cancelled('None', 'ItemCollectionSizeLimitExceeded'),
      { name: 'TransactionCanceledException' },
    ],
    [
      'a fault of ours among contention',
      cancelled('TransactionConflict', 'ValidationError'),
      { name: 'TransactionCanceledException' },
    ],
  ])('are not tried again for %s', async (_, answer, expected) => {
    database.answer('TransactWriteItems', [answer]);
    const changes = [
      put(newKey(), { count: 1 }),
      put(newKey(), { count: 1 }, { condition: ifAbsent, otherwise: taken }),
    ];
    await expect(commit(changes)).rejects.toMatchObject(expected);
    expect(database.arrived).toEqual(['TransactWriteItems']);
  });
});

it('sends nothing for no changes', async () => {
  await commit([]);
  expect(database.arrived).toEqual([]);
});

it('sets, adds and unsets attributes, words that DynamoDB reserves among them', async () => {
  const key: Key<Record<string, unknown>> = tenant.key('WORDS', 'ITEM');
  await commit([put(key, { count: 1, size: 'a', note: 'x', version: 3 })]);
  const change = update(
    key,
    { set: { size: 'b', name: undefined, status: null }, add: { count: 2 }, unset: ['note'] },
    { condition: ifVersion(3), otherwise: taken },
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
  it('checks what would be checked and writes nothing', async () => {
    const [present, absent] = [newKey(), newKey()];
    await commit([put(present, { count: 1, version: 1 })]);
    const changes = [
      put(absent, { count: 9 }, { condition: ifAbsent, otherwise: taken }),
      put(newKey(), { count: 9 }),
      update(
        present,
        { set: { note: 'no', version: 2 }, add: { count: 1 } },
        { condition: ifVersion(1), otherwise: taken },
      ),
    ];
    await commit(toConditionChecks(changes));
    expect(toConditionChecks(changes)).toHaveLength(2);
    expect([await read(absent), (await read(present))?.version]).toEqual([undefined, 1]);
    const stale = remove(present, { condition: ifVersion(2), otherwise: taken });
    await expect(commit(toConditionChecks([...changes, stale].slice(3)))).rejects.toBe(taken);
    expect(await read(present)).toMatchObject({ count: 1 });
  });
});
