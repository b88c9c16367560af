// A store reads only its own scope, in whole batches and ordered ranges (docs/data.md#tenant-keys).
import { beforeAll, describe, expect, it } from 'vitest';
import { commit, put } from '../../shared/data/changes.ts';
import { type DatabaseRequest, observeRequests } from '../../shared/data/client.ts';
import { createMeter, runWithMeter } from '../../shared/data/meter.ts';
import { openPlatformStore, openTenantStore, type TenantStore } from '../../shared/data/store.ts';
import { parseTenantCode } from '../../shared/data/tenant/tenant-code.ts';
import { createTestTable } from '../harness/table.ts';

interface Item {
  readonly n: number;
}

const openStore = (text: string): TenantStore => {
  const code = parseTenantCode(text);
  if (!code) throw new Error(`${text} can be no tenant code`);
  return openTenantStore(code);
};
const alder = openStore('alder');
const alderTwo = openStore('alder-2');
const itemKey = (store: TenantStore, n: number) => store.key<Item>('ITEMS', String(n).padStart(3, '0'));

beforeAll(async () => {
  await createTestTable();
  for (const store of [alder, alderTwo])
    for (let start = 0; start < 150; start += 50)
      await commit(
        Array.from({ length: 50 }, (_, index) => {
          const n = start + index;
          const listed =
            n < 10 ? { listing: store.listing<Item>('LISTED'), sort: `name-${9 - n}` } : undefined;
          return put(itemKey(store, n), { n }, listed && { listed });
        }),
      );
});

const numbers = ({ items }: { readonly items: readonly Item[] }) => items.map(({ n }) => n);

describe('a store', () => {
  it('refuses a key or partition of another scope before anything is sent', async () => {
    const sent: DatabaseRequest[] = [];
    const stop = observeRequests((request) => sent.push(request));
    const foreign = [itemKey(alderTwo, 1), openPlatformStore().key<Item>('KEYS', 'x')];
    for (const key of foreign) {
      await expect(alder.get(key)).rejects.toThrow('outside');
      await expect(alder.getMany([itemKey(alder, 1), key])).rejects.toThrow('outside');
    }
    await expect(alder.query(alderTwo.partition<Item>('ITEMS'))).rejects.toThrow('outside');
    await expect(alder.query(alderTwo.listing<Item>('LISTED'))).rejects.toThrow('outside');
    stop();
    expect(sent).toEqual([]);
  });

  it('separates a tenant from another whose code begins with the same letters', async () => {
    expect(alderTwo.prefix.startsWith(alder.prefix)).toBe(false);
    await commit([put(alderTwo.key<Item>('ONLY', 'THERE'), { n: 1 })]);
    expect(await alder.get(alder.key<Item>('ONLY', 'THERE'))).toBeUndefined();
  });

  it('reads many items in the order of the keys, each once, with undefined where there is none', async () => {
    const meter = createMeter();
    const ids = [149, 999, 3, 149, ...Array.from({ length: 120 }, (_, n) => n)];
    const items = await runWithMeter(meter, () => alder.getMany(ids.map((n) => itemKey(alder, n))));
    expect(items.map((item) => item?.n)).toEqual(ids.map((n) => (n === 999 ? undefined : n)));
    expect(meter.roundTrips).toBe(2);
  });

  it('reads ranges forward and backward, page by page', async () => {
    const items = alder.partition<Item>('ITEMS');
    expect(numbers(await alder.query(items, { from: '005', to: '008' }))).toEqual([5, 6, 7, 8]);
    expect(numbers(await alder.query(items, { from: '148' }))).toEqual([148, 149]);
    expect(numbers(await alder.query(items, { to: '001', backward: true }))).toEqual([1, 0]);
    expect(numbers(await alder.query(items, { beginsWith: '14', limit: 2 }))).toEqual([140, 141]);
    const first = await alder.query(items, { limit: 2, consistent: true });
    expect(numbers(await alder.query(items, { limit: 2, ...(first.next && { after: first.next }) }))).toEqual(
      [2, 3],
    );
    expect((await alder.query(items, { from: '149' })).next).toBeUndefined();
  });

  it('reads a listing in its own order', async () => {
    expect(numbers(await alder.query(alder.listing<Item>('LISTED')))).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  });
});

describe('the meter', () => {
  it('counts the cost that DynamoDB reports, only for the request that caused it', async () => {
    const [a, b] = [createMeter(), createMeter()];
    await Promise.all([
      runWithMeter(a, async () => {
        await alder.get(itemKey(alder, 1), { consistent: true });
        await commit([put(itemKey(alder, 500), { n: 500 })]);
      }),
      runWithMeter(b, () => alder.get(itemKey(alder, 2))),
    ]);
    expect([a.roundTrips, a.readUnits, a.writeUnits]).toEqual([2, 1, 1]);
    expect([b.roundTrips, b.readUnits, b.writeUnits]).toEqual([1, 0.5, 0]);
    expect(a.milliseconds).toBeGreaterThan(0);
  });

  it('counts a request that failed as a round trip', async () => {
    const meter = createMeter();
    const bad = { expression: 'attribute_not_exists(pk)' };
    await runWithMeter(meter, () =>
      commit([put(itemKey(alder, 1), { n: 1 }, { condition: bad, onConflict: 'retry' })]),
    ).catch(() => undefined);
    expect(meter.roundTrips).toBe(1);
  });
});
