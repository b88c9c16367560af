// The rules of a report's job: its states, how its progress is told, when it is tried again and when it is given up.
import type { FileItem } from '../../../shared/files/stored-file.ts';
import type { FormatName, ReportName } from './parameters.ts';

/** The words existing callers read (docs/interface/training.md#reports). */
export type JobStatus = 'inprogress' | 'success' | 'failed';

/** The file of a finished report. */
export interface ReportFile extends Pick<FileItem, 'id' | 'name' | 'linkSecret' | 'sha256' | 'chunks'> {
  /** ISO 8601, real time: no link leads to it after. */
  readonly expiresAt: string;
}

/**
 * A report somebody asked for, as the table holds it. It is changed once: when it is finished or given up.
 *
 * | from       | what happens                                     | to         |
 * |------------|--------------------------------------------------|------------|
 * | (none)     | asked for; small enough to be made at once       | success    |
 * | (none)     | asked for                                        | inprogress |
 * | inprogress | its rows are read and its file is kept           | success    |
 * | inprogress | it can't be made, or failed as often as it may   | failed     |
 */
export interface ReportJobItem {
  readonly type: 'report-job';
  readonly id: string;
  readonly report: ReportName | 'Certificates';
  readonly title: string;
  /** What it is about, in words. */
  readonly subject?: string | undefined;
  readonly format: FormatName;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The subject who asked; reports are listed by it. */
  readonly requestedBy: string;
  readonly status: JobStatus;
  readonly rows?: number | undefined;
  readonly file?: ReportFile | undefined;
  readonly completedDate?: string | undefined;
  /** Why it failed, for whoever asked. */
  readonly reason?: string | undefined;
  readonly version: number;
  /** By the tenant's clock: the moment whose data the report tells. */
  readonly createdDate: string;
  readonly modifiedDate: string;
  readonly schemaVersion: 1;
}

/** How far a job in progress is; gone once it has ended. Apart from the job, so that progress makes no noise there. */
export interface ReportRunItem {
  readonly type: 'report-run';
  readonly id: string;
  /** Tries in a row that brought nothing further. */
  readonly tries: number;
  /** Epoch milliseconds: when it is to be taken up (again); while somebody is at it, when their lease ends. */
  readonly dueAt: number;
  /** Who is at it. */
  readonly lease?: string | undefined;
  /** Things to look through, and how many were. */
  readonly size: number;
  readonly done: number;
  /** Rows read so far, in so many items. */
  readonly rows: number;
  readonly chunks: number;
  /** Where the reading goes on. */
  readonly next?: string | undefined;
  /** All rows are there; what is left is to write the file. */
  readonly isRead: boolean;
}

/** How many tries in a row may bring nothing further. */
const maxTries = 5;
/** How long one may be at a job without a sign of life, in milliseconds; longer than a function runs. */
export const leaseDuration = 120_000;
/** How long a finished report's file is kept, in milliseconds of real time: a year. */
const fileLifetime = 365 * 24 * 3600_000;
/** How long a link to it is good for, in milliseconds. */
const linkLifetime = 3600_000;

/** Until when a file made now is kept. */
export const fileExpiry = (now: Date): Date => new Date(now.getTime() + fileLifetime);
/** What a job says of its file. */
export const toReportFile = (
  { id, name, linkSecret, sha256, chunks }: FileItem,
  expiresAt: Date,
): ReportFile => ({ id, name, linkSecret, sha256, chunks, expiresAt: expiresAt.toISOString() });

/** Until when a link given out now leads somewhere. */
export const linkExpiry = (now: Date): Date => new Date(now.getTime() + linkLifetime);

/** A run that nobody is at yet. */
export const buildRun = (id: string, size: number, now: Date): ReportRunItem => ({
  type: 'report-run',
  id,
  tries: 0,
  dueAt: now.getTime(),
  size,
  done: 0,
  rows: 0,
  chunks: 0,
  isRead: false,
});

/** Whether a run has had all its tries, be it that the last ones were cut off before they could be noted. */
export const isExhausted = ({ tries }: Pick<ReportRunItem, 'tries'>): boolean => tries >= maxTries;

/** When a run is tried again after so many tries, in milliseconds from now: a minute, doubled with each. */
export const retryDelay = (tries: number): number => 60_000 * 2 ** Math.max(0, tries - 1);

/** How far a job is, in whole percent: reading its rows counts for nine tenths. */
export function computePercent(
  status: JobStatus,
  run: Pick<ReportRunItem, 'done' | 'size' | 'isRead'> | undefined,
): number {
  if (status === 'success') return 100;
  if (!run) return 0;
  if (run.isRead) return 95;
  return Math.floor((90 * Math.min(run.done, run.size)) / Math.max(1, run.size));
}

/** The name a report is saved under: `class-roster-2027-03-01.pdf`. */
export const reportFileName = (title: string, day: string, format: FormatName): string =>
  `${title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')}-${day}.${format}`;
