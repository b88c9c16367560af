// The formats a capitol report can be had in, each made from its kept data.
import type { Snapshot } from '../snapshot.ts';

export const formatNames = ['json', 'csv', 'pdf'] as const;
export type FormatName = (typeof formatNames)[number];

interface Format {
  readonly contentType: string;
  /** Makes the file: of the data, or of its very text. The writer is loaded when it is first asked for. */
  readonly write: (data: Snapshot, text: Uint8Array) => Promise<Uint8Array>;
}

export const formats: Readonly<Record<FormatName, Format>> = {
  json: { contentType: 'application/json', write: async (_, text) => text },
  csv: {
    contentType: 'text/csv; charset=utf-8',
    write: async (data) => (await import('./csv.ts')).writeCsv(data),
  },
  pdf: {
    contentType: 'application/pdf',
    write: async (data) => (await import('./pdf.ts')).writePdf(data),
  },
};
