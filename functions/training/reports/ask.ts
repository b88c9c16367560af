// Asking for a report: who may, and whether it is small enough to be made while the caller waits.
import type { Caller } from '../../../shared/auth/access.ts';
import type { TenantItem } from '../../../shared/auth/records.ts';
import type { Change } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { denied, invalid, notFound } from '../../../shared/errors/failure.ts';
import { fileParts } from '../../../shared/files/kept-file.ts';
import { isSelf, mayActFor } from '../acting-for.ts';
import { headingOf } from './circumstances.ts';
import { documentOf } from './document.ts';
import { formats } from './formats/format.ts';
import { fileExpiry, fileNameOf, linkedFile, newRun, type ReportJobItem } from './job.ts';
import { reportNamed } from './kinds.ts';
import type { FormatName, ReportName } from './parameters.ts';
import { type Circumstances, fromTheBeginning, type Prepared, type Report, type Row } from './report.ts';
import { type JobState, reportById, reportCreation, reportsOf } from './store.ts';

/** What is asked for. */
export interface Wish {
  readonly report: ReportName;
  readonly format: FormatName;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** What asking needs of the request. */
export interface Asking {
  readonly tenant: TenantStore;
  readonly settings: TenantItem;
  readonly caller: Caller;
  readonly now: Date;
  readonly receivedAt: Date;
  readonly newId: () => string;
}

/** How many batches are read while the caller waits, and how many rows may come of them. */
const small = { batches: 6, rows: 200 } as const;

/**
 * Refuses whoever may not ask for this: what concerns the caller alone is theirs, the rest needs the permission.
 * @throws Failure 403
 */
function refuseUnlessMayAsk(caller: Caller, { report, parameters }: Wish): void {
  const { personId } = parameters;
  const isOwn = report === 'CreditsByPerson' || report === 'CreditsByCourse';
  if (isOwn && typeof personId === 'string' && isSelf(caller, personId)) return;
  if (!mayActFor(caller, '', 'training.reports.read')) throw denied('training.reports.read');
}

/** Days that can't be meant together. @throws Failure 400 with every fault */
function refuseImpossibleDays({ from, to, fiscalYear }: Readonly<Record<string, unknown>>): void {
  if (typeof from === 'string' && typeof to === 'string' && from > to) {
    const message = `to must not be before from, but ${to} is before ${from}.`;
    throw invalid([{ code: 'OUT_OF_RANGE', message, target: 'parameters.to' }]);
  }
  const hasDays = typeof from === 'string' || typeof to === 'string';
  if (hasDays && fiscalYear !== undefined && fiscalYear !== null) {
    const message = 'A period is either from and to, or a fiscalYear.';
    throw invalid([{ code: 'NOT_ALLOWED', message, target: 'parameters.fiscalYear' }]);
  }
}

/** All rows of a report that turns out to be small; undefined otherwise. */
async function fewRows({ about, rows }: Prepared): Promise<readonly Row[] | undefined> {
  if (about.isLarge === true) return undefined;
  const read: Row[] = [];
  let batches = 0;
  for await (const batch of rows(fromTheBeginning)) {
    read.push(...batch.rows);
    batches += 1;
    if (batches > small.batches || read.length > small.rows) return undefined;
  }
  return read;
}

/** The job with its file, when it can be made at once, and what keeps the file. */
async function madeAtOnce(
  job: ReportJobItem,
  report: Report,
  prepared: Prepared,
  { at, receivedAt }: { readonly at: Circumstances; readonly receivedAt: Date },
): Promise<{ readonly job: ReportJobItem; readonly changes: readonly Change[] } | undefined> {
  const read = await fewRows(prepared);
  if (!read) return undefined;
  const document = documentOf(report, await headingOf(at, prepared.about), read);
  const { contentType, writer } = formats[job.format];
  const bytes = await (await writer())(document);
  const expiresAt = fileExpiry(receivedAt);
  const name = fileNameOf(job.title, document.asOfDay, job.format);
  const parts = await fileParts(at.tenant, { id: job.id, name, contentType, bytes, expiresAt }, receivedAt);
  return {
    job: {
      ...job,
      status: 'success',
      rows: document.rows.length,
      file: linkedFile(parts.file, expiresAt),
      completedDate: job.createdDate,
    },
    changes: [...parts.chunks, ...parts.changes],
  };
}

/**
 * Decides a wish for a report: the job, ready or to be carried out behind the scenes, and the changes that keep it.
 * @throws Failure 400 when a parameter names something that is not there
 * @throws Failure 403 when the caller may not ask for it
 */
export async function asked(
  { tenant, settings, caller, now, receivedAt, newId }: Asking,
  wish: Wish,
): Promise<JobState & { readonly changes: readonly Change[] }> {
  refuseUnlessMayAsk(caller, wish);
  refuseImpossibleDays(wish.parameters);
  const report = reportNamed(wish.report);
  const at: Circumstances = { tenant, settings, asOf: now };
  const prepared = await report.prepare(wish.parameters, at);
  const moment = now.toISOString();
  const begun: ReportJobItem = {
    type: 'report-job',
    id: newId(),
    report: wish.report,
    title: report.title,
    subject: prepared.about.subject,
    format: wish.format,
    parameters: wish.parameters,
    requestedBy: caller.subject,
    status: 'inprogress',
    version: 1,
    createdDate: moment,
    modifiedDate: moment,
    schemaVersion: 1,
  };
  const made = await madeAtOnce(begun, report, prepared, { at, receivedAt });
  const job = made?.job ?? begun;
  const run = made ? undefined : newRun(job.id, prepared.about.size, receivedAt);
  // The head of the list, where each new report comes, is brought into proportion first.
  await reportsOf(tenant, caller.subject).rebalance(['0']);
  return { job, run, changes: [...(await reportCreation(tenant, job, run)), ...(made?.changes ?? [])] };
}

/**
 * The report with this id, for whoever asked for it or may read reports.
 * @throws Failure 404
 * @throws Failure 403
 */
export async function foundReport(
  tenant: TenantStore,
  caller: Caller,
  id: string,
  options?: { readonly consistent?: boolean },
): Promise<JobState> {
  const state = await reportById(tenant, id, options);
  if (!state) throw notFound('report', id);
  const isOwn = caller.subject === state.job.requestedBy;
  if (!isOwn && !mayActFor(caller, '', 'training.reports.read')) throw denied('training.reports.read');
  return state;
}
