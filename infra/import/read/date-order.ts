// The order in which the command reads days such as 01/02/2026 of a table (docs/interface/crm.md#days-in-files).
import { type CustomFieldItem, controlTypes } from '../../../shared/directory/record/custom-field.ts';
import { type DateOrder, inferDateOrder, isDayField } from '../../../shared/import/rows/dates.ts';
import type { Columns } from '../../../shared/import/rows/headings.ts';
import { type ReadOptions, UnreadableSource } from '../../../shared/import/rows/row-source.ts';
import type { Table } from '../../../shared/import/tables/table.ts';

const isDay = (fields: readonly CustomFieldItem[], id: string): boolean =>
  fields.some((field) => field.id === id && field.controlTypeId === controlTypes.date);

/**
 * The order that the command was given, or that the days of the table have.
 * @throws UnreadableSource where days may be two days each
 */
export function findDateOrder(
  name: string,
  { dates }: Table,
  { byField, custom }: Pick<Columns<string>, 'byField' | 'custom'>,
  { dateOrder, customFields = [] }: ReadOptions,
): DateOrder | undefined {
  const columns = [
    ...[...byField].flatMap(([field, column]) => (isDayField(field) ? [column] : [])),
    ...[...custom].flatMap(([id, column]) => (isDay(customFields, id) ? [column] : [])),
  ];
  const order = dateOrder ?? inferDateOrder(columns.flatMap(({ index }) => [...(dates.get(index) ?? [])]));
  const open = columns.filter(({ index }) => dates.get(index)?.has('ambiguous'));
  if (order || open.length === 0) return order;
  const headings = open.map(({ heading }) => `"${heading}"`).join(', ');
  throw new UnreadableSource(
    `"${name}": days in ${headings} may have the day or the month first; say which with --dates day-first or --dates month-first.`,
  );
}
