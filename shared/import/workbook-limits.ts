// How large a workbook may be.

/** The bytes of the file: it is unpacked in memory. */
export const MAX_BYTES = 10_000_000;
/** The characters of a cell: "Total number of characters that a cell can contain" (Excel specifications and limits). */
export const MAX_CELL_LENGTH = 32_767;
/** The characters of all cells: what a sheet that is not packed may have. */
export const MAX_TEXT_LENGTH = 60_000_000;
/** How many characters are sent to the platform at a time; it holds no more of a workbook. */
export const SLICE_LENGTH = 8_000_000;
