// Writes a time zone for iCalendar (RFC 5545 3.6.5) from the runtime's time zone data.
//
// Each clock change is an observance with its own date rather than a recurrence rule, which would be wrong for zones
// whose changes follow no rule. Temporal provides the changes; only the calendar feed loads it.
import { Temporal } from 'temporal-polyfill';
import { getZoneName } from './zone-name.ts';

/** `+HHMM`, with seconds where an offset has them. */
function formatOffset(nanoseconds: number): string {
  const seconds = Math.abs(Math.round(nanoseconds / 1e9));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours = '', minutes = '', rest = ''] = parts.map((part) => String(part).padStart(2, '0'));
  return `${nanoseconds < 0 ? '-' : '+'}${hours}${minutes}${rest === '00' ? '' : rest}`;
}

/**
 * Whether daylight saving time begins with a change: clocks are put back again within a year. An advance that lasts is
 * a new standard time (Hawaii in 1947).
 */
function beginsDaylightTime(change: Temporal.ZonedDateTime): boolean {
  const next = change.getTimeZoneTransition('next');
  return (
    next !== null &&
    next.offsetNanoseconds < change.offsetNanoseconds &&
    Temporal.ZonedDateTime.compare(next, change.add({ years: 1 })) < 0
  );
}

/** The observance that begins with a clock change; iCalendar dates it by the local time before the change. */
function buildObservance(
  change: Temporal.ZonedDateTime,
  offsetBefore: number,
  kind = beginsDaylightTime(change) ? 'DAYLIGHT' : 'STANDARD',
): string[] {
  const wall = change.toInstant().toZonedDateTimeISO('UTC').add({ nanoseconds: offsetBefore });
  return [
    `BEGIN:${kind}`,
    `DTSTART:${wall.toPlainDateTime().toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')}`,
    `TZOFFSETFROM:${formatOffset(offsetBefore)}`,
    `TZOFFSETTO:${formatOffset(change.offsetNanoseconds)}`,
    `TZNAME:${getZoneName(change.epochMilliseconds, change.timeZoneId)}`,
    `END:${kind}`,
  ];
}

/**
 * The VTIMEZONE of a zone, valid from the beginning of a year to the end of another.
 * @param timeZone IANA name
 */
export function buildVtimezone(timeZone: string, firstYear: number, lastYear: number): string {
  const beginning = Temporal.ZonedDateTime.from({ timeZone, year: firstYear, month: 1, day: 1 });
  const end = Temporal.ZonedDateTime.from({ timeZone, year: lastYear + 1, month: 1, day: 1 });
  const lines: string[] = [];
  // The observance in force when the first year began. Where clocks were not changed the year before, it is the
  // standard time, and how it came about decades ago does not matter.
  let offset = beginning.offsetNanoseconds;
  const last = beginning.getTimeZoneTransition('previous');
  if (last && Temporal.ZonedDateTime.compare(last, beginning.subtract({ years: 1 })) >= 0)
    lines.push(...buildObservance(last, last.subtract({ seconds: 1 }).offsetNanoseconds));
  else lines.push(...buildObservance(beginning, offset, 'STANDARD'));
  let change = beginning.getTimeZoneTransition('next');
  while (change && Temporal.ZonedDateTime.compare(change, end) < 0) {
    lines.push(...buildObservance(change, offset));
    offset = change.offsetNanoseconds;
    change = change.getTimeZoneTransition('next');
  }
  return ['BEGIN:VTIMEZONE', `TZID:${timeZone}`, ...lines, 'END:VTIMEZONE'].join('\r\n');
}
