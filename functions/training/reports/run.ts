// Runs the job of a report in the background: reads the rows in parts, writes the file, and ends the job.
//
// Each part of the rows is stored in one transaction with the position where reading continues. A run that is cut off
// is continued from there by another worker. A part that is written again replaces itself.
import { type Change, commit } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { storeFile } from '../../../shared/files/stored-file.ts';
import {
  advance,
  type RunContext,
  type RunSteps,
  type TakenRun,
  workOnRun,
} from '../../../shared/jobs/leased-run.ts';
import { tenantTime } from '../../../shared/schedule/tenant-clock.ts';
import { printCertificates, readCertificatesInput, requireCertificates } from './certificates.ts';
import { loadReportContext } from './context.ts';
import type { ReportContext, Row } from './definition/report.ts';
import { formats } from './formats/format.ts';
import { buildRun, type ReportJobItem, type ReportRunItem } from './job.ts';
import { loadReport } from './kinds.ts';
import { buildFile, finishJob, type ReportOutput, writeReport } from './output.ts';
import { endJob, loadRows, putRows, reportById, reportRuns } from './store.ts';

/** The context of a report's run. */
export interface ReportRunContext extends Pick<RunContext, 'now'> {
  /** The milliseconds left; unlimited by default. */
  readonly timeLeft?: () => number;
}

/** The time that must be left to start a part, in milliseconds: reading one takes a second or two. */
export const minTimeForPart = 12_000;
/** The time that must be left to start the file: 10,000 rows of PDF take some seconds on a small function. */
const minTimeForFile = 25_000;
/** The largest part: rows, and bytes (an item can have 400 KB). */
const maxRowsPerPart = 500;
const maxBytesPerPart = 300_000;
/** The longest time between two saves of the progress, in milliseconds. */
const saveInterval = 2_000;

/** A run that a worker has, with its job. */
interface TakenReport extends TakenRun<ReportRunItem> {
  readonly job: ReportJobItem;
}

/** A report that can't be made; the person who requested it sees the message. */
class UnprocessableReport extends Error {
  override readonly name = 'CannotBeMade';
}

/** Splits rows into parts, each small enough for an item. */
function* splitIntoParts(rows: readonly Row[]): Generator<readonly Row[]> {
  let part: Row[] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = Buffer.byteLength(JSON.stringify(row));
    if (part.length > 0 && bytes + size > maxBytesPerPart) {
      yield part;
      [part, bytes] = [[], 0];
    }
    part.push(row);
    bytes += size;
  }
  if (part.length > 0) yield part;
}

const hasTimeFor = ({ timeLeft }: ReportRunContext, milliseconds: number): boolean =>
  (timeLeft?.() ?? Number.POSITIVE_INFINITY) >= milliseconds;

/** Continues reading. Returns whether all rows are read. */
async function readRows(taken: TakenReport, context: ReportRunContext): Promise<boolean> {
  const { tenant, job } = taken;
  const { now } = context;
  // Certificates have no rows: there is only the file to write.
  if (job.report === 'Certificates') {
    await advance(reportRuns, taken, { isRead: true }, now());
    return true;
  }
  const reportContext = await loadReportContext(tenant, job);
  const prepared = await (await loadReport(job.report)).prepare(job.parameters, reportContext);
  const { maxRows } = formats[job.format];
  let rows: Row[] = [];
  let since = now().getTime();
  let reached = { done: taken.run.done, next: taken.run.next };
  const keep = async (isRead: boolean): Promise<void> => {
    const { run } = taken;
    const cut = [...splitIntoParts(rows)];
    const puts = await Promise.all(
      cut.map((part, index) => putRows(tenant, job.id, run.chunks + index, part, now())),
    );
    const counted = { rows: run.rows + rows.length, chunks: run.chunks + cut.length };
    await advance(
      reportRuns,
      taken,
      { ...reached, ...counted, size: prepared.about.size, isRead },
      now(),
      puts,
    );
    rows = [];
    since = now().getTime();
  };
  for await (const batch of prepared.rows({ next: taken.run.next, done: taken.run.done })) {
    rows.push(...batch.rows);
    reached = { done: batch.done, next: batch.next };
    if (taken.run.rows + rows.length > maxRows)
      throw new UnprocessableReport(
        `The report has more than ${maxRows} rows, the maximum for ${job.format.toUpperCase()}. Request a shorter period or a smaller part${job.format === 'pdf' ? ', or another format' : ''}.`,
      );
    if (rows.length < maxRowsPerPart && now().getTime() - since < saveInterval) continue;
    await keep(false);
    if (!hasTimeFor(context, minTimeForPart)) return false;
  }
  await keep(true);
  return true;
}

/** Makes the content of the file from the stored rows. */
async function makeOutput(
  { tenant, job, run }: TakenReport,
  context: ReportContext,
): Promise<ReportOutput & { readonly marks?: readonly Change[] }> {
  if (job.report === 'Certificates')
    return printCertificates(
      context,
      await requireCertificates(context, readCertificatesInput(job.parameters)),
    );
  const report = await loadReport(job.report);
  const { about } = await report.prepare(job.parameters, context);
  const rows = await loadRows(tenant, job.id, run.chunks);
  const marks = (await report.marking?.end(job.parameters, context, job.id, rows)) ?? [];
  return { ...(await writeReport(report, job.format, { at: context, about, rows })), marks };
}

async function end(
  { tenant, job, run }: TakenReport,
  became: ReportJobItem,
  moment: Date,
  changes: readonly Change[] = [],
): Promise<void> {
  const completedDate = moment.toISOString();
  const ended = { ...became, completedDate, modifiedDate: completedDate, version: job.version + 1 };
  await commit([...endJob(tenant, ended, run), ...changes]);
}

/** Writes the file and ends the job. */
async function writeFile(taken: TakenReport, { now }: ReportRunContext): Promise<void> {
  const { tenant, job } = taken;
  const reportContext = await loadReportContext(tenant, job);
  const { settings } = reportContext;
  const output = await makeOutput(taken, reportContext);
  const fileInput = buildFile(job, settings.timeZone, output, now());
  const { file, changes } = await storeFile(tenant, fileInput, now());
  const became = finishJob(job, output, { file, expiresAt: fileInput.expiresAt });
  await end(taken, became, tenantTime(settings, now()), [...changes, ...(output.marks ?? [])]);
}

/** How a run is worked on. */
const planSteps = (
  { code }: TenantStore,
  context: ReportRunContext,
): RunSteps<ReportRunItem, TakenReport> => ({
  name: `report of ${code}`,
  runs: reportRuns,
  async work(taken) {
    const isRead = taken.run.isRead || (await readRows(taken, context));
    if (!isRead || !hasTimeFor(context, minTimeForFile)) return 'more';
    await writeFile(taken, context);
    return 'done';
  },
  async fail(taken, reason) {
    const { settings } = await loadReportContext(taken.tenant, taken.job);
    await end(taken, { ...taken.job, status: 'failed', reason }, tenantTime(settings, context.now()));
  },
  explainLastTry: ({ tries }) =>
    `The report could not be made in ${tries} tries. Request it again, or send its id to support.`,
  isFinal: (error) => error instanceof UnprocessableReport,
});

/** Continues a report that is due as long as there is time, unless another worker has it or it was removed. */
export async function runReport(
  tenant: TenantStore,
  { id }: Pick<ReportRunItem, 'id'>,
  context: ReportRunContext,
): Promise<void> {
  const state = await reportById(tenant, id, { consistent: true });
  if (!state?.run || state.job.status !== 'inprogress') return;
  // A run of an earlier version of the platform begins anew.
  if (state.run.version === undefined)
    await commit([reportRuns.put(tenant, undefined, buildRun(id, state.run.size, context.now()))]);
  else await workOnRun({ tenant, run: state.run, job: state.job }, planSteps(tenant, context), context.now);
}
