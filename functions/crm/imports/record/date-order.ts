// In which order an import reads days such as 01/02/2026 (docs/interface/crm.md#days-in-files).
import {
  classifyDate,
  type DateOrder,
  inferDateOrder,
  isDayField,
  readDate,
} from '../../../../shared/import/rows/dates.ts';
import { CUSTOM, type ImportColumn, type ImportItem } from './import.ts';

/** What the order of the days of an import follows from. */
export type DatedColumns = Pick<ImportItem, 'columns' | 'dateOrder'>;

/** A column after one more of its cells. */
export function addDateForm<C extends Pick<ImportColumn, 'dates'>>(column: C, cell: string): C {
  const form = classifyDate(cell);
  if (form === undefined || column.dates?.includes(form)) return column;
  return { ...column, dates: [...(column.dates ?? []), form].sort() };
}

/** Whether a column has days: of a custom field, where its cells look like days. */
const isOfDays = ({ field, dates }: ImportColumn): boolean =>
  field !== null && (isDayField(field) || (field.startsWith(CUSTOM) && dates !== undefined));

/** The order of the mapping, or the one that the days of the file have; undefined where it is not known. */
export const getDateOrder = ({ columns, dateOrder }: DatedColumns): DateOrder | undefined =>
  dateOrder ?? inferDateOrder(columns.filter(isOfDays).flatMap(({ dates = [] }) => dates));

/** The samples of a column as days; null where it has none, and for a sample that can't be read. */
export const listDays = (column: ImportColumn, order: DateOrder | undefined): (string | null)[] | null =>
  isOfDays(column)
    ? column.samples.map((sample) => {
        const date = readDate(sample, order);
        if (date) return 'value' in date ? date.value : null;
        return /^\d{4}-\d{2}-\d{2}/.test(sample) ? sample : null;
      })
    : null;
