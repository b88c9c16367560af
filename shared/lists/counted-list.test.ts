// Counted lists against the real DynamoDB Local: exact pages and totals after any changes, at a constant cost.
// Rules: docs/platform-rules.md#list-cost.
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { createTestTable } from '../../test/harness/table.ts';
import { type Change, commit, put, remove, StaleRead } from '../data/changes.ts';
import { createMeter, runWithMeter } from '../data/meter.ts';
import { openTenantStore, type TenantStore } from '../data/store.ts';
import { parseTenantCode } from '../data/tenant-code.ts';
import { compareAsKeys } from './buckets.ts';
import { type CountedList, countedList } from './counted-list.ts';

interface RowItem {
  readonly id: string;
  readonly text?: string;
}

const SMALL = { bucket: 4, section: 16 };
let tenants = 0;

beforeAll(async () => {
  await createTestTable();
});

/** A tenant of its own, so that tests share a table. */
function createTenant(): TenantStore {
  tenants += 1;
  const code = parseTenantCode(`tenant-${tenants}`);
  if (!code) throw new Error('a tenant code');
  return openTenantStore(code);
}

const rowKey = (tenant: TenantStore, id: string) => tenant.key<RowItem>(`ROW#${id}`, 'ROW');
const putRow = (
  tenant: TenantStore,
  list: CountedList<RowItem>,
  id: string,
  sort: string,
  text?: string,
): Change => put(rowKey(tenant, id), { id, text }, { listed: { listing: list.listing, sort } });

/** Decides again on a stale read, as the machinery does for handlers. */
async function commitChanges(rule: () => Promise<Change[]>): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await commit(await rule());
    } catch (error) {
      if (!(error instanceof StaleRead) || attempt >= 20) throw error;
    }
  }
}

const insert = (tenant: TenantStore, list: CountedList<RowItem>, id: string, sort: string) =>
  commitChanges(async () => [putRow(tenant, list, id, sort), ...(await list.changesForInsert(sort))]);

const getIds = (items: readonly RowItem[]) => items.map(({ id }) => id);

/** Every page of the list, by number and by cursor, must be that part of `sorts`. */
async function expectPages(list: CountedList<RowItem>, sorts: readonly string[], pageSize: number) {
  const pages = Math.ceil(sorts.length / pageSize);
  let cursor: string | undefined;
  for (let pageIndex = 0; pageIndex <= pages; pageIndex += 1) {
    const page = await list.page({ pageIndex, pageSize });
    const own = sorts.slice(pageIndex * pageSize, (pageIndex + 1) * pageSize);
    const hasNext = (pageIndex + 1) * pageSize < sorts.length;
    expect(getIds(page.items)).toEqual(own);
    expect(page).toMatchObject({ total: sorts.length, hasNext, pageIndex, pageSize });
    if (cursor !== undefined) {
      const following = await list.pageAfter(cursor, pageSize);
      expect(following).toEqual({ items: page.items, total: page.total, hasNext, next: page.next });
    }
    expect(page.next === undefined).toBe(!hasNext);
    cursor = page.next;
  }
}

describe('exactness', () => {
  test('pages are exact for an empty list, one row, a full page and a page past the end', async () => {
    const tenant = createTenant();
    const list = countedList<RowItem>(tenant, 'ROWS', SMALL);
    await expectPages(list, [], 2);
    await insert(tenant, list, 'b', 'b');
    await expectPages(list, ['b'], 2);
    await insert(tenant, list, 'a', 'a');
    await expectPages(list, ['a', 'b'], 2);
    expect(await list.page({ pageIndex: 7, pageSize: 50 })).toMatchObject({
      items: [],
      total: 2,
      hasNext: false,
    });
    await commitChanges(async () => [remove(rowKey(tenant, 'a')), ...(await list.changesForRemove('a'))]);
    await commitChanges(async () => [remove(rowKey(tenant, 'b')), ...(await list.changesForRemove('b'))]);
    await expectPages(list, [], 2);
  });

  test('a write that leaves the sort text as it was changes no counter', async () => {
    expect(await countedList<RowItem>(createTenant(), 'ROWS').changesForMove('lee#1', 'lee#1')).toEqual([]);
  });

  test('pages and totals are those of a sorted array after any inserts, moves and removals', async () => {
    const seed = Number(process.env.FAST_CHECK_SEED ?? Date.now() % 2 ** 31);
    console.info(`counted-list.test.ts: FAST_CHECK_SEED=${seed}`);
    const sort = fc
      .string({
        unit: fc.oneof(
          fc.constantFrom('a', 'b', '#', 'é', '\uFFFD', '\u{1F600}'),
          fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
        ),
        minLength: 1,
        maxLength: 5,
      })
      .map((text) => `x${text}`);
    const step = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          kind: fc.constant('insert' as const),
          sorts: fc.array(sort, { minLength: 1, maxLength: 25 }),
        }),
      },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('move' as const), which: fc.nat(), sort }) },
      {
        weight: 2,
        arbitrary: fc.record({
          kind: fc.constant('remove' as const),
          which: fc.nat(),
          count: fc.integer({ min: 1, max: 30 }),
        }),
      },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('rebalance' as const), around: fc.boolean() }) },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 18 }),
        fc.integer({ min: 1, max: 9 }),
        async (steps, pageSize) => {
          const tenant = createTenant();
          const list = countedList<RowItem>(tenant, 'ROWS', SMALL);
          const rows = new Set<string>();
          let written: string[] = [];
          for (const step of steps) {
            const present = [...rows];
            const pick = (which: number) => present[which % present.length];
            if (step.kind === 'rebalance') {
              await list.rebalance(step.around ? written : undefined);
              continue;
            }
            const removed =
              step.kind === 'insert'
                ? []
                : step.kind === 'move'
                  ? [pick(step.which)].filter((row) => row !== undefined)
                  : present.slice(step.which % (present.length + 1)).slice(0, step.count);
            const requested =
              step.kind === 'insert'
                ? step.sorts
                : step.kind === 'move' && removed.length > 0
                  ? [step.sort]
                  : [];
            const added = [...new Set(requested)].filter((row) => !rows.has(row));
            // The row's id is its sort text, so a move is one row removed and one added.
            await commitChanges(async () => [
              ...removed.map((id) => remove(rowKey(tenant, id))),
              ...added.map((id) => putRow(tenant, list, id, id)),
              ...(await list.changesFor([
                ...removed.map((row) => ({ sort: row, by: -1 as const })),
                ...added.map((row) => ({ sort: row, by: 1 as const })),
              ])),
            ]);
            for (const row of removed) rows.delete(row);
            for (const row of added) rows.add(row);
            written = [...removed, ...added];
          }
          await expectPages(list, [...rows].sort(compareAsKeys), pageSize);
          expect(await list.recount(0)).toEqual({ rows: rows.size, corrected: 0, skipped: 0 });
        },
      ),
      { seed, numRuns: 12 },
    );
  }, 120_000);

  test('a cursor continues after its row, also when rows before it were added and the row itself was removed', async () => {
    const tenant = createTenant();
    const list = countedList<RowItem>(tenant, 'ROWS', SMALL);
    for (const id of ['b', 'd', 'f', 'h']) await insert(tenant, list, id, id);
    const { next = '' } = await list.page({ pageIndex: 0, pageSize: 2 });
    await insert(tenant, list, 'a', 'a');
    await commitChanges(async () => [remove(rowKey(tenant, 'd')), ...(await list.changesForRemove('d'))]);
    const page = await list.pageAfter(next, 2);
    expect(getIds(page.items)).toEqual(['f', 'h']);
    expect(page).toMatchObject({ total: 4, hasNext: false, next: undefined });
  });

  test("another tenant's cursor is refused", async () => {
    const tenant = createTenant();
    const list = countedList<RowItem>(tenant, 'ROWS');
    for (const id of ['a', 'b']) await insert(tenant, list, id, id);
    const { next = '' } = await list.page({ pageIndex: 0, pageSize: 1 });
    await expect(countedList(createTenant(), 'ROWS').pageAfter(next, 1)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
  });
});

describe('with concurrent writers', () => {
  test('fifty concurrent inserts during rebalancing are all counted', async () => {
    const tenant = createTenant();
    const list = countedList<RowItem>(tenant, 'ROWS', { bucket: 8, section: 24 });
    const ids = Array.from({ length: 50 }, (_, index) => `row-${String(index).padStart(2, '0')}`);
    const rebalancing = (async () => {
      for (let time = 0; time < 8; time += 1) await list.rebalance();
    })();
    await Promise.all([rebalancing, ...ids.map((id) => insert(tenant, list, id, id))]);
    await list.rebalance();
    await expectPages(list, ids, 7);
    expect(await list.recount(0)).toEqual({ rows: 50, corrected: 0, skipped: 0 });
  });

  test('a change that was prepared before a split fails after it', async () => {
    const tenant = createTenant();
    const list = countedList<RowItem>(tenant, 'ROWS', SMALL);
    for (const id of ['a', 'b', 'c', 'd', 'e']) await insert(tenant, list, id, id);
    const late = await list.changesForInsert('z');
    expect(await list.rebalance()).toEqual({ splits: 1, merges: 0, deferred: 0 });
    await expect(commit([putRow(tenant, list, 'z', 'z'), ...late])).rejects.toThrow(StaleRead);
  });
});

describe('rebalancing and recounting', () => {
  test('thousands of rows in one bucket are split in one run, and merged again once they are removed', async () => {
    const tenant = createTenant();
    const list = countedList<RowItem>(tenant, 'ROWS', { bucket: 4, section: 64 });
    const ids = Array.from({ length: 1200 }, (_, index) => String(index).padStart(4, '0'));
    for (let start = 0; start < ids.length; start += 80) {
      const batch = ids.slice(start, start + 80);
      await commitChanges(async () => [
        ...batch.map((id) => putRow(tenant, list, id, id)),
        ...(await list.changesFor(batch.map((sort) => ({ sort, by: 1 })))),
      ]);
    }
    const { deferred, splits } = await list.rebalance();
    expect({ deferred, splits: splits > 400 }).toEqual({ deferred: 0, splits: true });
    expect(getIds((await list.page({ pageIndex: 59, pageSize: 10 })).items)).toEqual(ids.slice(590, 600));
    expect(await list.rebalance()).toEqual({ splits: 0, merges: 0, deferred: 0 });
    const removed = ids.slice(0, 1190);
    for (let start = 0; start < removed.length; start += 40) {
      const batch = removed.slice(start, start + 40);
      await commitChanges(async () => [
        ...batch.map((id) => remove(rowKey(tenant, id))),
        ...(await list.changesFor(batch.map((sort) => ({ sort, by: -1 })))),
      ]);
    }
    await list.rebalance();
    await list.rebalance();
    const { items } = await tenant.query(tenant.partition('COUNT#ROWS#B'));
    expect(items.length).toBeLessThan(12);
    await expectPages(list, ids.slice(1190), 3);
  }, 60_000);

  test('a recount counts rows that were listed without being counted', async () => {
    const tenant = createTenant();
    const list = countedList<RowItem>(tenant, 'ROWS', SMALL);
    const ids = Array.from({ length: 30 }, (_, index) => `uncounted-${String(index).padStart(2, '0')}`);
    await commit(ids.slice(0, 20).map((id) => putRow(tenant, list, id, id)));
    expect(await list.recount(0)).toEqual({ rows: 20, corrected: 2, skipped: 0 });
    await list.rebalance();
    await commit(ids.slice(20).map((id) => putRow(tenant, list, id, id)));
    expect((await list.page({ pageIndex: 0, pageSize: 5 })).total).toBe(20);
    expect((await list.recount(0)).skipped).toBe(0);
    await expectPages(list, ids, 7);
  });

  test('a bucket is not split while the index lags behind its counter', async () => {
    const tenant = createTenant();
    const list = countedList<RowItem>(tenant, 'ROWS', SMALL);
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) await insert(tenant, list, id, id);
    // One counted row is not in the index, one in the index is not counted: the number alone agrees.
    await commit([remove(rowKey(tenant, 'b')), putRow(tenant, list, 'g', 'g')]);
    expect(await list.rebalance()).toEqual({ splits: 0, merges: 0, deferred: 1 });
  });
});

describe('cost (what a page costs does not grow with the tenant)', () => {
  const PAGE = 25;
  // Dense: where a bucket starts there often is a row of just that text.
  const idOf = (row: number) => String(row).padStart(6, '0');

  async function filled(count: number) {
    const tenant = createTenant();
    const list = countedList<RowItem>(tenant, 'ROWS');
    const ids = Array.from({ length: count }, (_, index) => idOf((index * 7919) % count));
    for (let start = 0; start < count; start += 75) {
      const batch = ids.slice(start, start + 75).sort();
      // A kilobyte, as a person in a list is.
      await commit(batch.map((id) => putRow(tenant, list, id, id, 'x'.repeat(900))));
    }
    await list.recount(0);
    await list.rebalance();
    return list;
  }

  async function readUnits(list: CountedList<RowItem>, pageIndex: number): Promise<number> {
    const meter = createMeter();
    const page = await runWithMeter(meter, () => list.page({ pageIndex, pageSize: PAGE }));
    expect(page.items[0]?.id).toBe(idOf(pageIndex * PAGE));
    expect(meter.roundTrips).toBeLessThanOrEqual(3);
    return meter.readUnits;
  }

  test('first, middle and last pages of 9,000 rows cost what those of 800 rows do', async () => {
    const [small, large] = [await filled(800), await filled(9_000)];
    const costs = async (list: CountedList<RowItem>, rows: number) => {
      const last = rows / PAGE - 1;
      const middle: number[] = [];
      for (let step = 1; step <= 16; step += 1)
        middle.push(await readUnits(list, Math.floor((last * step) / 17)));
      return {
        first: await readUnits(list, 0),
        middle: middle.reduce((sum, units) => sum + units, 0) / middle.length,
        most: Math.max(...middle),
        last: await readUnits(list, last),
      };
    };
    const few = await costs(small, 800);
    const many = await costs(large, 9_000);
    console.info('read units of a page of 25', { few, many });
    expect(many.first).toBe(few.first);
    expect(many.last).toBe(few.last);
    expect(many.middle).toBeLessThanOrEqual(few.middle * 1.25);
    expect(many.most).toBeLessThanOrEqual(9.5);
  }, 120_000);
});
