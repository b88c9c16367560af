// Creates the job of a requested report: checks access, and makes small reports at once.

import type { Caller } from '../../../shared/auth/access/access.ts';
import { seesEmails } from '../../../shared/auth/access/email-visibility.ts';
import { assertMayActFor, isSelf, mayActFor } from '../../../shared/auth/access/person-access.ts';
import type { TenantItem } from '../../../shared/auth/accounts/records.ts';
import type { Change } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { notFound, permissionDenied } from '../../../shared/errors/failure.ts';
import { prepareFile } from '../../../shared/files/stored-file.ts';
import { followMerges } from '../../../shared/merges/follow-merges.ts';
import { type CertificatesInput, printCertificates, requireCertificates } from './certificates.ts';
import type { FormatName, ReportName } from './definition/parameters.ts';
import { type PreparedReport, type ReportContext, type Row, startPosition } from './definition/report.ts';
import { buildRun, type ReportJobItem } from './job.ts';
import { loadReport } from './kinds.ts';
import { buildFile, finishJob, type JobWithChanges, type ReportOutput, writeReport } from './output.ts';
import { insertReport, type JobState, reportById } from './store.ts';

/** The requested report. */
export interface ReportInput {
  readonly report: ReportName;
  readonly format: FormatName;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** The parts of the request context that creating a job needs. */
export interface ReportRequestContext {
  readonly tenant: TenantStore;
  readonly settings: TenantItem;
  readonly caller: Caller;
  readonly now: Date;
  readonly receivedAt: Date;
  readonly newId: () => string;
}

/** The largest report that is made while the caller waits: batches read, rows, and certificates drawn. */
const immediateLimits = { batches: 6, rows: 200, certificates: 10 } as const;

/**
 * Asserts that the caller may request the report: a report about the caller alone, or any report with the permission.
 * @throws Failure 403
 */
function assertMayRequest(caller: Caller, { report, parameters }: ReportInput): void {
  const { personIds } = parameters;
  const isOfPeople = report === 'CreditsByPerson' || report === 'CreditsByCourse';
  const [personId, ...others] = Array.isArray(personIds) ? personIds : [];
  if (isOfPeople && typeof personId === 'string' && others.length === 0 && isSelf(caller, personId)) return;
  assertMayActFor(caller, '', 'training.reports.read');
}

/** Reads all rows of a small report; undefined when the report is larger than the limits. */
async function readSmallReport({ about, rows }: PreparedReport): Promise<readonly Row[] | undefined> {
  if (about.isLarge === true) return undefined;
  const read: Row[] = [];
  let batches = 0;
  for await (const batch of rows(startPosition)) {
    read.push(...batch.rows);
    batches += 1;
    if (batches > immediateLimits.batches || read.length > immediateLimits.rows) return undefined;
  }
  return read;
}

/** Stores the file of a report that was made at once, and finishes its job. */
async function attachFile(
  pending: ReportJobItem,
  output: ReportOutput,
  { tenant, settings, receivedAt }: ReportRequestContext,
): Promise<JobWithChanges> {
  const newFile = buildFile(pending, settings.timeZone, output, receivedAt);
  const { file, chunks, changes } = await prepareFile(tenant, newFile, receivedAt);
  const job = {
    ...finishJob(pending, output, { file, expiresAt: newFile.expiresAt }),
    completedDate: pending.createdDate,
  };
  return { job, changes: [...chunks, ...changes] };
}

/** Builds a job in progress. */
const buildJob = (
  { caller, settings, now }: ReportRequestContext,
  id: string,
  report: Pick<ReportJobItem, 'report' | 'title' | 'subject' | 'format' | 'parameters'>,
): ReportJobItem => ({
  ...report,
  type: 'report-job',
  id,
  requestedBy: caller.subject,
  showsEmails: seesEmails({ caller, settings }),
  status: 'inprogress',
  version: 1,
  createdDate: now.toISOString(),
  modifiedDate: now.toISOString(),
  schemaVersion: 1,
});

/** A created job: its state and the changes that insert it. */
export type CreatedJob = JobState & { readonly changes: readonly Change[] };

async function insertJob(
  { tenant, receivedAt }: ReportRequestContext,
  { job, changes }: JobWithChanges,
  size: number,
): Promise<CreatedJob> {
  const run = job.status === 'success' ? undefined : buildRun(job.id, size, receivedAt);
  return { job, run, changes: [...(await insertReport(tenant, job, run)), ...changes] };
}

/**
 * Creates a report job. A small report is made at once, a larger one in the background.
 * @throws Failure 400 when a parameter refers to a record that does not exist
 * @throws Failure 403 when the caller may not request the report
 */
export async function createReportJob(
  context: ReportRequestContext,
  input: ReportInput,
): Promise<CreatedJob> {
  const { tenant, settings, now } = context;
  assertMayRequest(context.caller, input);
  const report = await loadReport(input.report);
  const reading = { tenant: followMerges(tenant), settings, asOf: now };
  const reportContext: ReportContext = { ...reading, showsEmails: seesEmails(context) };
  const id = context.newId();
  const isBeingMade = async (reportId: string): Promise<boolean> =>
    (await reportById(tenant, reportId, { consistent: true }))?.job.status === 'inprogress';
  const begun = (await report.marking?.begin(input.parameters, reportContext, id, isBeingMade)) ?? [];
  const prepared = await report.prepare(input.parameters, reportContext);
  const { about } = prepared;
  const pending = buildJob(context, id, { ...input, title: report.title, subject: about.subject });
  const rows = await readSmallReport(prepared);
  const output = rows && (await writeReport(report, input.format, { at: reportContext, about, rows }));
  const marks = (rows && (await report.marking?.end(input.parameters, reportContext, id, rows))) ?? [];
  const { job, changes } = output
    ? await attachFile(pending, output, context)
    : { job: pending, changes: [] };
  return insertJob(context, { job, changes: [...changes, ...begun, ...marks] }, about.size);
}

/**
 * Creates a job for certificates as one PDF.
 * @throws Failure 400 when a person does not exist
 * @throws Failure 404 when none of the people has a certificate
 * @throws Failure 403 when they are not the caller's own and the caller may not read reports
 */
export async function createCertificatesJob(
  context: ReportRequestContext,
  input: CertificatesInput,
): Promise<CreatedJob> {
  const { tenant, settings, now, caller } = context;
  const [personId = '', ...others] = input.personIds;
  if (others.length > 0 || !isSelf(caller, personId)) assertMayActFor(caller, '', 'training.reports.read');
  const reading = { tenant: followMerges(tenant), settings, asOf: now };
  const reportContext: ReportContext = { ...reading, showsEmails: false };
  const found = await requireCertificates(reportContext, input);
  const count = found.certifications.length;
  const { personIds, awardId } = input;
  const begun = buildJob(context, context.newId(), {
    ...{ report: 'Certificates', title: count === 1 ? 'Certificate' : 'Certificates', format: 'pdf' },
    ...{ subject: found.subject, parameters: { personIds, awardId } },
  });
  const output =
    count <= immediateLimits.certificates ? await printCertificates(reportContext, found) : undefined;
  return insertJob(
    context,
    output ? await attachFile(begun, output, context) : { job: begun, changes: [] },
    count,
  );
}

/**
 * The report with this id, for the person who requested it and those who may read reports.
 * @throws Failure 404
 * @throws Failure 403
 */
export async function requireReport(
  tenant: TenantStore,
  caller: Caller,
  id: string,
  options?: { readonly consistent?: boolean },
): Promise<JobState> {
  const state = await reportById(tenant, id, options);
  if (!state) throw notFound('report', id);
  const isOwn = caller.subject === state.job.requestedBy;
  if (!isOwn && !mayActFor(caller, '', 'training.reports.read'))
    throw permissionDenied('training.reports.read');
  return state;
}
