// The rows of a flat source, table or JSON objects, as cells by the field they mean.
import { type Columns, describeUnreadHeadings, type HeadingTable, matchHeadings } from './headings.ts';
import { type JsonObject, readText } from './json.ts';
import type { Row } from './row-source.ts';
import type { SourceFile } from './source-files.ts';
import type { Table } from './table.ts';
import { type Cell, collapseWhitespace } from './values.ts';

/** The cells of a row that have a value. */
export type Cells<F extends string> = ReadonlyMap<F, Cell>;

/** The cells of a table's row. */
function toCells<F extends string>(cells: readonly string[], columns: Columns<F>): Cells<F> {
  const found = new Map<F, Cell>();
  for (const [field, { index, heading }] of columns.byField) {
    const value = cells[index];
    if (value !== undefined && value !== '') found.set(field, { field: heading, value });
  }
  return found;
}

/** The cells with these of them on one line each, as names are. */
export function collapseLines<F extends string>(cells: Cells<F>, fields: readonly F[]): Cells<F> {
  const lines = fields.flatMap((name): [F, Cell][] => {
    const cell = cells.get(name);
    return cell === undefined ? [] : [[name, { ...cell, value: collapseWhitespace(cell.value) }]];
  });
  return new Map([...cells, ...lines]);
}

/** The plain members of a JSON object, as a row of a table with the same headings would give them. */
export function objectToCells<F extends string>(entry: JsonObject, headings: HeadingTable<F>): Cells<F> {
  const names = Object.keys(entry);
  return toCells(
    names.map((name) => readText(entry[name]) ?? ''),
    matchHeadings(names, headings),
  );
}

/** Remarks on members that no field is known for, or whose values a flat row cannot give. */
export function describeUnreadMembers(
  entries: readonly JsonObject[],
  headings: HeadingTable<string>,
  file: SourceFile,
): readonly string[] {
  const names = [...new Set(entries.flatMap((entry) => Object.keys(entry)))];
  const nested = names.filter((name) =>
    entries.some((entry) => typeof entry[name] === 'object' && entry[name] !== null),
  );
  const matched = matchHeadings(
    names.filter((name) => !nested.includes(name)),
    headings,
  );
  return [
    ...describeUnreadHeadings({ ...matched, repeated: [] }, file.name),
    ...(nested.length === 0
      ? []
      : [
          `"${file.name}": ${nested.map((name) => `"${name}"`).join(', ')} are lists or objects, where a plain value is read; left out.`,
        ]),
  ];
}

/** The rows of a table, each made into a record or refused. */
export async function* parseTableRows<F extends string, T>(
  table: Table,
  columns: Columns<F>,
  label: string,
  read: (row: string, cells: Cells<F>) => Row<T>,
): AsyncGenerator<Row<T>> {
  for await (const row of table.rows()) {
    const name = `${label}${row.row}`;
    yield 'problems' in row ? { row: name, problems: row.problems } : read(name, toCells(row.cells, columns));
  }
}
