// Stored exports: the export, its run, and what calls the job. The files are stored files (shared/files).
import type { Caller } from '../../../shared/auth/access/access.ts';
import { findOwner } from '../../../shared/auth/access/owner.ts';
import { type Change, ifAbsent, put, remove } from '../../../shared/data/changes.ts';
import type { Key, Partition, TenantStore } from '../../../shared/data/store.ts';
import { notFound } from '../../../shared/errors/failure.ts';
import { removeFile } from '../../../shared/files/stored-file.ts';
import { type IfMatch, ifUnchanged } from '../../../shared/http/etag.ts';
import { createRunStore } from '../../../shared/jobs/leased-run.ts';
import { type ExportFile, type ExportItem, type ExportRunItem, isExpired } from './export.ts';

/** Calls the job, which removes the files of a deleted export. */
interface StepItem {
  readonly type: 'export-step';
  /** Another one for each call, so that the item changes. */
  readonly mark: string;
  readonly deleted?: readonly Pick<ExportFile, 'id' | 'sha256' | 'chunks'>[];
  readonly ttl: number;
}

const partitionName = (id: string): string => `EXPORT#${id}`;
const exportKey = (tenant: TenantStore, id: string): Key<ExportItem> =>
  tenant.key(partitionName(id), 'EXPORT');
const stepKey = (tenant: TenantStore, id: string): Key<StepItem> => tenant.key(partitionName(id), 'STEP');

const exportsByOwner = (tenant: TenantStore, owner: string): Partition<ExportItem> =>
  tenant.listing(`EXPORTS#${owner}`);

/** The runs of exports. */
export const exportRuns = createRunStore<ExportRunItem>(partitionName, 'EXPORT-RUNS');

const putExport = (tenant: TenantStore, item: ExportItem, conditional: object): Change =>
  put(exportKey(tenant, item.id), item, {
    ...conditional,
    listed: {
      listing: exportsByOwner(tenant, item.requestedBy),
      sort: `${item.createdDate}#${item.id}`,
    },
  });

/** Stores a new export. */
export const insertExport = (tenant: TenantStore, item: ExportItem): Change =>
  putExport(tenant, item, { condition: ifAbsent, onConflict: 'retry' });

/** Stores a changed export. */
export const updateExport = (tenant: TenantStore, before: ExportItem, after: ExportItem): Change =>
  putExport(tenant, after, ifUnchanged(before.version, undefined));

/** The exports of an owner, newest first. */
export const listExportsOf = async (tenant: TenantStore, owner: string, now: Date): Promise<ExportItem[]> => {
  const all = await tenant.queryAll(exportsByOwner(tenant, owner), { backward: true });
  return all.filter((item) => !isExpired(item, now));
};

/** An export and its run, while there are such. */
export async function exportById(tenant: TenantStore, id: string) {
  const keys: Key<ExportItem | ExportRunItem>[] = [exportKey(tenant, id), exportRuns.key(tenant, id)];
  const [item, run] = await tenant.getMany(keys, { consistent: true });
  return {
    item: item?.type === 'export' ? item : undefined,
    run: run?.type === 'export-run' ? run : undefined,
  };
}

/**
 * An export of the caller.
 * @throws Failure 404, also for one of somebody else
 */
export async function requireExport(
  tenant: TenantStore,
  id: string,
  { caller, receivedAt }: { readonly caller: Caller; readonly receivedAt: Date },
): Promise<ExportItem> {
  const item = await tenant.get(exportKey(tenant, id), { consistent: true });
  if (!item || item.requestedBy !== findOwner(caller) || isExpired(item, receivedAt))
    throw notFound('export', id);
  return item;
}

/** Calls the job for an export. */
export const callJob = (tenant: TenantStore, { id, ttl }: ExportItem, mark: string): Change =>
  put(stepKey(tenant, id), { type: 'export-step', mark, ttl });

/** Removes an export; the job removes its files, which may be more than a transaction takes. */
export const removeExport = (
  tenant: TenantStore,
  { id, files, ttl, version }: ExportItem,
  mark: string,
  ifMatch?: IfMatch,
): Change[] => [
  remove(exportKey(tenant, id), ifUnchanged(version, ifMatch)),
  remove(exportRuns.key(tenant, id)),
  put(stepKey(tenant, id), {
    ...{ type: 'export-step', mark, ttl },
    deleted: files.map((file) => ({ id: file.id, sha256: file.sha256, chunks: file.chunks })),
  }),
];

/** The removals of what a deleted export leaves, one commit for each file. */
export async function* removeFiles(tenant: TenantStore, id: string): AsyncGenerator<readonly Change[]> {
  const step = await tenant.get(stepKey(tenant, id), { consistent: true });
  for (const file of step?.deleted ?? []) yield removeFile(tenant, file);
  if (step) yield [remove(stepKey(tenant, id))];
}
