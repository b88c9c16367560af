// The records of a table as they are read from a file, one after the other.
import type { OpenBytes } from './decode.ts';

/** A file with a table. */
export interface TableSource {
  /** As messages name it. */
  readonly name: string;
  readonly open: OpenBytes;
}

/** A record of a table: its cells, and the bytes of UTF-8 text until its end. */
export interface TableRecord {
  readonly row: number;
  readonly cells: readonly string[];
  readonly end: number;
}

/** Where reading begins: after so many rows, and so many bytes of UTF-8 text. */
export interface TablePosition {
  readonly row: number;
  readonly end: number;
}
