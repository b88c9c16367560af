// Reads the rows of a file into pages, each small enough for an item of the table.
import {
  describeTitles,
  findHeadingRow,
  HEADING_ROWS,
} from '../../../../shared/import/headings/find-headings.ts';
import { UnreadableSource } from '../../../../shared/import/rows/row-source.ts';
import { describeEncoding, noHeadings, readRecords } from '../../../../shared/import/tables/table.ts';
import type { TableRecord, TableSource } from '../../../../shared/import/tables/table-record.ts';
import { MAX_COLUMNS } from '../../../../shared/import/tables/workbook-limits.ts';
import { addDateForm } from './date-order.ts';
import type { ReadingState } from './run-item.ts';
import type { FileRow } from './store.ts';

/** The largest page: rows, and bytes before it is compressed (an item can have 400 KB). */
const ROWS_PER_PAGE = 200;
const BYTES_PER_PAGE = 300_000;

const SAMPLES = 3;
const SAMPLE_LENGTH = 60;

/** A page that was read, and where reading continues after it. */
interface ReadPage {
  readonly rows: readonly FileRow[];
  readonly state: ReadingState;
}

type Columns = ReadingState['columns'];

function readHeadings({ name }: TableSource, cells: readonly string[]): Columns {
  if (cells.length <= MAX_COLUMNS)
    return cells.map((heading) => ({ heading: heading.slice(0, 200), samples: [] }));
  throw new UnreadableSource(`"${name}" has ${cells.length} columns; the most is ${MAX_COLUMNS}.`);
}

const addSamples = (columns: Columns, cells: readonly string[]): Columns =>
  columns.map((column, index) => {
    const value = cells[index] ?? '';
    return value === '' || column.samples.length >= SAMPLES
      ? column
      : { ...column, samples: [...column.samples, value.slice(0, SAMPLE_LENGTH)] };
  });

/** The columns with what the days of a row say of their order; the same ones where they say nothing new. */
function addDateForms(columns: Columns, cells: readonly string[]): Columns {
  const added = columns.map((column, index) => addDateForm(column, cells[index] ?? ''));
  return added.some((column, index) => column !== columns[index]) ? added : columns;
}

const hasAllSamples = (columns: Columns): boolean =>
  columns.every(({ samples }) => samples.length >= SAMPLES);

/** The records from where reading stopped; of those of a file that is read from its beginning, the one with the headings. */
async function* markHeadings(
  source: TableSource,
  from: ReadingState,
): AsyncGenerator<TableRecord & { readonly isHeading?: boolean }> {
  const records = readRecords(source, from.format, from);
  if (from.columns.length > 0) {
    yield* records;
    return;
  }
  let first: TableRecord[] | undefined = [];
  const mark = (marked: readonly TableRecord[]) => {
    const heading = findHeadingRow(marked.map(({ cells }) => cells));
    return marked.map((record, index) => ({ ...record, isHeading: index === heading }));
  };
  for await (const record of records) {
    if (!first) {
      yield record;
      continue;
    }
    first.push(record);
    if (first.length < HEADING_ROWS) continue;
    yield* mark(first);
    first = undefined;
  }
  if (first) yield* mark(first);
}

/** The beginning of a file in this format. */
export const startReading = (format: ReadingState['format']): ReadingState => ({
  ...{ format, row: 0, end: 0, rows: 0, columns: [], titles: [] },
});

/**
 * The pages of a file from where reading stopped; the last one may be without rows.
 * @throws UnreadableSource for a file without headings, one that is no table, and a row that is too large
 */
export async function* readPages(source: TableSource, from: ReadingState): AsyncGenerator<ReadPage> {
  let { columns } = from;
  let rows: FileRow[] = [];
  let bytes = 0;
  let reached: Pick<TableRecord, 'row' | 'end'> = from;
  let total = from.rows;
  const takePage = (): ReadPage => {
    const page = { rows, state: { ...from, ...reached, columns, titles, rows: total } };
    [rows, bytes] = [[], 0];
    return page;
  };
  let { titles = [] } = from;
  for await (const { row, end, cells, isHeading } of markHeadings(source, from)) {
    if (isHeading) columns = readHeadings(source, cells);
    else if (columns.length === 0) titles = [...titles, cells];
    else {
      const size = Buffer.byteLength(JSON.stringify(cells));
      if (size > BYTES_PER_PAGE)
        throw new UnreadableSource(
          `Row ${row} of "${source.name}" has ${size} bytes; the most is ${BYTES_PER_PAGE}. A quotation mark may be missing.`,
        );
      if (rows.length >= ROWS_PER_PAGE || bytes + size > BYTES_PER_PAGE) yield takePage();
      if (!hasAllSamples(columns)) columns = addSamples(columns, cells);
      columns = addDateForms(columns, cells);
      rows.push([row, cells]);
      bytes += size;
      total += 1;
    }
    reached = { row, end };
  }
  if (columns.length === 0) throw noHeadings(source.name);
  yield takePage();
}

/** What concerns the whole file. */
export const describeFile = (
  name: string,
  { format, titles = [] }: Pick<ReadingState, 'format' | 'titles'>,
): readonly string[] => [...describeEncoding(name, format), ...describeTitles(name, titles)];
