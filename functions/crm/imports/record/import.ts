// The rules of imports: states, what is stored of them, and for how long (docs/interface/crm.md#imports).
import type { DateForm, DateOrder } from '../../../../shared/import/rows/dates.ts';
import type { ImportCounts, ImportKind, ImportState } from './schemas.ts';

/** What the fields of columns of custom fields begin with. */
export const CUSTOM = 'customFields.';

/** What a column of the file is. */
export interface ImportColumn {
  readonly heading: string;
  /** The first values, for whoever checks the mapping. */
  readonly samples: readonly string[];
  /** What its days say of the order of day and month. */
  readonly dates?: readonly DateForm[] | undefined;
  /** The field that it is imported into, `customFields.` and an id for one of the tenant's; null when left out. */
  readonly field: string | null;
}

/** The rows that a run refused, or took without some values: in pages of the store. */
interface RefusedRows {
  readonly runId: string;
  readonly pages: number;
}

/** A part of a file that was uploaded in several. */
export interface FilePart {
  readonly number: number;
  readonly bytes: number;
  /** The items that store it. */
  readonly chunks: number;
}

/**
 * A stored import.
 *
 * | from      | event                                   | to        |
 * |-----------|-----------------------------------------|-----------|
 * | (none)    | created without a file                  | uploading |
 * | (none)    | created with a small file               | ready     |
 * | (none)    | created with a larger file              | reading   |
 * | uploading | all parts are there                     | reading   |
 * | reading   | the rows are read                       | ready     |
 * | ready     | started as a dry run                    | checking  |
 * | checking  | all rows are checked                    | ready     |
 * | ready     | started                                 | running   |
 * | running   | all rows are imported or refused        | done      |
 * | reading, checking, running | it can't go on         | failed    |
 */
export interface ImportItem {
  readonly type: 'import';
  readonly id: string;
  readonly kind: ImportKind;
  readonly fileName: string;
  /** The system that gave the ids of the file. */
  readonly source?: string | undefined;
  /** Which number of a day is first, as the mapping says. */
  readonly dateOrder?: DateOrder | undefined;
  readonly status: ImportState;
  readonly parts: readonly FilePart[];
  readonly columns: readonly ImportColumn[];
  readonly remarks: readonly string[];
  readonly rowCount: number;
  /** The pages of rows in the store. */
  readonly pages: number;
  /** The outcome of the last dry run with this mapping. */
  readonly check?: ImportCounts | undefined;
  readonly result?: ImportCounts | undefined;
  readonly refused?: RefusedRows | undefined;
  /** Why it failed. */
  readonly reason?: string | undefined;
  readonly createdBy: string;
  readonly createdDate: string;
  readonly modifiedDate: string;
  readonly version: number;
  /** Epoch seconds. */
  readonly ttl: number;
}

const DAY_SECONDS = 24 * 3600;
export const LIFETIME_DAYS = 30;

/** When an import and its rows expire, in real time. */
export const importTtl = (receivedAt: Date): number =>
  Math.floor(receivedAt.getTime() / 1000) + LIFETIME_DAYS * DAY_SECONDS;

/** No rows yet. */
export const noCounts: ImportCounts = { created: 0, updated: 0, unchanged: 0, refused: 0, leftOut: 0 };

/** The rows that were imported or refused. */
export const countRows = ({ created, updated, unchanged, refused }: ImportCounts): number =>
  created + updated + unchanged + refused;

/** The next version of an import. */
export const nextImport = (
  before: ImportItem,
  changes: Partial<Omit<ImportItem, 'id' | 'type' | 'version'>>,
  now: Date,
): ImportItem => ({
  ...before,
  ...changes,
  version: before.version + 1,
  modifiedDate: now.toISOString(),
});
