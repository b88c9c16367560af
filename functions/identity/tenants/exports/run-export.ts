// Runs an export of a tenant in steps. It may stop anywhere: the position in the scan is stored after the parts with what
// was read before it, and parts of a worker that was cut off are replaced by those of the next one.

import { readGroups } from '../../../../shared/auth/accounts/read-groups.ts';
import { subjectsByName } from '../../../../shared/auth/accounts/records.ts';
import { userKey } from '../../../../shared/auth/accounts/users.ts';
import { clientsByTenant } from '../../../../shared/auth/clients/clients.ts';
import { commit } from '../../../../shared/data/changes.ts';
import { type ScannedItem, scanItems } from '../../../../shared/data/scan-items.ts';
import type { PlatformStore, TenantStore } from '../../../../shared/data/store.ts';
import { decompressFile, loadFile } from '../../../../shared/files/stored-file.ts';
import { advanceRun, type RunContext, type TakenRun, workOnRun } from '../../../../shared/jobs/leased-run.ts';
import { pick } from '../../../../shared/values/pick.ts';
import { openTenant } from '../../administration/open-tenant.ts';
import { type ExportPhase, manifestType, type TenantExportItem, type TenantExportRunItem } from './export.ts';
import { getExportedType, whyLeftOut } from './exported-types.ts';
import { formatLine } from './lines.ts';
import { buildManifest, presentPart } from './manifest.ts';
import { createPartWriter, type PartWriter, storePart } from './part-writer.ts';
import { listParts, putTenantExport, tenantExportById, tenantExportRuns } from './store.ts';

/** A run that a worker has, with its export. */
interface TakenExport extends TakenRun<TenantExportRunItem, PlatformStore> {
  item: TenantExportItem;
}

/** How long a scan goes on before its position is stored, in milliseconds: less than a lease. */
const CHECKPOINT = 20_000;

/** A stored file that lasts, with its content: its own record has only the place of its chunks. */
async function addContent(tenant: TenantStore, item: ScannedItem, now: Date): Promise<ScannedItem> {
  const stored = await loadFile(tenant, String(item.id), now);
  return stored ? { ...item, content: await decompressFile(stored) } : item;
}

/** Adds the items of a part of the scan. Returns how many of each type were left out. */
async function addItems(
  tenant: TenantStore,
  items: readonly ScannedItem[],
  writer: PartWriter,
  leftOut: Record<string, number>,
  now: Date,
): Promise<void> {
  for (const item of items) {
    const type = getExportedType(item);
    if (whyLeftOut(type) !== undefined) leftOut[type] = (leftOut[type] ?? 0) + 1;
    else
      writer.add(
        type,
        formatLine(type === 'file' ? await addContent(tenant, item, now) : item, tenant.prefix),
      );
  }
}

/** Stores what the writer has, then how far the export has come. */
async function checkpoint(
  taken: TakenExport,
  writer: PartWriter,
  reached: Partial<TenantExportRunItem>,
  now: Date,
): Promise<void> {
  const { tenant: platform, item, run } = taken;
  const { parts, records, bytes } = await writer.store(run);
  const nextRun = advanceRun(run, { ...reached, parts }, now);
  const nextItem = {
    ...{ ...item, records: item.records + records, bytes: item.bytes + bytes },
    version: item.version + 1,
  };
  await commit([putTenantExport(platform, item, nextItem), tenantExportRuns.put(platform, run, nextRun)]);
  taken.item = nextItem;
  taken.run = nextRun;
}

/** Exports the tenant's own items. Returns whether all of them are exported. */
async function exportItems(taken: TakenExport, tenant: TenantStore, context: RunContext): Promise<boolean> {
  const { now, isInTime } = context;
  const writer = createPartWriter({ platform: taken.tenant, tenant }, context);
  let after = taken.run.after;
  let leftOut = { ...taken.run.leftOut };
  let since = now().getTime();
  do {
    const part = await scanItems(tenant, { after });
    await addItems(tenant, part.items, writer, leftOut, now());
    after = part.next;
    const isDue = writer.isFull() || now().getTime() - since > CHECKPOINT || !isInTime();
    if (after !== undefined && !isDue) continue;
    const phase: ExportPhase = after === undefined ? 'accounts' : 'items';
    await checkpoint(taken, writer, { phase, after, leftOut }, now());
    leftOut = { ...taken.run.leftOut };
    since = now().getTime();
  } while (after !== undefined && isInTime());
  return after === undefined;
}

/** Exports the users who may enter the tenant, and its clients: without passwords, secrets and other tenants. */
async function exportAccounts(taken: TakenExport, tenant: TenantStore, context: RunContext): Promise<void> {
  const { tenant: platform } = taken;
  const writer = createPartWriter({ platform, tenant }, context);
  for await (const { items } of tenant.queryPages(subjectsByName(tenant), { beginsWith: 'user#' })) {
    const [users] = await readGroups(items.map(({ id }) => userKey(platform, id)));
    for (const user of users)
      if (user) {
        const record = pick(user, [
          'type',
          'id',
          'userName',
          'email',
          'disabled',
          'createdDate',
          'modifiedDate',
        ]);
        writer.add('user', formatLine({ pk: `USER#${user.id}`, sk: 'USER', ...record }, ''));
      }
  }
  const own = { beginsWith: `${tenant.code}#` };
  for await (const { items } of platform.queryPages(clientsByTenant(platform), own))
    for (const client of items) {
      const record = pick(client, ['type', 'id', 'name', 'tenantCode', 'scopes', 'status', 'createdDate']);
      writer.add('client', formatLine({ pk: `CLIENT#${client.id}`, sk: 'CLIENT', ...record }, ''));
    }
  await checkpoint(taken, writer, { phase: 'manifest' }, context.now());
}

/** Stores the manifest and completes the export. */
async function complete(taken: TakenExport, tenant: TenantStore, context: RunContext): Promise<void> {
  const { tenant: platform, item, run } = taken;
  const completedDate = context.now().toISOString();
  const files = (await listParts(platform, run)).map(presentPart);
  const manifest = buildManifest(item, run, files, completedDate);
  const bytes = Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`);
  const part = { recordType: manifestType, number: 1, records: 0 };
  await storePart({ platform, tenant }, run, part, bytes, context);
  const parts = { ...run.parts, [manifestType]: 1 };
  const after = { ...item, parts, status: 'success', completedDate, version: item.version + 1 } as const;
  await commit([putTenantExport(platform, item, after), tenantExportRuns.remove(platform, run)]);
}

async function work(taken: TakenExport, context: RunContext): Promise<'done' | 'more'> {
  const tenant = openTenant(taken.tenant, taken.run.tenantCode);
  if (taken.run.phase === 'items' && !(await exportItems(taken, tenant, context))) return 'more';
  if (taken.run.phase === 'accounts') await exportAccounts(taken, tenant, context);
  await complete(taken, tenant, context);
  return 'done';
}

/** Ends an export that can't be made. */
const failExport = (
  platform: PlatformStore,
  { item, run }: { readonly item: TenantExportItem; readonly run: TenantExportRunItem },
  reason: string,
): Promise<void> =>
  commit([
    putTenantExport(platform, item, { ...item, status: 'failed', reason, version: item.version + 1 }),
    tenantExportRuns.remove(platform, run),
  ]);

/** Continues an export, unless another worker has it. */
export async function runTenantExport(
  platform: PlatformStore,
  id: string,
  context: RunContext,
): Promise<void> {
  const { item, run } = await tenantExportById(platform, id);
  if (!item || !run) return;
  await workOnRun<TenantExportRunItem, TakenExport, PlatformStore>(
    { tenant: platform, item, run },
    {
      name: `export of the tenant ${item.tenantCode}`,
      runs: tenantExportRuns,
      work: (taken) => work(taken, context),
      fail: (taken, reason) => failExport(platform, taken, reason),
      explainLastTry: ({ tries }) =>
        `The export was tried ${tries} times without progress; request it again.`,
    },
    context.now,
  );
}
