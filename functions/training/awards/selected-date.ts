// The moment that selectedDate stands for: the list shows what existed then (docs/interface/lists.md#selected-date).
import { getEndOfDay } from '../../../shared/time/local-time.ts';

/**
 * The moment meant: a date-time is taken to the letter, in UTC when it has no offset; a day alone means its end in the
 * tenant's time zone, so that what was made on that day is in. Undefined when none is asked for.
 */
export function parseSelectedDate(selectedDate: string | undefined, timeZone: string): Date | undefined {
  if (selectedDate === undefined || selectedDate === '') return undefined;
  if (!selectedDate.includes('T')) return getEndOfDay(selectedDate, timeZone);
  const hasOffset = /(Z|[+-]\d\d:?\d\d)$/i.test(selectedDate);
  return new Date(hasOffset ? selectedDate : `${selectedDate}Z`);
}
