// Refuses the second row that speaks of the same record.
import type { RefusedRow, Row } from './row-source.ts';

/**
 * Lets the first row of each record pass and refuses the others: which of two rows is right can't be known, and
 * to take the last would hide that the file holds both.
 *
 * @param seen the row that spoke of a record first, by the record's id; shared by all files of one import
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

/** The refusal of a row that speaks of a record for which another row stands. */
export const buildDuplicateRow = (row: string, first: string): RefusedRow => ({
  row,
  faults: [{ field: '(row)', reason: `speaks of the same record as row ${first}, which stands`, value: '' }],
});
