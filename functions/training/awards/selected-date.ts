// Parses selectedDate: the list shows the awards that existed at that moment (docs/interface/lists.md#selected-date).
import { getEndOfDay } from '../../../shared/time/local-time.ts';

/**
 * The moment that selectedDate names. A date-time is exact, in UTC when it has no offset; a day alone means its end in
 * the tenant's time zone, so that awards created on that day are included. Undefined when it is absent or blank.
 */
export function parseSelectedDate(selectedDate: string | undefined, timeZone: string): Date | undefined {
  if (selectedDate === undefined || selectedDate === '') return undefined;
  if (!selectedDate.includes('T')) return getEndOfDay(selectedDate, timeZone);
  const hasOffset = /(Z|[+-]\d\d:?\d\d)$/i.test(selectedDate);
  return new Date(hasOffset ? selectedDate : `${selectedDate}Z`);
}
