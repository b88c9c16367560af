// Counted lists against the real DynamoDB Local: exact pages and totals after any changes, at a constant cost.
// Rules: docs/data.md#lists-with-page-numbers.
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { commit, remove } from '../../shared/data/changes.ts';
import { createMeter, runWithMeter } from '../../shared/data/meter.ts';
import { compareAsKeys } from '../../shared/lists/buckets.ts';
import { type CountedList, countedList } from '../../shared/lists/counted-list.ts';
import { createTestTable } from '../harness/table.ts';
import {
  commitChanges,
  createTenant,
  expectPages,
  getIds,
  insert,
  putRow,
  type RowItem,
  rowKey,
  SMALL,
} from './counted-list-rows.ts';

beforeAll(async () => {
  await createTestTable();
});

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

  test('a list that is divided while it is empty has exact pages, and keeps its parts when a full one is split', async () => {
    const tenant = createTenant();
    const list = countedList<RowItem>(tenant, 'ROWS', SMALL);
    await commit(list.divide(['g', 'p']));
    await expectPages(list, [], 2);
    const sorts = ['a', 'b', 'g', 'h', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'z'];
    for (const sort of sorts) await insert(tenant, list, sort, sort);
    await expectPages(list, sorts, 2);
    await list.rebalance(['h']);
    await expectPages(list, sorts, 3);
    const sections = await tenant.queryAll(tenant.partition<{ sk: string; n: number }>('COUNT#ROWS'));
    expect(sections.filter(({ sk }) => [' ', 'g', 'p'].includes(sk))).toHaveLength(3);
    expect(sections.reduce((sum, { n }) => sum + n, 0)).toBe(sorts.length);
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
  });

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
  });
});
