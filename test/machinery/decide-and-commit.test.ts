// A rule that writes is retried after concurrent changes, up to a limit
// (docs/requests.md#changes-as-values).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Change, ifAbsent, ifPresent, insert, put, StaleRead } from '../../shared/data/changes.ts';
import { decideAndCommit } from '../../shared/data/decide-and-commit.ts';
import { type Key, openTenantStore, type TenantStore } from '../../shared/data/store.ts';
import { parseTenantCode } from '../../shared/data/tenant/tenant-code.ts';
import { createTestTable } from '../harness/table.ts';
import { type ContendedDatabase, startContendedDatabase } from './contended-database.ts';

interface Item {
  readonly by: number;
}

let database: ContendedDatabase;
let tenant: TenantStore;
beforeAll(async () => {
  await createTestTable();
  database = await startContendedDatabase({ holdsItems: true });
  const code = parseTenantCode('alder');
  if (!code) throw new Error('alder is a tenant code');
  tenant = openTenantStore(code);
});
afterAll(() => database.stop());

const key = (name: string): Key<Item> => tenant.key(`ITEM#${name}`, 'ITEM');
const both = (name: string, by: number) => [insert(key(`${name} 1`), { by }), put(key(`${name} 2`), { by })];

it('a rule runs again when a condition fails or when it finds that its reads are stale, and not after it succeeds', async () => {
  let attempts = 0;
  const { by } = await decideAndCommit(() => {
    attempts += 1;
    if (attempts === 1) throw new StaleRead();
    const changes = [put(key('absent'), { by: attempts }, { condition: ifPresent, onConflict: 'retry' })];
    return { changes: attempts === 2 ? changes : both('stale', attempts), by: attempts };
  });
  expect([by, attempts]).toEqual([3, 3]);
  expect(await tenant.get(key('stale 1'))).toMatchObject({ by: 3 });
});

it('a rule runs again after too much contention, because there may be nothing left to write', async () => {
  const conflict = { error: 'TransactionCanceledException', reasons: ['TransactionConflict', 'None'] };
  database.answer('TransactWriteItems', Array(9).fill(conflict));
  let attempts = 0;
  await decideAndCommit(() => {
    attempts += 1;
    return { changes: attempts === 1 ? both('contended', 1) : [] };
  });
  expect(attempts).toBe(2);
  expect(await tenant.get(key('contended 1'))).toBeUndefined();
});

it('fifty rules that take turns each get the next number of a sequence, while transactions cancel each other', async () => {
  const last: Key<Item> = tenant.key('SEQUENCE', 'LAST');
  const takeNumber = async (): Promise<{ changes: Change[]; number: number }> => {
    const read = (await tenant.get(last, { consistent: true }))?.by;
    const number = (read ?? 0) + 1;
    const condition =
      read === undefined
        ? ifAbsent
        : { expression: '#by = :read', names: { '#by': 'by' }, values: { ':read': read } };
    return {
      number,
      changes: [
        put(last, { by: number }, { condition, onConflict: 'retryInTurn' }),
        insert(key(`number ${number}`), { by: number }),
      ],
    };
  };
  const before = database.conflicts;
  const taken = await Promise.all(Array.from({ length: 50 }, () => decideAndCommit(takeNumber)));
  expect(taken.map(({ number }) => number).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 50 }, (_, index) => index + 1),
  );
  expect(database.conflicts).toBeGreaterThan(before);
});
