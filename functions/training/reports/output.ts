// The file of a report that is ready to be kept, with what its job says of it.
import type { Change } from '../../../shared/data/changes.ts';
import { dayIn } from '../../../shared/directory/local-date.ts';
import type { FileItem, FileInput } from '../../../shared/files/stored-file.ts';
import { loadHeading } from './context.ts';
import { buildDocument } from './document.ts';
import { formats } from './formats/format.ts';
import { fileExpiry, fileNameOf, linkedFile, type ReportJobItem } from './job.ts';
import type { FormatName } from './parameters.ts';
import type { About, ReportContext, Report, Row } from './report.ts';

/** What was made. */
export interface Made {
  readonly bytes: Uint8Array;
  /** Rows, or pages of what has no rows. */
  readonly rows: number;
}

/** Writes a report whose rows are all there. */
export async function madeOf(
  report: Report,
  format: FormatName,
  { at, about, rows }: { readonly at: ReportContext; readonly about: About; readonly rows: readonly Row[] },
): Promise<Made> {
  const document = buildDocument(report, await loadHeading(at, about), rows);
  const write = await formats[format].writer();
  return { bytes: await write(document), rows: document.rows.length };
}

/** The file of a job, under a name that tells what it is and of which day. */
export const buildFile = (
  { id, title, format, createdDate }: ReportJobItem,
  timeZone: string,
  { bytes }: Made,
  now: Date,
): FileInput => ({
  id,
  name: fileNameOf(title, dayIn(timeZone, new Date(createdDate)), format),
  contentType: formats[format].contentType,
  bytes,
  expiresAt: fileExpiry(now),
});

/** A job that has its file. */
export const finishJob = (
  job: ReportJobItem,
  { rows }: Made,
  { file, expiresAt }: { readonly file: FileItem; readonly expiresAt: Date },
): ReportJobItem => ({ ...job, status: 'success', rows, file: linkedFile(file, expiresAt) });

/** A job with the changes that go with it. */
export interface JobWithChanges {
  readonly job: ReportJobItem;
  readonly changes: readonly Change[];
}
