// Writes reports to files, and finishes their jobs.
import type { Change } from '../../../shared/data/changes.ts';
import type { FileInput, FileItem } from '../../../shared/files/stored-file.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { loadHeading } from './context.ts';
import { buildDocument } from './definition/document.ts';
import type { FormatName } from './definition/parameters.ts';
import type { Report, ReportContext, ReportScope, Row } from './definition/report.ts';
import { formats } from './formats/format.ts';
import { fileExpiry, type ReportJobItem, reportFileName, toReportFile } from './job.ts';

/** The content of a report's file. */
export interface ReportOutput {
  readonly bytes: Uint8Array;
  /** The number of rows, or of pages for certificates. */
  readonly rows: number;
}

/** Writes a report from all its rows. */
export async function writeReport(
  report: Report,
  format: FormatName,
  {
    at,
    about,
    rows,
  }: { readonly at: ReportContext; readonly about: ReportScope; readonly rows: readonly Row[] },
): Promise<ReportOutput> {
  const document = buildDocument(report, await loadHeading(at, about), rows);
  const write = await formats[format].writer();
  return { bytes: await write(document), rows: document.rows.length };
}

/** Builds the file of a job. */
export const buildFile = (
  { id, title, format, createdDate }: ReportJobItem,
  timeZone: string,
  { bytes }: ReportOutput,
  now: Date,
): FileInput & Required<Pick<FileInput, 'expiresAt'>> => ({
  id,
  name: reportFileName(title, toLocalDate(timeZone, new Date(createdDate)), format),
  contentType: formats[format].contentType,
  bytes,
  expiresAt: fileExpiry(now),
});

/** Finishes a job with its file. */
export const finishJob = (
  job: ReportJobItem,
  { rows }: ReportOutput,
  { file, expiresAt }: { readonly file: FileItem; readonly expiresAt: Date },
): ReportJobItem => ({ ...job, status: 'success', rows, file: toReportFile(file, expiresAt) });

/** A job with the changes that must be written with it. */
export interface JobWithChanges {
  readonly job: ReportJobItem;
  readonly changes: readonly Change[];
}
