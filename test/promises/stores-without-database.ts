// Stores without a database: what a rule wrote is what it reads again, at another moment.
import type { Change } from '../../shared/data/changes.ts';
import {
  type Key,
  openPlatformStore,
  openTenantStore,
  type Partition,
  type PlatformStore,
  type Range,
  type TenantStore,
} from '../../shared/data/store.ts';
import { parseTenantCode } from '../../shared/data/tenant/tenant-code.ts';

/** The item that a change writes. */
export function findWritten(change: Change): Readonly<Record<string, unknown>> {
  const item = change.action.Put?.Item;
  if (!item) throw new Error('The change writes no item');
  return item;
}

const code = parseTenantCode('promised');
if (!code) throw new Error('promised is a tenant code');

export const platform: PlatformStore = openPlatformStore();
export const tenant: TenantStore = openTenantStore(code);

const reading = (item: unknown) => ({ get: async <T>() => item as T | undefined });

/** A platform in which every read finds the item that a change wrote. */
export const platformWith = (change: Change): PlatformStore => ({
  ...platform,
  ...reading(findWritten(change)),
});

/** A tenant in which every read finds the item that a change wrote. */
export const tenantWith = (change: Change): TenantStore => ({ ...tenant, ...reading(findWritten(change)) });

/** The attributes that an update sets. */
export const findSet = ({ action }: Change): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(action.Update?.ExpressionAttributeValues ?? {}).map(([name, value]) => [
      name.slice(1),
      value,
    ]),
  );

/** How many seconds after a moment an item expires. */
export const secondsToLive = (change: Change, from: Date): number =>
  Number((change.action.Put ? findWritten(change) : findSet(change)).ttl) - Math.floor(from.getTime() / 1000);

/** What a store finds where every list has these items: all of them, or as many as are asked for. */
const finding = (items: readonly unknown[]) => ({
  queryAll: async <T>(_: Partition<T>, { limit }: Range = {}) => items.slice(0, limit) as T[],
  getMany: async <T>(keys: readonly Key<T>[]): Promise<(T | undefined)[]> => keys.map(() => undefined),
});

/** A tenant, and a platform, whose lists have these items. */
export const tenantListing = (items: readonly unknown[]): TenantStore => ({ ...tenant, ...finding(items) });
