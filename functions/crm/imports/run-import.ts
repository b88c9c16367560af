// Runs an import in steps: reads the file into pages, then checks or imports one page after the other. It may stop
// anywhere. A step is committed together with how far the run has come, and rows that were written in a page that was cut
// off are known by the commits that wrote them, so the next worker goes on where this one stopped and counts every row once.

import { commit, StaleRead } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { extendTurn, releaseTurn, takeTurn, turnKey } from '../../../shared/directory/record/import-turn.ts';
import type { RowResult } from '../../../shared/import/import-batch.ts';
import { UnreadableSource } from '../../../shared/import/rows/row-source.ts';
import { detectTableFormat } from '../../../shared/import/tables/table-format.ts';
import type { TableSource } from '../../../shared/import/tables/table-record.ts';
import {
  advance,
  type RunContext,
  type RunSteps,
  type TakenRun,
  workOnRun,
} from '../../../shared/jobs/leased-run.ts';
import { loadTenantDay } from '../../../shared/settings/tenant-settings.ts';
import { getDateOrder } from './record/date-order.ts';
import { describeFile, readPages, startReading } from './record/file-rows.ts';
import { countRows, type ImportItem, importTtl, nextImport } from './record/import.ts';
import { proposeMapping } from './record/mapping.ts';
import { listOwnFields } from './record/own-fields.ts';
import type { ImportRunItem } from './record/run-item.ts';
import type { ImportCounts } from './record/schemas.ts';
import {
  callJob,
  checkRun,
  type FileRow,
  importById,
  importRuns,
  loadFileRows,
  loadPart,
  loadWritten,
  type ProblemRow,
  putPage,
  putRefusals,
  putWritten,
  removeRows,
  updateImport,
} from './record/store.ts';
import type { PageImporter } from './rows/page-importer.ts';

/** A run that a worker has, with its import. */
interface TakenImport extends TakenRun<ImportRunItem> {
  readonly item: ImportItem;
}

/** How long a run waits for another import of its kind, in milliseconds. */
const TURN_DELAY = 20_000;

/** The uploaded file, its parts one after the other. */
const openParts = (tenant: TenantStore, { id, parts, fileName }: ImportItem): TableSource => ({
  name: fileName,
  async *open() {
    for (const part of parts) yield await loadPart(tenant, id, part);
  },
});

/** Ends a run, and has the job remove what is no longer needed. */
async function endRun(
  taken: TakenImport,
  changes: Partial<ImportItem>,
  { now, newId }: RunContext,
): Promise<void> {
  const { tenant, item, run } = taken;
  await commit([
    updateImport(tenant, item, nextImport(item, changes, now())),
    importRuns.remove(tenant, run),
    ...(changes.status === 'done' || item.parts.length > 0 ? [callJob(tenant, item, newId())] : []),
  ]);
}

/** Reads the file into pages. Returns whether it is done. */
async function readFile(taken: TakenImport, context: RunContext): Promise<boolean> {
  const { tenant, item } = taken;
  const source = openParts(tenant, item);
  if (!taken.run.reading)
    await advance(
      importRuns,
      taken,
      { reading: startReading(await detectTableFormat(source.open)) },
      context.now(),
    );
  let { reading } = taken.run;
  if (!reading) return false;
  for await (const { rows, state } of readPages(source, reading)) {
    const { page } = taken.run;
    const pages = rows.length === 0 ? [] : [await putPage(tenant, item, page, rows)];
    await advance(importRuns, taken, { reading: state, page: page + pages.length }, context.now(), pages);
    reading = state;
    if (!context.isInTime()) return false;
  }
  const columns = proposeMapping(item.kind, reading.columns, await listOwnFields(tenant, item.kind));
  await endRun(
    taken,
    {
      ...{ status: 'ready', columns, rowCount: reading.rows, pages: taken.run.page },
      remarks: describeFile(item.fileName, reading),
    },
    context,
  );
  return true;
}

/** An import needs the code of its own kind only. */
const openers = {
  people: async () => (await import('./rows/import-people-rows.ts')).openPeopleImporter,
  organizations: async () => (await import('./rows/import-organization-rows.ts')).openOrganizationImporter,
  committees: async () => (await import('./rows/import-committee-rows.ts')).openCommitteeImporter,
  memberships: async () => (await import('./rows/import-membership-rows.ts')).openMembershipImporter,
  'mail-decisions': async () =>
    (await import('./rows/import-mail-decision-rows.ts')).openMailDecisionImporter,
} as const;

async function openImporter({ tenant, item, run }: TakenImport, now: Date): Promise<PageImporter> {
  const { columns, pages, source } = item;
  const [customFields, today] = await Promise.all([
    listOwnFields(tenant, item.kind),
    loadTenantDay(tenant, now),
  ]);
  const open = await openers[item.kind]();
  return open({
    ...{ tenant, columns, pages, from: run.page, today },
    options: { tenantCode: tenant.code, source, customFields, dateOrder: getDateOrder(item) },
    loadPage: (page) => loadFileRows(tenant, item.id, page),
  });
}

/** Organizations and committees name their parents: one import changes a hierarchy at a time, and nobody else meanwhile. */
const needsTurn = ({ item, run }: TakenImport): boolean =>
  (item.kind === 'organizations' || item.kind === 'committees') && run.task === 'write';
const turnOf = ({ tenant, item }: TakenImport) => turnKey(tenant, item.kind);

/** Takes the turn of the import; false while another one has it. */
async function takeOwnTurn(taken: TakenImport, { now }: RunContext): Promise<boolean> {
  try {
    await commit([takeTurn(turnOf(taken), taken.run.runId, now().getTime())]);
    return true;
  } catch (error) {
    if (error instanceof StaleRead) return false;
    throw error;
  }
}

/** The counts with those of a page. */
function addCounts(counts: ImportCounts, results: readonly RowResult[]): ImportCounts {
  const sum = { ...counts };
  for (const result of results)
    if ('problems' in result) sum.refused += 1;
    else {
      sum[result.outcome] += 1;
      sum.leftOut += result.leftOut.length;
    }
  return sum;
}

/** The rows of a page that have problems, with their cells. */
const listProblems = (results: readonly RowResult[], rows: readonly FileRow[]): ProblemRow[] =>
  results.flatMap((result, index): ProblemRow[] => {
    const isRefused = 'problems' in result;
    const problems = isRefused ? result.problems : result.leftOut;
    const cells = rows[index]?.[1] ?? [];
    return problems.length === 0 ? [] : [{ row: result.row, isRefused, problems, cells }];
  });

/** Checks or imports a page. */
async function importPage(taken: TakenImport, importRows: PageImporter, { now }: RunContext): Promise<void> {
  const { tenant, item, run } = taken;
  const { id, runId, page } = run;
  const dryRun = run.task === 'check';
  const earlier = dryRun ? new Map() : await loadWritten(tenant, id, runId, page);
  const found = await importRows(page, {
    ...{ now: now(), dryRun },
    relatedChanges: (written) => [
      checkRun(tenant, run),
      putWritten(tenant, run, written, now()),
      ...(needsTurn(taken) ? [extendTurn(turnOf(taken), runId, item.kind, now().getTime())] : []),
    ],
  });
  const results = found.map((result) =>
    'outcome' in result ? { ...result, outcome: earlier.get(result.id) ?? result.outcome } : result,
  );
  const problems = listProblems(results, await loadFileRows(tenant, id, page));
  const refusals =
    problems.length === 0
      ? []
      : [await putRefusals(tenant, item, { runId, page: run.refusalPages }, problems)];
  const reached = {
    page: page + 1,
    refusalPages: run.refusalPages + refusals.length,
    counts: addCounts(run.counts, results),
  };
  await advance(importRuns, taken, reached, now(), refusals);
}

/** Checks or imports the rows. Returns whether it is done. */
async function importRows(taken: TakenImport, context: RunContext): Promise<boolean> {
  const { item } = taken;
  const importer = taken.run.page < item.pages ? await openImporter(taken, context.now()) : undefined;
  while (importer && taken.run.page < item.pages) {
    if (!context.isInTime()) return false;
    await importPage(taken, importer, context);
  }
  const { task, counts, runId, refusalPages } = taken.run;
  const refused = { runId, pages: refusalPages };
  await endRun(
    taken,
    task === 'check'
      ? { status: 'ready', check: counts, refused }
      : { status: 'done', result: counts, refused },
    context,
  );
  return true;
}

/** How a run is worked on. */
const planSteps = (
  tenant: TenantStore,
  item: ImportItem,
  context: RunContext,
): RunSteps<ImportRunItem, TakenImport> => ({
  name: `import ${item.id} of ${tenant.code}`,
  runs: importRuns,
  async work(taken) {
    if (needsTurn(taken) && !(await takeOwnTurn(taken, context))) return { delay: TURN_DELAY };
    const isDone = await (taken.run.task === 'read' ? readFile(taken, context) : importRows(taken, context));
    // A turn that is not given back expires by itself.
    if (isDone && needsTurn(taken))
      await commit([releaseTurn(turnOf(taken), taken.run.runId)]).catch(() => undefined);
    return isDone ? 'done' : 'more';
  },
  callAgain: () => callJob(tenant, item, context.newId()),
  fail: (taken, reason) =>
    endRun(
      taken,
      { status: 'failed', reason, refused: { runId: taken.run.runId, pages: taken.run.refusalPages } },
      context,
    ),
  explainLastTry: ({ counts, tries }) =>
    `The import stopped after ${countRows(counts)} rows: it was tried ${tries} times. What was written stays; import the file again to go on.`,
  isFinal: (error) => error instanceof UnreadableSource,
});

/**
 * Removes what is no longer needed: the uploaded file, its rows once nothing can read them again, and everything of a deleted
 * import. An import and its run are two reads: one that ended in between seems to be under way, and keeps its rows.
 */
async function removeRest(
  tenant: TenantStore,
  id: string,
  item: ImportItem | undefined,
  { now, newId, isInTime }: RunContext,
): Promise<void> {
  const isOver = item?.status === 'done' || item?.status === 'failed';
  if (item && item.status !== 'ready' && !isOver) return;
  const rows = isOver ? (['PAGE#', 'WRITTEN#'] as const) : [];
  for (const prefix of item ? (['PART#', ...rows] as const) : [undefined])
    for await (const changes of removeRows(tenant, id, prefix)) {
      await commit(changes);
      if (isInTime()) continue;
      await commit([callJob(tenant, item ?? { id, ttl: importTtl(now()) }, newId())]);
      return;
    }
}

/** Continues an import, unless another worker has it. */
export async function runImport(tenant: TenantStore, id: string, context: RunContext): Promise<void> {
  const { item, run } = await importById(tenant, id);
  if (!item || !run) return removeRest(tenant, id, item, context);
  await workOnRun({ tenant, item, run }, planSteps(tenant, item, context), context.now);
}
