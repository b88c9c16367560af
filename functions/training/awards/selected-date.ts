// The moment that selectedDate stands for: the list shows what existed then (interface.md 4.1).
import { dayIn } from '../../../shared/directory/today.ts';

const day = 24 * 60 * 60 * 1000;

/** The last millisecond of a calendar day somewhere, found between the ends of the day furthest east and furthest west. */
function endOfDay(date: string, timeZone: string): Date {
  let within = Date.parse(`${date}T00:00:00Z`) - day;
  let after = within + 4 * day;
  while (after - within > 1) {
    const middle = Math.floor((within + after) / 2);
    if (dayIn(timeZone, new Date(middle)) <= date) within = middle;
    else after = middle;
  }
  return new Date(within);
}

/**
 * The moment meant: a date-time is taken to the letter, in UTC when it has no offset; a day alone means its end in the
 * tenant's time zone, so that what was made on that day is in. Undefined when none is asked for.
 */
export function selectedMoment(selectedDate: string | undefined, timeZone: string): Date | undefined {
  if (selectedDate === undefined || selectedDate === '') return undefined;
  if (!selectedDate.includes('T')) return endOfDay(selectedDate, timeZone);
  const hasOffset = /(Z|[+-]\d\d:?\d\d)$/i.test(selectedDate);
  return new Date(hasOffset ? selectedDate : `${selectedDate}Z`);
}
