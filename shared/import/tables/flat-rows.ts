// The rows of a flat source, table or JSON objects, as cells by the field they mean.
import { type CustomFieldItem, controlTypes } from '../../directory/record/custom-field.ts';
import type { CustomValueContent } from '../../directory/record/custom-value.ts';
import { findErrorValue, readCellText } from '../rows/cell-text.ts';
import { readCustomValues } from '../rows/custom-values.ts';
import { type DateOrder, isDayField, readDate } from '../rows/dates.ts';
import type { Columns } from '../rows/headings.ts';
import type { Row, RowProblem } from '../rows/row-source.ts';
import { type Cell, collapseWhitespace } from '../rows/values.ts';
import type { Table, TableRow } from './table.ts';

/** The cells of a row that have a value. */
export type Cells<F extends string> = ReadonlyMap<F, Cell>;

/** The cells of a row, and what is wrong with others. */
interface ReadCells<K> {
  readonly cells: ReadonlyMap<K, Cell>;
  readonly problems: readonly RowProblem[];
}

/** The cells of some columns. */
export function readCells<K>(
  row: readonly string[],
  columns: ReadonlyMap<K, { readonly index: number; readonly heading: string }>,
): ReadCells<K> {
  const cells = new Map<K, Cell>();
  const problems: RowProblem[] = [];
  for (const [field, { index, heading }] of columns) {
    const text = readCellText({ field: heading, value: row[index] ?? '' });
    if ('problem' in text) problems.push(text.problem);
    else if (text.value !== '') cells.set(field, { field: heading, value: text.value });
  }
  return { cells, problems };
}

/** The cells with their days as YYYY-MM-DD; a day whose order is not known is a problem. */
function readDays<K>(
  { cells, problems }: ReadCells<K>,
  isDay: (field: K) => boolean,
  order: DateOrder | undefined,
): ReadCells<K> {
  const read = new Map(cells);
  const unread: RowProblem[] = [];
  for (const [field, cell] of cells) {
    const date = isDay(field) ? readDate(cell.value, order) : undefined;
    if (date === undefined) continue;
    if ('value' in date) read.set(field, { ...cell, value: date.value });
    else {
      read.delete(field);
      unread.push({ ...cell, reason: date.reason });
    }
  }
  return { cells: read, problems: [...problems, ...unread] };
}

/** The cells with these of them on one line each, as names are. */
export function collapseLines<F extends string>(cells: Cells<F>, fields: readonly F[]): Cells<F> {
  const lines = fields.flatMap((name): [F, Cell][] => {
    const cell = cells.get(name);
    return cell === undefined ? [] : [[name, { ...cell, value: collapseWhitespace(cell.value) }]];
  });
  return new Map([...cells, ...lines]);
}

/** A record that may have values of custom fields. */
export interface Draft {
  readonly content: object & { readonly customFields?: CustomValueContent[] | undefined };
}

/** How the rows of a table are read. */
export interface RowReader<F extends string, T extends Draft> {
  readonly columns: Pick<Columns<F>, 'byField' | 'custom'>;
  readonly customFields: readonly CustomFieldItem[];
  readonly dateOrder?: DateOrder | undefined;
  readonly parse: (row: string, cells: Cells<F>) => Row<T>;
}

const isDayOf = (fields: readonly CustomFieldItem[], id: string): boolean =>
  fields.some((field) => field.id === id && field.controlTypeId === controlTypes.date);

/** Makes a record of a row, or refuses it. */
export function readRow<F extends string, T extends Draft>(
  row: TableRow,
  label: string,
  { columns, customFields, dateOrder, parse }: RowReader<F, T>,
): Row<T> {
  const name = `${label}${row.row}`;
  if ('problems' in row) return { row: name, problems: row.problems };
  const errors = [...columns.byField.values(), ...columns.custom.values()].flatMap(
    ({ index, heading }) => findErrorValue({ field: heading, value: row.cells[index] ?? '' }) ?? [],
  );
  if (errors.length > 0) return { row: name, problems: errors };
  const fields = readDays(readCells(row.cells, columns.byField), isDayField, dateOrder);
  const parsed = parse(name, fields.cells);
  if ('problems' in parsed) return { ...parsed, problems: [...fields.problems, ...parsed.problems] };
  const custom = readDays(readCells(row.cells, columns.custom), (id) => isDayOf(customFields, id), dateOrder);
  const { values, problems } = readCustomValues(custom.cells, customFields);
  const { record } = parsed;
  return {
    ...parsed,
    record:
      values.length === 0 ? record : { ...record, content: { ...record.content, customFields: [...values] } },
    leftOut: [...parsed.leftOut, ...fields.problems, ...custom.problems, ...problems],
  };
}

/** The rows of a table, each made into a record or refused. */
export async function* readTableRows<F extends string, T extends Draft>(
  table: Table,
  label: string,
  reader: RowReader<F, T>,
): AsyncGenerator<Row<T>> {
  for await (const row of table.rows()) yield readRow(row, label, reader);
}
