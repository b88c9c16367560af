// Opens a CSV file: its encoding, its delimiter, its headings and its rows, streaming.
import { Readable } from 'node:stream';
import { type CsvError, parse } from 'csv-parse';
import { decodeFile, detectEncoding, type Encoding } from './decode.ts';
import { type RowProblem, UnreadableSource } from './row-source.ts';

/** One row of a table: its number as a spreadsheet counts, and its cells; or why it can't be taken apart. */
type TableRow =
  | { readonly row: number; readonly cells: readonly string[] }
  | { readonly row: number; readonly problems: readonly RowProblem[] };

/** A table that could be opened. */
export interface Table {
  readonly headings: readonly string[];
  readonly total: number;
  readonly remarks: readonly string[];
  readonly rows: () => AsyncIterable<TableRow>;
}

const DELIMITERS = [',', ';', '\t', '|'] as const;

/**
 * Opens a table. The file is read once here to count its rows and to find what concerns the whole of it, and
 * once more, row by row, when `rows()` is walked.
 * @throws UnreadableSource for an empty file, a file without headings and an open quotation mark
 */
export async function openTable(path: string): Promise<Table> {
  const encoding = await detectEncoding(path).catch((error: NodeJS.ErrnoException) => {
    throw new UnreadableSource(`"${path}" can't be read: ${error.code ?? 'unknown reason'}.`);
  });
  const delimiter = await detectDelimiter(path, encoding);
  let headings: readonly string[] | undefined;
  let total = 0;
  for await (const { cells } of readRecords(path, encoding, delimiter)) {
    if (headings === undefined) headings = cells;
    else total += 1;
  }
  if (headings === undefined)
    throw new UnreadableSource(`"${path}" is empty: a first line with headings is expected.`);
  const width = headings.length;
  return {
    headings,
    total,
    remarks:
      encoding === 'windows-1252'
        ? [`"${path}" is not valid UTF-8 and was read as Windows-1252 (Western European).`]
        : [],
    rows: () => readRows(path, encoding, delimiter, width),
  };
}

async function* readRows(
  path: string,
  encoding: Encoding,
  delimiter: string,
  width: number,
): AsyncGenerator<TableRow> {
  for await (const { row, cells } of readRecords(path, encoding, delimiter)) {
    if (row === 1) continue;
    if (cells.slice(width).every((cell) => cell === '')) yield { row, cells };
    else yield { row, problems: [buildSurplusCellsProblem(cells, width)] };
  }
}

function buildSurplusCellsProblem(cells: readonly string[], width: number): RowProblem {
  return {
    field: '(row)',
    reason: `has ${cells.length} cells, but there are ${width} headings; a cell that contains the delimiter must be in quotation marks`,
    value: cells.slice(width).join(' | '),
  };
}

/** Every record that is not blank; `row` counts blank ones too, so that it is the number a spreadsheet shows. */
async function* readRecords(
  path: string,
  encoding: Encoding,
  delimiter: string,
): AsyncGenerator<{ readonly row: number; readonly cells: readonly string[] }> {
  const parser = Readable.from(decodeFile(path, encoding)).pipe(
    parse({ delimiter, relax_column_count: true, relax_quotes: true, trim: true }),
  );
  let row = 0;
  try {
    for await (const values of parser as AsyncIterable<string[]>) {
      row += 1;
      // The parser leaves blanks within quotation marks.
      const cells = values.map((value) => value.trim());
      if (cells.some((cell) => cell !== '')) yield { row, cells };
    }
  } catch (error) {
    throw toUnreadableSource(error, path, row + 1);
  }
}

function toUnreadableSource(error: unknown, path: string, row: number): unknown {
  if (!isCsvError(error)) return error;
  return new UnreadableSource(
    error.code === 'CSV_QUOTE_NOT_CLOSED'
      ? `"${path}" can't be read: a quotation mark opened in row ${row} is never closed.`
      : `"${path}" is not a table this import can read, from row ${row} on.`,
  );
}

const isCsvError = (error: unknown): error is CsvError =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_');

/** The delimiter that the first line with text has most of, outside of quotation marks. */
async function detectDelimiter(path: string, encoding: Encoding): Promise<string> {
  let start = '';
  for await (const piece of decodeFile(path, encoding)) {
    start += piece;
    if (/\S[^\r\n]*[\r\n]/.test(start) || start.length > 100_000) break;
  }
  const heading = (start.trimStart().split(/[\r\n]/, 1)[0] ?? '').replace(/"[^"]*"/g, '');
  const count = (delimiter: string): number => heading.split(delimiter).length;
  return DELIMITERS.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best), ',');
}
