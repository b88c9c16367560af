// The rules of exports: states, progress, retries and expiry (docs/interface/crm.md#exports).
import type { FileItem } from '../../../shared/files/stored-file.ts';
import { type LeasedRun, startRun } from '../../../shared/jobs/leased-run.ts';
import type { ExportInput, ExportState } from './schemas.ts';

/** A file of an export. */
export interface ExportFile extends Pick<FileItem, 'id' | 'name' | 'linkSecret' | 'sha256' | 'chunks'> {
  readonly rows: number;
}

/**
 * A stored export.
 *
 * | from       | event                                 | to         |
 * |------------|---------------------------------------|------------|
 * | (none)     | requested                             | inprogress |
 * | inprogress | the last row is in a file             | success    |
 * | inprogress | it can't be made, or all tries failed | failed     |
 * | not failed | a person in it is erased              | failed     |
 */
export interface ExportItem {
  readonly type: 'export';
  readonly id: string;
  /** What was requested, with the columns. */
  readonly request: ExportInput & { readonly columns: readonly string[] };
  /** Whose it is, see findOwner; nobody else sees it. */
  readonly requestedBy: string;
  /** Whether the one who requested it saw email addresses. */
  readonly showsEmails: boolean;
  /** The day of the request in the tenant's time zone: YYYY-MM-DD. */
  readonly today: string;
  readonly status: ExportState;
  /** How many rows there will be, where a filter does not make it unknown. */
  readonly total?: number | undefined;
  readonly rows: number;
  readonly files: readonly ExportFile[];
  /** Why it failed, or why its files are gone. */
  readonly reason?: string | undefined;
  readonly createdDate: string;
  readonly completedDate?: string | undefined;
  readonly version: number;
  /** Epoch seconds, in real time. */
  readonly ttl: number;
}

/** The run of an export: where it continues. */
export interface ExportRunItem extends LeasedRun {
  readonly type: 'export-run';
  /** The position in the list after the last row that is in a file. */
  readonly after?: string | undefined;
  readonly ttl: number;
}

const DAY_SECONDS = 24 * 3600;
export const LIFETIME_DAYS = 7;
/** How long a link to a file is valid, in milliseconds. */
export const LINK_LIFETIME = 3600_000;

/** When an export and its files expire, in real time. */
export const exportTtl = (receivedAt: Date): number =>
  Math.floor(receivedAt.getTime() / 1000) + LIFETIME_DAYS * DAY_SECONDS;

/** When a link that is created now expires: after an hour, or with the file. */
export const linkExpiry = ({ ttl }: ExportItem, now: Date): Date =>
  new Date(Math.min(now.getTime() + LINK_LIFETIME, ttl * 1000));

/** Whether an export is stored no longer; DynamoDB removes it a little later. */
export const isExpired = ({ ttl }: ExportItem, now: Date): boolean => ttl * 1000 <= now.getTime();

/** A run that no worker has taken yet. An export has one run. */
export const buildRun = ({ id, ttl }: ExportItem, now: Date): ExportRunItem => ({
  ...{ type: 'export-run', id, runId: id, ttl },
  ...startRun(now),
});

/** The name of the next file, such as `people-2027-03-01.csv`, and `people-2027-03-01-2.csv` after it. */
export const nextFileName = ({ request, today, files }: ExportItem): string =>
  `${request.list}-${today}${files.length === 0 ? '' : `-${files.length + 1}`}.${request.format}`;
