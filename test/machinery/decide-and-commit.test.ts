// Rules that write are decided again while others come between, and given up in the end
// (docs/platform-rules.md#transactions).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ifAbsent, ifPresent, put, StaleRead } from '../../shared/data/changes.ts';
import { decideAndCommit } from '../../shared/data/decide-and-commit.ts';
import { type Key, openTenantStore, type TenantStore } from '../../shared/data/store.ts';
import { parseTenantCode } from '../../shared/data/tenant-code.ts';
import { createTestTable } from '../harness/table.ts';
import { type ContendedDatabase, startContendedDatabase } from './contended-database.ts';

interface Item {
  readonly by: number;
}

let database: ContendedDatabase;
let tenant: TenantStore;
beforeAll(async () => {
  await createTestTable();
  database = await startContendedDatabase();
  const code = parseTenantCode('alder');
  if (!code) throw new Error('alder is a tenant code');
  tenant = openTenantStore(code);
});
afterAll(() => database.stop());

const key = (name: string): Key<Item> => tenant.key(`ITEM#${name}`, 'ITEM');
const both = (name: string, by: number) => [
  put(key(`${name} 1`), { by }, { condition: ifAbsent, onConflict: 'retry' }),
  put(key(`${name} 2`), { by }),
];

it('decides again when a condition fails, when the rule itself finds its reads stale, and then no more', async () => {
  let asked = 0;
  const { by } = await decideAndCommit(() => {
    asked += 1;
    if (asked === 1) throw new StaleRead();
    const changes = [put(key('absent'), { by: asked }, { condition: ifPresent, onConflict: 'retry' })];
    return { changes: asked === 2 ? changes : both('stale', asked), by: asked };
  });
  expect([by, asked]).toEqual([3, 3]);
  expect(await tenant.get(key('stale 1'))).toMatchObject({ by: 3 });
});

it('decides again after too much contention, for there may be nothing left to write', async () => {
  const conflict = { error: 'TransactionCanceledException', reasons: ['TransactionConflict', 'None'] };
  database.answer('TransactWriteItems', Array(9).fill(conflict));
  let asked = 0;
  await decideAndCommit(() => {
    asked += 1;
    return { changes: asked === 1 ? both('contended', 1) : [] };
  });
  expect(asked).toBe(2);
  expect(await tenant.get(key('contended 1'))).toBeUndefined();
});
