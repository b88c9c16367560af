// The formats of reports. Each writer is imported on first use, because most requests need none.
import { createSandbox } from '../../../../shared/sandbox/sandbox.ts';
import type { ReportDocument } from '../definition/document.ts';
import type { FormatName } from '../definition/parameters.ts';

/** Writes a document. The same document always gives the same bytes. */
export type Writer = (document: ReportDocument) => Promise<Uint8Array>;

export interface Format {
  readonly contentType: string;
  /** The largest number of rows; a report with more fails. */
  readonly maxRows: number;
  readonly writer: () => Promise<Writer>;
}

/** A document of the most rows takes 3 s of a core and 220 MB. */
const pdf = createSandbox(() => import('./pdf-tasks.ts'), {
  ...{ what: 'The report', seconds: 60, wallSeconds: 180, megabytes: 700 },
});

/**
 * Measured with Node 24 and rows of six to eight columns: 20,000 rows take half a second and 210 MB as XLSX; 10,000
 * rows take 3 s and 220 MB as PDF (450 pages). Both fit into a function of 512 MB and its time limit; 100,000 rows as
 * XLSX, at 565 MB, would not.
 */
export const formats: Readonly<Record<FormatName, Format>> = {
  pdf: {
    contentType: 'application/pdf',
    maxRows: 10_000,
    writer: async () => (report) => pdf.run('writePdf', report),
  },
  xlsx: {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    maxRows: 25_000,
    writer: async () => (await import('./xlsx.ts')).writeXlsxReport,
  },
  csv: {
    contentType: 'text/csv; charset=utf-8',
    maxRows: 50_000,
    writer: async () => (await import('./csv.ts')).writeCsvReport,
  },
  json: {
    contentType: 'application/json',
    maxRows: 50_000,
    writer: async () => (await import('./json.ts')).writeJson,
  },
};
