// What a file of an export has, whatever its format.
import type { Cell } from './columns.ts';

/** The table of one file. */
export interface ExportTable {
  /** The name of the list. */
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly title: string }[];
  readonly rows: readonly (readonly Cell[])[];
}
