// Runs an export in steps: reads a list page by page, and writes a file whenever enough rows are read. It may stop
// anywhere. A file is committed together with the position after its last row, so the next worker goes on there, and no row
// is in two files; what was read after the last file is read again.

import { nameOpenMerges } from '../../../shared/auth/access/name-open-merges.ts';
import { tenantKey } from '../../../shared/auth/accounts/records.ts';
import { type Change, commit } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { storeFile } from '../../../shared/files/stored-file.ts';
import {
  advanceRun,
  type RunContext,
  type RunSteps,
  type TakenRun,
  workOnRun,
} from '../../../shared/jobs/leased-run.ts';
import { followMerges } from '../../../shared/merges/follow-merges.ts';
import type { Cell } from './columns.ts';
import { type ExportItem, type ExportRunItem, nextFileName } from './export.ts';
import { formats } from './file-formats.ts';
import { loadListFields, type OpenedList, openList } from './open-list.ts';
import { callJob, exportById, exportRuns, removeFiles, updateExport } from './store.ts';

/** A run that a worker has, with its export. */
interface TakenExport extends TakenRun<ExportRunItem> {
  item: ExportItem;
}

/** The largest file: rows, and bytes as JSON. A reply of Lambda has 6 MB, and a file of this size fits into one uncompressed. */
export const MAX_ROWS = 10_000;
export const MAX_BYTES = 4_000_000;

/** Rows for a file, and the position after them; undefined after the last row. */
interface ReadRows {
  readonly rows: readonly (readonly Cell[])[];
  readonly next: string | undefined;
}

/**
 * Reads the rows of the next file, fewer of them where the time ends. At least a page is read; one that does not fit begins
 * the next file.
 */
export async function readFileRows(
  { readRows, columns }: Pick<OpenedList, 'readRows' | 'columns'>,
  from: string | undefined,
  isInTime: () => boolean,
): Promise<ReadRows> {
  const rows: (readonly Cell[])[] = [];
  const names = JSON.stringify(columns.map(({ name }) => name)).length;
  let bytes = 0;
  let next = from;
  do {
    const page = await readRows(next);
    const size = page.rows.reduce((sum, row) => sum + names + Buffer.byteLength(JSON.stringify(row)), 0);
    const fits = rows.length + page.rows.length <= MAX_ROWS && bytes + size <= MAX_BYTES;
    if (rows.length > 0 && !fits) break;
    rows.push(...page.rows);
    bytes += size;
    next = page.next;
  } while (next !== undefined && rows.length < MAX_ROWS && bytes < MAX_BYTES && isInTime());
  return { rows, next };
}

/** The export with a file of these rows, and the changes that store it. An export without rows has a file of headings. */
async function addFile(
  { tenant, item }: TakenExport,
  { columns }: OpenedList,
  { rows, next }: ReadRows,
  { now, newId }: RunContext,
): Promise<{ readonly after: ExportItem; readonly changes: readonly Change[] }> {
  if (rows.length === 0 && (next !== undefined || item.files.length > 0)) return { after: item, changes: [] };
  const { contentType, write } = formats[item.request.format];
  const input = {
    ...{ id: newId(), name: nextFileName(item), contentType },
    bytes: await write({ name: item.request.list, columns, rows }),
    exportId: item.id,
    expiresAt: new Date(item.ttl * 1000),
  };
  const { file, changes } = await storeFile(tenant, input, now());
  const { id, name, linkSecret, sha256, chunks } = file;
  const added = { id, name, linkSecret, sha256, chunks, rows: rows.length };
  return { after: { ...item, rows: item.rows + rows.length, files: [...item.files, added] }, changes };
}

/** Writes the next file. Returns whether it was the last one. */
async function writeFile(taken: TakenExport, list: OpenedList, context: RunContext): Promise<boolean> {
  const { tenant, item, run } = taken;
  const read = await readFileRows(list, run.after, context.isInTime);
  const { after, changes } = await addFile(taken, list, read, context);
  const isDone = read.next === undefined;
  const completed = { status: 'success', completedDate: context.now().toISOString() } as const;
  const next = { ...after, ...(isDone && completed), version: item.version + 1 };
  const nextRun = advanceRun(run, { after: read.next }, context.now());
  await commit([
    updateExport(tenant, item, next),
    isDone ? exportRuns.remove(tenant, run) : exportRuns.put(tenant, run, nextRun),
    ...changes,
  ]);
  taken.item = next;
  taken.run = nextRun;
  return isDone;
}

async function openOwnList({ tenant, item }: TakenExport): Promise<OpenedList> {
  const settings = await tenant.get(tenantKey(tenant));
  if (!settings) throw new Error(`The tenant ${tenant.code} no longer exists`);
  const { request, requestedBy: owner, today, showsEmails, createdDate } = item;
  const fields = await loadListFields(tenant, request.list);
  const followed = followMerges(nameOpenMerges(tenant, settings));
  const context = {
    tenant: followed,
    settings,
    now: new Date(createdDate),
    owner,
    today,
    showsEmails,
    fields,
  };
  return openList(context, request, request.columns);
}

/** Ends an export that can't be made. */
const failExport = ({ tenant, item, run }: TakenExport, reason: string): Promise<void> =>
  commit([
    updateExport(tenant, item, { ...item, status: 'failed', reason, version: item.version + 1 }),
    exportRuns.remove(tenant, run),
  ]);

/** How a run is worked on. */
const planSteps = (
  tenant: TenantStore,
  item: ExportItem,
  context: RunContext,
): RunSteps<ExportRunItem, TakenExport> => ({
  name: `export ${item.id} of ${tenant.code}`,
  runs: exportRuns,
  async work(taken) {
    const list = await openOwnList(taken);
    while (!(await writeFile(taken, list, context))) if (!context.isInTime()) return 'more';
    return 'done';
  },
  callAgain: () => callJob(tenant, item, context.newId()),
  fail: failExport,
  explainLastTry: ({ tries }) => `The export was tried ${tries} times without progress; request it again.`,
});

/** Continues an export, unless another worker has it; removes the files of a deleted one. */
export async function runExport(tenant: TenantStore, id: string, context: RunContext): Promise<void> {
  const { item, run } = await exportById(tenant, id);
  if (!item) for await (const changes of removeFiles(tenant, id)) await commit(changes);
  if (item && run) await workOnRun({ tenant, item, run }, planSteps(tenant, item, context), context.now);
}
