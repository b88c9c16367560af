// Carries a report's job out behind the scenes: takes it up, reads its rows part by part, writes its file, ends it.
//
// What was read is kept with each part, in one transaction with where the reading goes on. So a run that is cut off, at
// whatever line, is taken up by another where it stood; two that have the same job can't both write, as each writes
// under the lease it saw; and a part that is written again replaces itself.
import type { Change } from '../../../shared/data/changes.ts';
import { commit, StaleRead } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { Failure } from '../../../shared/errors/failure.ts';
import { storeFile } from '../../../shared/files/stored-file.ts';
import { logError } from '../../../shared/http/log.ts';
import { tenantTime } from '../../../shared/schedule/tenant-clock.ts';
import { printCertificates, readCertificatesInput, requireCertificates } from './certificates.ts';
import { loadReportContext } from './context.ts';
import { formats } from './formats/format.ts';
import { isExhausted, leaseDuration, type ReportJobItem, type ReportRunItem, retryDelay } from './job.ts';
import { reportByName } from './kinds.ts';
import { buildFile, finishJob, type ReportOutput, writeReport } from './output.ts';
import type { ReportContext, Row } from './report.ts';
import { endJob, loadRows, putRows, removeRun, reportById, updateRun } from './store.ts';

/** What a run is given besides its store. */
export interface RunContext {
  /** Real time. */
  readonly now: () => Date;
  readonly newId: () => string;
  /** Milliseconds that are left; without end unless said. */
  readonly timeLeft?: () => number;
}

/** No part is begun with less time left, in milliseconds: reading one takes a second or two. */
export const minTimeForPart = 12_000;
/** The file is not begun with less: 10,000 rows of PDF take some seconds on a small function. */
const minTimeForFile = 25_000;
/** So many rows are kept together, and so many bytes of them at most (an item may have 400 KB). */
const maxRowsPerPart = 500;
const maxBytesPerPart = 300_000;
/** So long is read at most before it is kept how far it came, in milliseconds. */
const saveInterval = 2_000;

type Outcome = 'success' | 'failed' | 'unfinished' | 'taken';

/** A reason that is told to whoever asked. */
class UnprocessableReport extends Error {
  override readonly name = 'CannotBeMade';
}

/** Parts of a list of rows, each small enough for an item. */
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

/** One run of a job, from the moment it is taken up. */
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

  /** Notes how far the run is, with what goes with it, and keeps the lease; that something was reached counts no try. */
  private async saveProgress(
    reached: Partial<ReportRunItem>,
    changes: readonly Change[] = [],
  ): Promise<void> {
    const dueAt = this.context.now().getTime() + leaseDuration;
    const after = { ...this.run, tries: 1, dueAt, ...reached };
    await commit([updateRun(this.tenant, this.run, after), ...changes]);
    this.run = after;
  }

  /** Lets the job go, to be taken up by another at a later moment. */
  private async release(dueAt: number, tries: number): Promise<void> {
    await commit([updateRun(this.tenant, this.run, { ...this.run, lease: undefined, dueAt, tries })]);
  }

  /** Reads on; whether everything is read. */
  private async readRows(): Promise<boolean> {
    const { tenant, context, job } = this;
    // Certificates are few, and have no rows: all of it is writing.
    if (job.report === 'Certificates') {
      await this.saveProgress({ isRead: true });
      return true;
    }
    const at = await loadReportContext(tenant, job.createdDate);
    const prepared = await reportByName(job.report).prepare(job.parameters, at);
    const { maxRows } = formats[job.format];
    let rows: Row[] = [];
    let since = context.now().getTime();
    let reached = { done: this.run.done, next: this.run.next };
    const keep = async (isRead: boolean): Promise<void> => {
      const cut = [...splitIntoParts(rows)];
      const puts = await Promise.all(
        cut.map((part, at) => putRows(tenant, job.id, this.run.chunks + at, part, context.now())),
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
          `The report has more than ${maxRows} rows, which is the most as ${job.format.toUpperCase()}: ask for a shorter period or a smaller part${job.format === 'pdf' ? ', or for another format' : ''}.`,
        );
      if (rows.length < maxRowsPerPart && context.now().getTime() - since < saveInterval) continue;
      await keep(false);
      if (!this.hasTimeFor(minTimeForPart)) return false;
    }
    await keep(true);
    return true;
  }

  /** What the job is to make, from the rows that are kept. */
  private async makeOutput(at: ReportContext): Promise<ReportOutput> {
    const { tenant, job } = this;
    if (job.report === 'Certificates')
      return printCertificates(at, await requireCertificates(at, readCertificatesInput(job.parameters)));
    const report = reportByName(job.report);
    const { about } = await report.prepare(job.parameters, at);
    const rows = await loadRows(tenant, job.id, this.run.chunks);
    return writeReport(report, job.format, { at, about, rows });
  }

  /** Writes the file, and ends the job. */
  private async writeFile(): Promise<void> {
    const { tenant, context, job } = this;
    const at = await loadReportContext(tenant, job.createdDate);
    const made = await this.makeOutput(at);
    const now = context.now();
    const wanted = buildFile(job, at.settings.timeZone, made, now);
    const { file, changes } = await storeFile(tenant, wanted, now);
    const { expiresAt } = wanted;
    await this.endJob(finishJob(job, made, { file, expiresAt }), tenantTime(at.settings, now), changes);
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
    const { settings } = await loadReportContext(this.tenant, this.job.createdDate);
    await this.endJob({ ...this.job, status: 'failed', reason }, tenantTime(settings, this.context.now()));
    return 'failed';
  }

  /** Goes on as far as the time reaches. */
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
      // What the report is about may be gone by now, or its file too large: trying again would not help.
      if (error instanceof Failure && error.status < 500) return this.fail(error.message);
      logError(`report ${this.job.id} of ${this.tenant.code}`, error);
      if (isExhausted(this.run))
        return this.fail(
          `It could not be made in ${this.run.tries} tries; ask for it again, or tell support its id.`,
        );
      const { tries } = this.run;
      await this.release(this.context.now().getTime() + retryDelay(tries), tries);
      return 'unfinished';
    }
  }

  /** Gives up a job whose tries were all cut off before they could be noted. */
  giveUp(): Promise<Outcome> {
    return this.fail('It could not be made: each try was cut off before it came any further.');
  }
}

/**
 * Takes up a job that was seen due, and carries it on as far as the time reaches.
 * @returns what became of it; `taken` when another has it, or it is no more
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
