// Asks for the order of days that may be two days each, before an import begins.
import { type CustomFieldItem, controlTypes } from '../../../shared/directory/record/custom-field.ts';
import { conflict } from '../../../shared/errors/failure.ts';
import { isDayField } from '../../../shared/import/rows/dates.ts';
import { type DatedColumns, getDateOrder } from './record/date-order.ts';
import { CUSTOM } from './record/import.ts';

/** @throws Failure CONFLICT where days of the file may be two days each */
export function assertDateOrder(item: DatedColumns, customFields: readonly CustomFieldItem[]): void {
  if (getDateOrder(item)) return;
  const days = new Set(
    customFields.flatMap(({ id, controlTypeId }) =>
      controlTypeId === controlTypes.date ? [`${CUSTOM}${id}`] : [],
    ),
  );
  const open = item.columns.filter(
    ({ field, dates }) =>
      field !== null && (isDayField(field) || days.has(field)) && dates?.includes('ambiguous'),
  );
  if (open.length === 0) return;
  const headings = open.map(({ heading }) => `"${heading}"`).join(', ');
  throw conflict(
    `Days in ${headings} may have the day or the month first: set dateOrder to day-first or month-first by Map the columns of an import.`,
    'dateOrder',
  );
}
