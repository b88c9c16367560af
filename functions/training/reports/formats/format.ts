// The formats a report can be had in. Each writer is loaded when it is first asked for: most requests need none.
import type { ReportDocument } from '../document.ts';
import type { FormatName } from '../parameters.ts';

/** Writes a document whole. The same document gives the same bytes. */
export type Writer = (document: ReportDocument) => Promise<Uint8Array>;

export interface Format {
  readonly contentType: string;
  /** The most rows it takes: a report with more is refused with a word on narrowing it. */
  readonly maxRows: number;
  readonly writer: () => Promise<Writer>;
}

/**
 * What was measured (Node 24, a process of its own, rows of six to eight columns): 20,000 rows take half a second and
 * 210 MB as XLSX; 10,000 rows take 3 s and 220 MB as PDF, and nobody reads 450 pages. Both fit into a function of 512 MB
 * with the time it has; 100,000 rows as XLSX, at 565 MB, would not.
 */
export const formats: Readonly<Record<FormatName, Format>> = {
  pdf: {
    contentType: 'application/pdf',
    maxRows: 10_000,
    writer: async () => (await import('./pdf.ts')).writePdf,
  },
  xlsx: {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    maxRows: 25_000,
    writer: async () => (await import('./xlsx.ts')).writeXlsxReport,
  },
  csv: {
    contentType: 'text/csv; charset=utf-8',
    maxRows: 50_000,
    writer: async () => (await import('./csv.ts')).writeCsv,
  },
  json: {
    contentType: 'application/json',
    maxRows: 50_000,
    writer: async () => (await import('./json.ts')).writeJson,
  },
};
