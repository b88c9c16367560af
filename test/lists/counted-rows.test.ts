// Ranges of a counted list: for any bounds, the same rows and the same number as reading all of them.
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { commit, put } from '../../shared/data/changes.ts';
import { createMeter, runWithMeter } from '../../shared/data/meter.ts';
import { openTenantStore, type TenantStore } from '../../shared/data/store.ts';
import { parseTenantCode } from '../../shared/data/tenant/tenant-code.ts';
import { compareAsKeys } from '../../shared/lists/buckets.ts';
import { type CountedList, countedList } from '../../shared/lists/counted-list.ts';
import { createTestTable } from '../harness/table.ts';

interface RowItem {
  readonly id: string;
}

const SMALL = { bucket: 4, section: 16 };
const [many, empty] = ['rows-of-many', 'rows-of-none'].map((text) => {
  const code = parseTenantCode(text);
  if (!code) throw new Error('a tenant code');
  return openTenantStore(code);
}) as [TenantStore, TenantStore];
const list: CountedList<RowItem> = countedList<RowItem>(many, 'ROWS', SMALL);
const sorts = Array.from({ length: 120 }, (_, index) => `${String((index * 7) % 120).padStart(3, '0')}`).sort(
  compareAsKeys,
);

beforeAll(async () => {
  await createTestTable();
  for (let first = 0; first < sorts.length; first += 10) {
    const batch = sorts.slice(first, first + 10);
    await commit([
      ...batch.map((sort) =>
        put(
          many.key<RowItem>(`ROW#${sort}`, 'ROW'),
          { id: sort },
          { listed: { listing: list.listing, sort } },
        ),
      ),
      ...(await list.changesFor(batch.map((sort) => ({ sort, by: 1 as const })))),
    ]);
    await list.rebalance(batch);
  }
});

const bound = fc.option(
  fc.oneof(
    fc.integer({ min: 0, max: 125 }).map((number) => String(number).padStart(3, '0')),
    fc.constantFrom(' ', '0', '05~', '~', '1'),
  ),
  { nil: undefined },
);

describe('a range of a counted list', () => {
  test('contains the rows between its bounds, on any page', async () => {
    await fc.assert(
      fc.asyncProperty(
        bound,
        bound,
        fc.nat(130),
        fc.integer({ min: 1, max: 40 }),
        async (from, before, first, count) => {
          const own = sorts.filter(
            (sort) =>
              (from === undefined || compareAsKeys(sort, from) >= 0) &&
              (before === undefined || compareAsKeys(sort, before) < 0),
          );
          const range = await list.range({ from, before });
          expect(range.total).toBe(own.length);
          expect((await range.rows(first, count)).map(({ id }) => id)).toEqual(
            own.slice(first, first + count),
          );
          expect((await list.between({ from, before })).map(({ id }) => id)).toEqual(own);
        },
      ),
      { numRuns: 150 },
    );
  });

  test('of an empty list is empty', async () => {
    const none = countedList<RowItem>(empty, 'ROWS', SMALL);
    const range = await none.range({ from: '1', before: '2' });
    expect(range.total).toBe(0);
    expect(await range.rows(0, 10)).toEqual([]);
    expect(await none.between({ from: '1' })).toEqual([]);
  });

  test('is counted without reading its rows', async () => {
    const meter = createMeter();
    await runWithMeter(meter, async () => list.range({ from: '010', before: '110' }));
    // Sections, and for each bound the buckets of a section and a bucket's rows.
    expect(meter.roundTrips).toBeLessThanOrEqual(5);
    expect(meter.readUnits).toBeLessThanOrEqual(3);
  });
});
