// A counted list that several writers change at once, and its rebalancing and recounting.
import { beforeAll, describe, expect, test } from 'vitest';
import { commit, remove, StaleRead } from '../../shared/data/changes.ts';
import { countedList } from '../../shared/lists/counted-list.ts';
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
  });

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
