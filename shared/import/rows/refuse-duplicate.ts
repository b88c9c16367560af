// Refuses the second row of the same record.
import type { RefusedRow, Row } from './row-source.ts';

/**
 * Lets the first row of each record pass and refuses the others: which of two rows is right can't be known, and
 * to take the last would hide that the file contains both.
 *
 * @param seen the first row of each record, by record id; shared by all files of one import
 */
export function refuseDuplicate<T extends { readonly id: string }>(
  row: Row<T>,
  seen: Map<string, string>,
): Row<T> {
  if (!('record' in row)) return row;
  const first = seen.get(row.record.id);
  if (first !== undefined) return buildDuplicateRow(row.row, first);
  seen.set(row.record.id, row.row);
  return row;
}

/** The refusal of a row whose record another row gives. */
export const buildDuplicateRow = (row: string, first: string): RefusedRow => ({
  row,
  problems: [{ field: '(row)', reason: `is of the same record as row ${first}, which was taken`, value: '' }],
});
