// Opens a file with a table, whose headings must have certain fields.
import {
  type Columns,
  describeUnreadHeadings,
  type HeadingTable,
  matchHeadings,
} from '../../../shared/import/rows/headings.ts';
import { type ReadOptions, UnreadableSource } from '../../../shared/import/rows/row-source.ts';
import { openTable, type Table } from '../../../shared/import/tables/table.ts';
import { findDateOrder } from './date-order.ts';
import { openSourceFile, type SourceFile } from './source-files.ts';

/** A table with the columns of its fields, and remarks on it. */
interface OpenedTable<F extends string> {
  readonly table: Table;
  readonly columns: Columns<F>;
  /** The options with the order of its days. */
  readonly options: ReadOptions;
  readonly remarks: readonly string[];
}

/**
 * @param needed groups of fields of which each needs one
 * @throws UnreadableSource when it is no table, or has none of a group
 */
export async function openTableWith<F extends string>(
  file: SourceFile,
  headings: HeadingTable<F>,
  needed: readonly (readonly [F, ...F[]])[],
  options: ReadOptions,
): Promise<OpenedTable<F>> {
  const table = await openTable(openSourceFile(file));
  const columns = matchHeadings(table.headings, headings, options.customFields);
  for (const group of needed) {
    if (group.some((field) => columns.byField.has(field))) continue;
    const [field] = group;
    const expected = field.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
    throw new UnreadableSource(
      `"${file.path}" has no heading for a ${expected}: "${expected.charAt(0).toUpperCase()}${expected.slice(1)}" is expected in its first line, which reads ${table.headings.map((heading) => `"${heading}"`).join(', ')}.`,
    );
  }
  return {
    table,
    columns,
    options: { ...options, dateOrder: findDateOrder(file.path, table, columns, options) },
    remarks: [...table.remarks, ...describeUnreadHeadings(columns, file.name)],
  };
}
