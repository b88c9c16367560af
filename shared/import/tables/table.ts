// Opens a table of text: its headings and its rows, streaming.
import { pipeline, Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { type CsvError, parse } from 'csv-parse';
import { describeTitles, findHeadingRow, HEADING_ROWS } from '../headings/find-headings.ts';
import { classifyDate, type DateForm } from '../rows/dates.ts';
import { type RowProblem, UnreadableSource } from '../rows/row-source.ts';
import { decodeBytes } from './decode.ts';
import { detectTableFormat, type TableFormat, type TextFormat } from './table-format.ts';
import type { TablePosition, TableRecord, TableSource } from './table-record.ts';
import { readWorkbook } from './workbook.ts';

/** One row of a table: its number as a spreadsheet counts, and its cells; or why it can't be taken apart. */
export type TableRow =
  | { readonly row: number; readonly cells: readonly string[] }
  | { readonly row: number; readonly problems: readonly RowProblem[] };

/** A table that could be opened. */
export interface Table {
  readonly headings: readonly string[];
  readonly total: number;
  readonly remarks: readonly string[];
  /** What the days of each column say of the order of day and month. */
  readonly dates: ReadonlyMap<number, ReadonlySet<DateForm>>;
  readonly rows: () => AsyncIterable<TableRow>;
}

/**
 * Opens a table. The file is read once here to count its rows and to find what concerns the whole of it, and
 * once more, row by row, when `rows()` is walked.
 * @throws UnreadableSource for an empty file, a file without headings and an open quotation mark
 */
export async function openTable(source: TableSource): Promise<Table> {
  const format = await detectTableFormat(source.open).catch((error: NodeJS.ErrnoException) => {
    throw new UnreadableSource(`"${source.name}" can't be read: ${error.code ?? 'unknown reason'}.`);
  });
  const first: TableRecord[] = [];
  const dates = new Map<number, Set<DateForm>>();
  let records = 0;
  for await (const record of readRecords(source, format)) {
    if (first.length < HEADING_ROWS) first.push(record);
    records += 1;
    for (const [index, cell] of record.cells.entries()) {
      const form = classifyDate(cell);
      if (form !== undefined) dates.set(index, (dates.get(index) ?? new Set()).add(form));
    }
  }
  const above = findHeadingRow(first.map(({ cells }) => cells));
  const heading = first[above];
  if (heading === undefined) throw noHeadings(source.name);
  return {
    headings: heading.cells,
    total: records - above - 1,
    remarks: [
      ...describeEncoding(source.name, format),
      ...describeTitles(
        source.name,
        first.slice(0, above).map(({ cells }) => cells),
      ),
    ],
    dates,
    rows: () => readRows(source, format, heading),
  };
}

/** The failure of a file without a line of text. */
export const noHeadings = (name: string): UnreadableSource =>
  new UnreadableSource(`"${name}" is empty: a first line with headings is expected.`);

/** Says so when the encoding is only a guess. */
export const describeEncoding = (name: string, format: TableFormat): readonly string[] =>
  format.type === 'text' && format.encoding === 'windows-1252'
    ? [`"${name}" is not valid UTF-8 and was read as Windows-1252 (Western European).`]
    : [];

async function* readRows(
  source: TableSource,
  format: TableFormat,
  heading: TableRecord,
): AsyncGenerator<TableRow> {
  for await (const { row, cells } of readRecords(source, format))
    if (row > heading.row) yield checkWidth({ row, cells }, heading.cells.length);
}

/** The row, or its refusal where it has more cells than the table has headings. */
export const checkWidth = (
  { row, cells }: { readonly row: number; readonly cells: readonly string[] },
  width: number,
): TableRow =>
  cells.slice(width).every((cell) => cell === '')
    ? { row, cells }
    : { row, problems: [buildSurplusCellsProblem(cells, width)] };

function buildSurplusCellsProblem(cells: readonly string[], width: number): RowProblem {
  return {
    field: '(row)',
    reason: `has ${cells.length} cells, but there are ${width} headings; a cell that contains the delimiter must be in quotation marks`,
    value: cells.slice(width).join(' | '),
  };
}

const FIRST: TablePosition = { row: 0, end: 0 };

/** Every record that is not blank; `row` counts blank ones too, so that it is the number a spreadsheet shows. */
export const readRecords = (
  source: TableSource,
  format: TableFormat,
  from: TablePosition = FIRST,
): AsyncGenerator<TableRecord> =>
  format.type === 'workbook' ? readWorkbook(source, from) : readTextRecords(source, format, from);

async function* readTextRecords(
  { name, open }: TableSource,
  { encoding, delimiter, quote, escape: mark, hasDelimiterLine }: TextFormat,
  from: TablePosition,
): AsyncGenerator<TableRecord> {
  const parser = parse({
    ...{ delimiter, quote, escape: mark },
    ...{ relax_column_count: true, relax_quotes: true, trim: true, info: true },
  });
  let { row } = from;
  let end = 0;
  const refuse = (): UnreadableSource =>
    new UnreadableSource(
      `Row ${row + 1} of "${name}" does not end within ${MAX_ROW_BYTES / 1_000_000} MB. A quotation mark may be missing.`,
    );
  const bytes = limitRows(skipBytes(decodeBytes(open, encoding), from.end), () => end, refuse);
  // What fails in the source ends the parser, whose reader gets the error.
  pipeline(Readable.from(bytes), parser, () => undefined);
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      readonly record: readonly string[];
      readonly info: { readonly bytes: number };
    }>) {
      row += 1;
      end = info.bytes;
      if (row === 1 && hasDelimiterLine) continue;
      // The parser leaves blanks within quotation marks.
      const cells = record.map((value) => value.trim());
      if (cells.some((cell) => cell !== '')) yield { row, cells, end: from.end + end };
    }
  } catch (error) {
    throw toUnreadableSource(error, name, row + 1);
  }
}

/** The most bytes that are read without the end of a row: the parser holds a row in memory, and each empty cell of it. */
const MAX_ROW_BYTES = 4_000_000;
/** How much is parsed before others have a turn. */
const PIECE_BYTES = 64 * 1024;

/** The bytes in small pieces. @throws what `refuse` returns where no row ends within the most bytes of one */
async function* limitRows(
  pieces: AsyncIterable<Uint8Array>,
  getEnd: () => number,
  refuse: () => Error,
): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const piece of pieces)
    for (let at = 0; at < piece.length; at += PIECE_BYTES) {
      if (read - getEnd() > MAX_ROW_BYTES) throw refuse();
      const part = piece.subarray(at, at + PIECE_BYTES);
      read += part.length;
      yield part;
      await setImmediate();
    }
}

/** The text after so many bytes of UTF-8, which end with a line. */
async function* skipBytes(pieces: AsyncIterable<string>, bytes: number): AsyncGenerator<Uint8Array> {
  let left = bytes;
  for await (const piece of pieces) {
    const encoded = Buffer.from(piece);
    if (left < encoded.length) yield encoded.subarray(left);
    left = Math.max(0, left - encoded.length);
  }
}

function toUnreadableSource(error: unknown, name: string, row: number): unknown {
  if (!isCsvError(error)) return error;
  return new UnreadableSource(
    error.code === 'CSV_QUOTE_NOT_CLOSED'
      ? `"${name}" can't be read: a quotation mark opened in row ${row} is never closed.`
      : `"${name}" is not a table this import can read, from row ${row} on.`,
  );
}

const isCsvError = (error: unknown): error is CsvError =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_');
