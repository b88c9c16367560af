// Refuses a row that can't be read, whatever its shape: the rows around it are read.
import type { RefusedRow, Row } from '../../../../shared/import/rows/row-source.ts';

/** The refusal of a whole row. */
export const refuseRow = (row: string, { message }: Error): RefusedRow => ({
  row,
  problems: [{ field: '(row)', reason: message, value: '' }],
});

/** A row as `parse` reads it; refused when it has a shape that the reader does not know. */
export function parseSafely<T>(row: string, parse: () => Row<T>): Row<T> {
  try {
    return parse();
  } catch (error) {
    return refuseRow(row, new Error(`can't be read: ${error instanceof Error ? error.message : 'unknown'}`));
  }
}
