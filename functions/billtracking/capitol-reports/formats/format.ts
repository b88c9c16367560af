// The formats of a capitol report, each written from its stored data.
import { createSandbox } from '../../../../shared/sandbox/sandbox.ts';
import type { Snapshot } from '../content/snapshot.ts';

/** `bills` is a CSV with one row for each bill; `csv` has one for each fact. */
export const formatNames = ['json', 'csv', 'bills', 'pdf'] as const;
export type FormatName = (typeof formatNames)[number];

interface Format {
  readonly contentType: string;
  /** The ending of the file's name. */
  readonly extension: string;
  /** Writes the file from the data or from its exact text. The writer is loaded on first use. */
  readonly write: (data: Snapshot, text: Uint8Array) => Promise<Uint8Array>;
}

const pdf = createSandbox(() => import('./pdf-tasks.ts'), {
  ...{ what: 'The report', seconds: 20, megabytes: 700 },
});

export const formats: Readonly<Record<FormatName, Format>> = {
  json: { contentType: 'application/json', extension: 'json', write: async (_, text) => text },
  csv: {
    contentType: 'text/csv; charset=utf-8',
    extension: 'csv',
    write: async (data) => (await import('./csv.ts')).writeCsvReport(data),
  },
  bills: {
    contentType: 'text/csv; charset=utf-8',
    extension: 'bills.csv',
    write: async (data) => (await import('./bills-csv.ts')).writeBillsCsv(data),
  },
  pdf: {
    contentType: 'application/pdf',
    extension: 'pdf',
    write: (data) => pdf.run('writePdf', data),
  },
};
