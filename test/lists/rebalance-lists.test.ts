// Writes that leave a bucket too large or too small mark it, and the function that the mark calls balances its list.
import { beforeAll, describe, expect, it } from 'vitest';
import { handler } from '../../functions/platform/rebalance-lists/handler.ts';
import { commit, put, remove } from '../../shared/data/changes.ts';
import { openTenantStore } from '../../shared/data/store.ts';
import { tableName } from '../../shared/data/tables.ts';
import { parseTenantCode } from '../../shared/data/tenant/tenant-code.ts';
import { countedList } from '../../shared/lists/counted-list.ts';
import { balanceLists } from '../harness/balance-lists.ts';
import { createTestTable } from '../harness/table.ts';

interface RowItem {
  readonly id: string;
}

interface BucketItem {
  readonly n: number;
  readonly type?: string;
}

const code = parseTenantCode('alder');
if (!code) throw new Error('alder is a tenant code');
const tenant = openTenantStore(code);
// A name that ends like the partition of another list's buckets.
const list = countedList<RowItem>(tenant, 'ROWS#B');
const bucketPartition = 'COUNT#ROWS#B#B';
const sortText = (row: number) => `row-${String(row).padStart(4, '0')}`;

const insertRow = async (row: number) => {
  const item = { id: String(row) };
  const key = tenant.key<RowItem>(`ROW#${row}`, 'ROW');
  await commit([
    put(key, item, { listed: { listing: list.listing, sort: sortText(row) } }),
    ...(await list.changesForInsert(sortText(row))),
  ]);
};
const removeRow = async (row: number) =>
  commit([remove(tenant.key<RowItem>(`ROW#${row}`, 'ROW')), ...(await list.changesForRemove(sortText(row)))]);

const listBuckets = () => tenant.queryAll(tenant.partition<BucketItem & { sk: string }>(bucketPartition));

const deliverMarks = () => balanceLists(tableName());

beforeAll(async () => {
  await createTestTable();
  for (let row = 0; row < 64; row += 1) await insertRow(row);
});

describe('a counted list', () => {
  it('has no mark while its bucket is within its limit', async () => {
    expect(await listBuckets()).toMatchObject([{ n: 64 }]);
    expect(await deliverMarks()).toBe(0);
  });

  it('is split once a write has made a bucket too large, and the mark is gone', async () => {
    await insertRow(64);
    expect(await deliverMarks()).toBe(1);
    const buckets = await listBuckets();
    expect(buckets.length).toBeGreaterThan(1);
    expect(buckets.reduce((sum, { n }) => sum + n, 0)).toBe(65);
    expect(buckets.every(({ type }) => type === undefined)).toBe(true);
    expect(await deliverMarks()).toBe(0);
  });

  it('is merged again once writes have made its buckets small', async () => {
    for (let row = 5; row < 65; row += 1) {
      await removeRow(row);
      await deliverMarks();
    }
    expect(await listBuckets()).toMatchObject([{ n: 5 }]);
    const page = await list.page({ pageIndex: 0, pageSize: 10 });
    expect([page.total, page.items.map(({ id }) => id)]).toEqual([5, ['0', '1', '2', '3', '4']]);
  });

  it('ignores what is no counter of a list', async () => {
    const record = (pk: string, type: string) => ({
      Records: [
        {
          eventName: 'MODIFY' as const,
          dynamodb: { Keys: { pk: { S: pk }, sk: { S: ' ' } }, NewImage: { type: { S: type } } },
        },
      ],
    });
    await handler(record('T#alder#ROW#1', 'unbalanced-bucket'));
    await handler(record('P#KEYS', 'unbalanced-section'));
    await handler(record('T#alder#COUNT#ROWS#B', 'row'));
    expect(await list.total()).toBe(5);
  });
});
