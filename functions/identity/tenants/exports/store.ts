// Stored exports of tenants: with the platform, because the tenant may be suspended. Their files are the tenant's.
import { type Change, commit, ifAbsent, ifVersion, put, remove } from '../../../../shared/data/changes.ts';
import { type ScannedItem, toScannedKey } from '../../../../shared/data/scan-items.ts';
import type { Key, Partition, PlatformStore } from '../../../../shared/data/store.ts';
import { writeBatches } from '../../../../shared/data/write-batches.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { createRunStore } from '../../../../shared/jobs/leased-run.ts';
import {
  isExportExpired,
  type TenantExportItem,
  type TenantExportPartItem,
  type TenantExportRunItem,
} from './export.ts';

const partitionName = (id: string): string => `TENANT-EXPORT#${id}`;

const exportKey = (platform: PlatformStore, id: string): Key<TenantExportItem> =>
  platform.key(partitionName(id), 'EXPORT');
const partKey = (platform: PlatformStore, id: string, name: string): Key<TenantExportPartItem> =>
  platform.key(partitionName(id), `PART#${name}`);
const exportsOfTenant = (platform: PlatformStore, code: string): Partition<TenantExportItem> =>
  platform.listing(`TENANT-EXPORTS#${code}`);

/** The runs of exports of tenants. */
export const tenantExportRuns = createRunStore<TenantExportRunItem, PlatformStore>(
  partitionName,
  'TENANT-EXPORT-RUNS',
);

/** Stores an export: a new one, or one that was read at its version. */
export const putTenantExport = (
  platform: PlatformStore,
  before: TenantExportItem | undefined,
  after: TenantExportItem,
): Change =>
  put(exportKey(platform, after.id), after, {
    condition: before ? ifVersion(before.version) : ifAbsent,
    onConflict: 'retry',
    listed: {
      listing: exportsOfTenant(platform, after.tenantCode),
      sort: `${after.createdDate}#${after.id}`,
    },
  });

/** The exports of a tenant, newest first. */
export async function listTenantExportsOf(
  platform: PlatformStore,
  code: string,
  now: Date,
): Promise<TenantExportItem[]> {
  const all = await platform.queryAll(exportsOfTenant(platform, code), { backward: true });
  return all.filter((item) => !isExportExpired(item, now));
}

/** An export and its run, while there are such. */
export async function tenantExportById(platform: PlatformStore, id: string) {
  const keys: Key<TenantExportItem | TenantExportRunItem>[] = [
    exportKey(platform, id),
    tenantExportRuns.key(platform, id),
  ];
  const [item, run] = await platform.getMany(keys, { consistent: true });
  return {
    item: item?.type === 'tenant-export' ? item : undefined,
    run: run?.type === 'tenant-export-run' ? run : undefined,
  };
}

/** An export of a tenant. @throws Failure 404 */
export async function requireTenantExport(
  platform: PlatformStore,
  code: string,
  id: string,
  now: Date,
): Promise<TenantExportItem> {
  const item = await platform.get(exportKey(platform, id), { consistent: true });
  if (!item || item.tenantCode !== code.trim().toLowerCase() || isExportExpired(item, now))
    throw notFound('export', id);
  return item;
}

/** Stores a part, in place of one with this name that a worker wrote before it was cut off. */
export const putPart = (platform: PlatformStore, id: string, part: TenantExportPartItem): Change =>
  put(partKey(platform, id, part.name), part);

/** A part by its name. One read. */
export const partByName = (
  platform: PlatformStore,
  id: string,
  name: string,
): Promise<TenantExportPartItem | undefined> =>
  platform.get(partKey(platform, id, name), { consistent: true });

/** The parts of an export by name, without those that a worker wrote before it was cut off. */
export async function listParts(
  platform: PlatformStore,
  { id, parts }: Pick<TenantExportRunItem, 'id' | 'parts'>,
): Promise<TenantExportPartItem[]> {
  const partition = platform.partition<TenantExportPartItem>(partitionName(id));
  const all = await platform.queryAll(partition, { beginsWith: 'PART#', consistent: true });
  return all.filter(({ recordType, number }) => number <= (parts[recordType] ?? 0));
}

/** Removes what is stored of a tenant's exports; their files are the tenant's. */
export async function removeTenantExports(platform: PlatformStore, code: string): Promise<void> {
  for (const { id } of await platform.queryAll(exportsOfTenant(platform, code))) {
    const items = await platform.queryAll(platform.partition<ScannedItem>(partitionName(id)), {
      only: ['pk', 'sk'],
    });
    // The export itself goes last, because it leads to the others.
    const rest = items.filter(({ sk }) => sk !== exportKey(platform, id).sk);
    await writeBatches(rest.map((item) => remove(toScannedKey(platform, item))));
    await commit([remove(exportKey(platform, id))]);
  }
}
