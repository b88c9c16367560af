// The calendar day that a text names: a day belongs to a zone, so the first ten characters of a moment are none.
import { isCalendarDay } from './calendar-day.ts';
import { formatLocalTime } from './local-time.ts';

const dayOrMoment = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d(?::\d\d(?::\d\d(?:\.\d+)?)?)?)\s*(Z|[+-]\d\d:?\d\d)?)?$/i;

/**
 * The day of a day, of a local date and time, which names it itself, or of a moment with an offset, by the clocks of the
 * zone. Undefined for any other text, such as 30 February.
 *
 * @example dayInZone('2027-03-02T03:00:00Z', 'America/New_York') // '2027-03-01'
 */
export function dayInZone(text: string, timeZone: string): string | undefined {
  const [, day = '', time, offset] = dayOrMoment.exec(text) ?? [];
  if (!isCalendarDay(day)) return undefined;
  if (time === undefined || offset === undefined) return day;
  const moment = new Date(`${day}T${time}${offset.replace(/^(...)(\d\d)$/, '$1:$2')}`.toUpperCase());
  if (Number.isNaN(moment.getTime())) return undefined;
  const local = formatLocalTime(moment.toISOString(), timeZone).slice(0, 10);
  return isCalendarDay(local) ? local : undefined;
}
