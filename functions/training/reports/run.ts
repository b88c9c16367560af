// Runs the job of a report in the background: claims it, reads the rows in parts, writes the file, and ends the job.
//
// Each part of the rows is stored in one transaction with the position where reading continues. A run that is cut off
// is continued from there by another worker. Two workers can't both write, because each write is conditional on the
// lease. A part that is written again replaces itself.
import type { Change } from '../../../shared/data/changes.ts';
import { commit, StaleRead } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { Failure } from '../../../shared/errors/failure.ts';
import { storeFile } from '../../../shared/files/stored-file.ts';
import { logError } from '../../../shared/log/log.ts';
import { tenantTime } from '../../../shared/schedule/tenant-clock.ts';
import { printCertificates, readCertificatesInput, requireCertificates } from './certificates.ts';
import { loadReportContext } from './context.ts';
import type { ReportContext, Row } from './definition/report.ts';
import { formats } from './formats/format.ts';
import { isExhausted, leaseDuration, type ReportJobItem, type ReportRunItem, retryDelay } from './job.ts';
import { reportByName } from './kinds.ts';
import { buildFile, finishJob, type ReportOutput, writeReport } from './output.ts';
import { endJob, loadRows, putRows, removeRun, reportById, updateRun } from './store.ts';

/** The context of a run. */
export interface RunContext {
  /** Real time. */
  readonly now: () => Date;
  readonly newId: () => string;
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

type Outcome = 'success' | 'failed' | 'unfinished' | 'taken';

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

/** One run of a claimed job. */
class ReportRun {
  private readonly tenant: TenantStore;
  private readonly context: RunContext;
  private readonly job: ReportJobItem;
  private run: ReportRunItem;

  constructor(tenant: TenantStore, context: RunContext, job: ReportJobItem, run: ReportRunItem) {
    this.tenant = tenant;
    this.context = context;
    this.job = job;
    this.run = run;
  }

  private hasTimeFor(milliseconds: number): boolean {
    return (this.context.timeLeft?.() ?? Number.POSITIVE_INFINITY) >= milliseconds;
  }

  /** Saves the progress with some changes and extends the lease. Progress resets the number of tries. */
  private async saveProgress(
    reached: Partial<ReportRunItem>,
    changes: readonly Change[] = [],
  ): Promise<void> {
    const dueAt = this.context.now().getTime() + leaseDuration;
    const after = { ...this.run, tries: 1, dueAt, ...reached };
    await commit([updateRun(this.tenant, this.run, after), ...changes]);
    this.run = after;
  }

  /** Releases the job, so that another worker takes it when it is due. */
  private async release(dueAt: number, tries: number): Promise<void> {
    await commit([updateRun(this.tenant, this.run, { ...this.run, lease: undefined, dueAt, tries })]);
  }

  /** Continues reading. Returns whether all rows are read. */
  private async readRows(): Promise<boolean> {
    const { tenant, context, job } = this;
    // Certificates have no rows: there is only the file to write.
    if (job.report === 'Certificates') {
      await this.saveProgress({ isRead: true });
      return true;
    }
    const reportContext = await loadReportContext(tenant, job);
    const prepared = await reportByName(job.report).prepare(job.parameters, reportContext);
    const { maxRows } = formats[job.format];
    let rows: Row[] = [];
    let since = context.now().getTime();
    let reached = { done: this.run.done, next: this.run.next };
    const keep = async (isRead: boolean): Promise<void> => {
      const cut = [...splitIntoParts(rows)];
      const puts = await Promise.all(
        cut.map((part, index) => putRows(tenant, job.id, this.run.chunks + index, part, context.now())),
      );
      const counted = { rows: this.run.rows + rows.length, chunks: this.run.chunks + cut.length };
      await this.saveProgress({ ...reached, ...counted, size: prepared.about.size, isRead }, puts);
      rows = [];
      since = context.now().getTime();
    };
    for await (const batch of prepared.rows({ next: this.run.next, done: this.run.done })) {
      rows.push(...batch.rows);
      reached = { done: batch.done, next: batch.next };
      if (this.run.rows + rows.length > maxRows)
        throw new UnprocessableReport(
          `The report has more than ${maxRows} rows, the maximum for ${job.format.toUpperCase()}. Request a shorter period or a smaller part${job.format === 'pdf' ? ', or another format' : ''}.`,
        );
      if (rows.length < maxRowsPerPart && context.now().getTime() - since < saveInterval) continue;
      await keep(false);
      if (!this.hasTimeFor(minTimeForPart)) return false;
    }
    await keep(true);
    return true;
  }

  /** Makes the content of the file from the stored rows. */
  private async makeOutput(context: ReportContext): Promise<ReportOutput> {
    const { tenant, job } = this;
    if (job.report === 'Certificates')
      return printCertificates(
        context,
        await requireCertificates(context, readCertificatesInput(job.parameters)),
      );
    const report = reportByName(job.report);
    const { about } = await report.prepare(job.parameters, context);
    const rows = await loadRows(tenant, job.id, this.run.chunks);
    return writeReport(report, job.format, { at: context, about, rows });
  }

  /** Writes the file and ends the job. */
  private async writeFile(): Promise<void> {
    const { tenant, context, job } = this;
    const reportContext = await loadReportContext(tenant, job);
    const output = await this.makeOutput(reportContext);
    const now = context.now();
    const fileInput = buildFile(job, reportContext.settings.timeZone, output, now);
    const { file, changes } = await storeFile(tenant, fileInput, now);
    const { expiresAt } = fileInput;
    await this.endJob(
      finishJob(job, output, { file, expiresAt }),
      tenantTime(reportContext.settings, now),
      changes,
    );
  }

  private async endJob(became: ReportJobItem, moment: Date, changes: readonly Change[] = []): Promise<void> {
    const completedDate = moment.toISOString();
    const ended = {
      ...became,
      completedDate,
      modifiedDate: completedDate,
      version: this.job.version + 1,
    };
    await commit([...endJob(this.tenant, ended, this.run), ...changes]);
  }

  private async fail(reason: string): Promise<Outcome> {
    const { settings } = await loadReportContext(this.tenant, this.job);
    await this.endJob({ ...this.job, status: 'failed', reason }, tenantTime(settings, this.context.now()));
    return 'failed';
  }

  /** Continues as long as there is time. */
  async proceed(): Promise<Outcome> {
    try {
      const isRead = this.run.isRead || (await this.readRows());
      if (!isRead || !this.hasTimeFor(minTimeForFile)) {
        await this.release(this.context.now().getTime(), 0);
        return 'unfinished';
      }
      await this.writeFile();
      return 'success';
    } catch (error) {
      if (error instanceof StaleRead) throw error;
      if (error instanceof UnprocessableReport) return this.fail(error.message);
      // A retry would not help, such as when a record was removed or the file is too large.
      if (error instanceof Failure && error.status < 500) return this.fail(error.message);
      logError(`report ${this.job.id} of ${this.tenant.code}`, error);
      if (isExhausted(this.run))
        return this.fail(
          `The report could not be made in ${this.run.tries} tries. Request it again, or send its id to support.`,
        );
      const { tries } = this.run;
      await this.release(this.context.now().getTime() + retryDelay(tries), tries);
      return 'unfinished';
    }
  }

  /** Gives up a job whose tries were all cut off. */
  giveUp(): Promise<Outcome> {
    return this.fail('The report could not be made: each try was cut off before it made progress.');
  }
}

/**
 * Claims a job that is due and continues it as long as there is time.
 * @returns the outcome; `taken` when another worker has the job, or it no longer exists
 */
export async function runReport(
  tenant: TenantStore,
  seen: ReportRunItem,
  context: RunContext,
): Promise<Outcome> {
  try {
    const claimed: ReportRunItem = {
      ...seen,
      tries: seen.tries + 1,
      dueAt: context.now().getTime() + leaseDuration,
      lease: context.newId(),
    };
    if (isExhausted(seen)) {
      const state = await reportById(tenant, seen.id, { consistent: true });
      if (state?.job.status === 'inprogress')
        return await new ReportRun(tenant, context, state.job, seen).giveUp();
    }
    await commit([updateRun(tenant, seen, claimed)]);
    const state = await reportById(tenant, seen.id, { consistent: true });
    if (state?.job.status !== 'inprogress') {
      await commit([removeRun(tenant, claimed)]);
      return 'taken';
    }
    return await new ReportRun(tenant, context, state.job, claimed).proceed();
  } catch (error) {
    if (error instanceof StaleRead) return 'taken';
    throw error;
  }
}
