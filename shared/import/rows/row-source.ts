// What every reader returns: a record per row, or the problems of the row.
import type { CustomFieldItem } from '../../directory/record/custom-field.ts';
import type { DateOrder } from './dates.ts';

/** What is wrong with one value of a row. */
export interface RowProblem {
  /** The heading or member, as the file names it. */
  readonly field: string;
  /** What is wrong and what would be right. */
  readonly reason: string;
  /** The value in the file. */
  readonly value: string;
}

/** A row that gave a record. `leftOut` lists its values that could not be stored. */
export interface ParsedRow<T> {
  readonly row: string;
  readonly record: T;
  readonly leftOut: readonly RowProblem[];
}

/** A row that is not taken, with everything that is wrong with it. */
export interface RefusedRow {
  readonly row: string;
  readonly problems: readonly RowProblem[];
}

/** One row as it was read. `row` is its number as a spreadsheet shows it, after the file's name in a folder. */
export type Row<T> = ParsedRow<T> | RefusedRow;

/** A source that could be opened. */
export interface RowSource<T> {
  /** How many rows there are. */
  readonly total: number;
  /** Remarks on the whole source, such as unknown headings or an assumed encoding. */
  readonly remarks: readonly string[];
  readonly rows: AsyncIterable<Row<T>> | Iterable<Row<T>>;
}

/** Options of a reader. */
export interface ReadOptions {
  /** The tenant that the records will belong to; their ids are made with it. */
  readonly tenantCode: string;
  /** Names the system that gave bare ids such as "17", so that two systems' ids do not meet. */
  readonly source?: string | undefined;
  /** The tenant's own fields of this kind of record. */
  readonly customFields?: readonly CustomFieldItem[] | undefined;
  /** Which number of a day such as 01/02/2026 is first; without it such a day is left out. */
  readonly dateOrder?: DateOrder | undefined;
  /** The tenant's day, YYYY-MM-DD, on which people whom the file calls inactive are so by their dates or not. */
  readonly today?: string | undefined;
}

/** The whole source can't be read. The message is one sentence for the person who started the import. */
export class UnreadableSource extends Error {
  override readonly name = 'UnreadableSource';
}
