// How large a workbook may be; the columns are those of every table.

/** The bytes of the file: it is unpacked in memory. */
export const MAX_BYTES = 10_000_000;
/** The characters of a cell: "Total number of characters that a cell can contain" (Excel specifications and limits). */
export const MAX_CELL_LENGTH = 32_767;
/** The columns of a row: a few bytes may name a cell far to the right, and all before it are empty. */
export const MAX_COLUMNS = 1000;
/** The cells of all rows: a sheet of the largest size has no more where it names each of them. */
export const MAX_CELLS = 6_000_000;
/** The characters of all cells: what a sheet that is not packed may have. */
export const MAX_TEXT_LENGTH = 60_000_000;
/** How many characters are sent to the platform at a time; it holds no more of a workbook. */
export const SLICE_LENGTH = 8_000_000;
/** What a cell takes besides its characters, counted as characters of a slice. */
export const CELL_LENGTH = 8;
