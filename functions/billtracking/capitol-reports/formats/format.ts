// The formats of a capitol report, each written from its stored data.
import type { Snapshot } from '../content/snapshot.ts';

export const formatNames = ['json', 'csv', 'pdf'] as const;
export type FormatName = (typeof formatNames)[number];

interface Format {
  readonly contentType: string;
  /** Writes the file from the data or from its exact text. The writer is loaded on first use. */
  readonly write: (data: Snapshot, text: Uint8Array) => Promise<Uint8Array>;
}

export const formats: Readonly<Record<FormatName, Format>> = {
  json: { contentType: 'application/json', write: async (_, text) => text },
  csv: {
    contentType: 'text/csv; charset=utf-8',
    write: async (data) => (await import('./csv.ts')).writeCsvReport(data),
  },
  pdf: {
    contentType: 'application/pdf',
    write: async (data) => (await import('./pdf.ts')).writePdf(data),
  },
};
