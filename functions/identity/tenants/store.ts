// Stored tenants: the settings in the tenant's own partition, an entry in the platform's directory.
import type { TenantItem } from '../../../shared/auth/accounts/records.ts';
import { tenantKey } from '../../../shared/auth/accounts/records.ts';
import {
  type Change,
  type Condition,
  check,
  ifAbsent,
  type ListingAttributes,
  listingAttributes,
  type OnConflict,
  put,
  remove,
  update,
} from '../../../shared/data/changes.ts';
import { isOpenMerge } from '../../../shared/data/open-merge.ts';
import type { Key, Page, PlatformStore, TenantStore } from '../../../shared/data/store.ts';
import { findOwnTable } from '../../../shared/data/tables.ts';
import { parseTenantCode } from '../../../shared/data/tenant/tenant-code.ts';
import { divideCountedPeople } from '../../../shared/directory/people/person-store.ts';
import { alreadyExists, notFound } from '../../../shared/errors/failure.ts';
import { type IfMatch, ifUnchanged } from '../../../shared/http/etag.ts';
import { movedClockPosition } from '../../../shared/schedule/tenant-clock.ts';
import { ifNeverErased } from '../administration/erased-tenants.ts';
import { openTenant } from '../administration/open-tenant.ts';
import { buildPageRange } from '../lists/list.ts';

/** The directory's entry of a tenant, for lists. */
export interface TenantEntryItem {
  readonly type: 'tenant-entry';
  readonly id: string;
  readonly name: string;
  readonly status: TenantItem['status'];
  readonly tier: string;
  readonly createdDate: string;
}

const entryKey = (platform: PlatformStore, code: string): Key<TenantEntryItem> =>
  platform.key('TENANTS', code);

const toTenantEntry = ({ id, name, status, tier, createdDate }: TenantItem): TenantEntryItem => ({
  type: 'tenant-entry',
  id,
  name,
  status,
  tier,
  createdDate,
});

/** A page of the directory, by code. */
export function tenantsByCode(
  platform: PlatformStore,
  query: { readonly pageSize: number; readonly cursor?: string | undefined },
): Promise<Page<TenantEntryItem>> {
  const directory = platform.partition<TenantEntryItem>('TENANTS');
  return platform.query(
    directory,
    buildPageRange(query, 1, ([code = '']) => ({ pk: directory.name, sk: code })),
  );
}

/**
 * The tenant with this code.
 * @throws Failure 404
 */
export async function requireTenant(platform: PlatformStore, code: string): Promise<TenantItem> {
  const known = parseTenantCode(code);
  const item =
    known && (await platform.tenant(known).get(tenantKey(platform.tenant(known)), { consistent: true }));
  if (!item) throw notFound('tenant', code);
  return item;
}

/** Where a tenant with a moved clock is listed, because its timers are not due by the real time. */
const listTenant = (tenant: TenantStore, { clockOffsetSeconds }: TenantItem): Partial<ListingAttributes> =>
  clockOffsetSeconds === 0 ? {} : listingAttributes(tenantKey(tenant), movedClockPosition(tenant));

/**
 * Changes the attributes of a tenant that differ. Those that merges of its records write stay as they are: they come and go
 * without a version.
 */
function updateTenant(
  platform: PlatformStore,
  before: TenantItem,
  after: TenantItem,
  condition: { readonly condition: Condition; readonly onConflict: OnConflict },
): Change {
  const tenant = openTenant(platform, after.id);
  const { gsi1pk, gsi1sk, gsi2pk, ...settings }: TenantItem & Partial<ListingAttributes> = after;
  const next: Readonly<Record<string, unknown>> = { ...settings, ...listTenant(tenant, after) };
  const former: Readonly<Record<string, unknown>> = { ...before };
  const isOwn = (name: string): boolean => name !== 'pk' && name !== 'sk' && !isOpenMerge(name);
  const set = Object.entries(next).filter(([name, value]) => isOwn(name) && value !== former[name]);
  const unset = Object.keys(former).filter((name) => isOwn(name) && next[name] === undefined);
  return update<object>(tenantKey(tenant), { set: Object.fromEntries(set), unset }, condition);
}

/**
 * Inserts a tenant with the counters of its people; fails when its code is taken, or was the code of a tenant that was erased.
 */
export function insertTenant(platform: PlatformStore, item: TenantItem): Change[] {
  const onConflict = alreadyExists('tenant', 'code', item.id);
  const tenant = openTenant(platform, item.id);
  const table = findOwnTable(tenant.code);
  return [
    put(
      tenantKey(tenant),
      { ...item, ...(table && { table }), ...listTenant(tenant, item) },
      { condition: ifAbsent, onConflict },
    ),
    put(entryKey(platform, item.id), toTenantEntry(item), { condition: ifAbsent, onConflict }),
    ifNeverErased(platform, item.id),
    ...divideCountedPeople(openTenant(platform, item.id)),
  ];
}

/** Removes a tenant, the last of its items, with its entry in the directory. */
export const removeTenant = (platform: PlatformStore, code: string): Change[] => [
  remove(tenantKey(openTenant(platform, code))),
  remove(entryKey(platform, code)),
];

/** Whether the directory has a tenant with this code. One read. */
export const isListedTenant = async (platform: PlatformStore, code: string): Promise<boolean> =>
  (await platform.get(entryKey(platform, code), { consistent: true })) !== undefined;

/** Replaces a tenant that was read as `before`; writes nothing when it is unchanged. */
export const replaceTenant = (
  platform: PlatformStore,
  before: TenantItem,
  after: TenantItem,
  ifMatch?: IfMatch,
): Change[] => {
  const key = tenantKey(openTenant(platform, after.id));
  const { condition, onConflict } = ifUnchanged(before.version, ifMatch);
  if (after === before) return ifMatch === undefined ? [] : [check(key, condition, onConflict)];
  return [
    updateTenant(platform, before, after, { condition, onConflict }),
    put(entryKey(platform, after.id), toTenantEntry(after)),
  ];
};
