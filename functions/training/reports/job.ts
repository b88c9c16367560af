// The rules of report jobs: states, progress and expiry.
import type { FileItem } from '../../../shared/files/stored-file.ts';
import { type LeasedRun, startRun } from '../../../shared/jobs/leased-run.ts';
import type { FormatName, ReportName } from './definition/parameters.ts';

/** The words existing callers read (docs/interface/training.md#reports). */
export type JobStatus = 'inprogress' | 'success' | 'failed';

/** The file of a finished report. */
export interface ReportFile extends Pick<FileItem, 'id' | 'name' | 'linkSecret' | 'sha256' | 'chunks'> {
  /** ISO 8601, real time: links to the file work until then. */
  readonly expiresAt: string;
}

/**
 * A stored report job. It is changed once: when it is finished or given up.
 *
 * | from       | event                                            | to         |
 * |------------|--------------------------------------------------|------------|
 * | (none)     | requested, and small enough to be made at once   | success    |
 * | (none)     | requested                                        | inprogress |
 * | inprogress | the rows are read and the file is stored         | success    |
 * | inprogress | it can't be made, or the last try failed         | failed     |
 */
export interface ReportJobItem {
  readonly type: 'report-job';
  readonly id: string;
  readonly report: ReportName | 'Certificates';
  readonly title: string;
  /** What the report is about. */
  readonly subject?: string | undefined;
  readonly format: FormatName;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The subject who requested it; reports are listed by it. */
  readonly requestedBy: string;
  /** Whether it has e-mail addresses of others; absent in jobs that are older than this attribute, which have them. */
  readonly showsEmails?: boolean | undefined;
  readonly status: JobStatus;
  readonly rows?: number | undefined;
  readonly file?: ReportFile | undefined;
  readonly completedDate?: string | undefined;
  /** Why it failed, for the person who requested it. */
  readonly reason?: string | undefined;
  readonly version: number;
  /** By the tenant's clock: the report contains the data of this moment. */
  readonly createdDate: string;
  readonly modifiedDate: string;
  readonly schemaVersion: 1;
}

/** The run of a job in progress. A separate item, removed when the job ends, so that the job changes only once. */
export interface ReportRunItem extends LeasedRun {
  readonly type: 'report-run';
  /** How many records must be read, and how many were. */
  readonly size: number;
  readonly done: number;
  /** The rows so far, and the number of items that store them. */
  readonly rows: number;
  readonly chunks: number;
  /** Where reading continues. */
  readonly next?: string | undefined;
  /** Whether all rows are read and only the file must be written. */
  readonly isRead: boolean;
}

/** How long the file of a report is stored, in milliseconds of real time: a year. */
const fileLifetime = 365 * 24 * 3600_000;
/** How long a link to the file is valid, in milliseconds. */
const linkLifetime = 3600_000;

/** When a file that is made now expires. */
export const fileExpiry = (now: Date): Date => new Date(now.getTime() + fileLifetime);
/** The part of a stored file that the job contains. */
export const toReportFile = (
  { id, name, linkSecret, sha256, chunks }: FileItem,
  expiresAt: Date,
): ReportFile => ({ id, name, linkSecret, sha256, chunks, expiresAt: expiresAt.toISOString() });

/** When a link that is created now expires. */
export const linkExpiry = (now: Date): Date => new Date(now.getTime() + linkLifetime);

/** Builds a run that no worker has taken yet. */
export const buildRun = (id: string, size: number, now: Date): ReportRunItem => ({
  type: 'report-run',
  ...{ id, runId: id, size },
  ...startRun(now),
  ...{ done: 0, rows: 0, chunks: 0, isRead: false },
});

/** The progress of a job in percent; reading the rows counts for 90. */
export function computePercent(
  status: JobStatus,
  run: Pick<ReportRunItem, 'done' | 'size' | 'isRead'> | undefined,
): number {
  if (status === 'success') return 100;
  if (!run) return 0;
  if (run.isRead) return 95;
  return Math.floor((90 * Math.min(run.done, run.size)) / Math.max(1, run.size));
}

/** The file name of a report, such as `class-roster-2027-03-01.pdf`. */
export const reportFileName = (title: string, day: string, format: FormatName): string =>
  `${title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')}-${day}.${format}`;
