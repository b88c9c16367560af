// The file of a report that is ready to be kept, with what its job says of it.
import type { Change } from '../../../shared/data/changes.ts';
import { toLocalDate } from '../../../shared/directory/local-date.ts';
import type { FileInput, FileItem } from '../../../shared/files/stored-file.ts';
import { loadHeading } from './context.ts';
import { buildDocument } from './document.ts';
import { formats } from './formats/format.ts';
import { fileExpiry, type ReportJobItem, reportFileName, toReportFile } from './job.ts';
import type { FormatName } from './parameters.ts';
import type { Report, ReportContext, ReportScope, Row } from './report.ts';

/** What was made. */
export interface ReportOutput {
  readonly bytes: Uint8Array;
  /** Rows, or pages of what has no rows. */
  readonly rows: number;
}

/** Writes a report whose rows are all there. */
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

/** The file of a job, under a name that tells what it is and of which day. */
export const buildFile = (
  { id, title, format, createdDate }: ReportJobItem,
  timeZone: string,
  { bytes }: ReportOutput,
  now: Date,
): FileInput => ({
  id,
  name: reportFileName(title, toLocalDate(timeZone, new Date(createdDate)), format),
  contentType: formats[format].contentType,
  bytes,
  expiresAt: fileExpiry(now),
});

/** A job that has its file. */
export const finishJob = (
  job: ReportJobItem,
  { rows }: ReportOutput,
  { file, expiresAt }: { readonly file: FileItem; readonly expiresAt: Date },
): ReportJobItem => ({ ...job, status: 'success', rows, file: toReportFile(file, expiresAt) });

/** A job with the changes that go with it. */
export interface JobWithChanges {
  readonly job: ReportJobItem;
  readonly changes: readonly Change[];
}
