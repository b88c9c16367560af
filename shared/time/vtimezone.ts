// Writes a time zone for iCalendar (RFC 5545 3.6.5) from the runtime's time zone data.
//
// Each clock change is an observance with its own date rather than a recurrence rule, which would be wrong for zones
// whose changes follow no rule. Temporal provides the changes; only the calendar feed loads it.
import { Temporal } from 'temporal-polyfill';

/** `+HHMM`, with seconds where an offset has them. */
function formatOffset(nanoseconds: number): string {
  const seconds = Math.abs(Math.round(nanoseconds / 1e9));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours = '', minutes = '', rest = ''] = parts.map((part) => String(part).padStart(2, '0'));
  return `${nanoseconds < 0 ? '-' : '+'}${hours}${minutes}${rest === '00' ? '' : rest}`;
}

/** The abbreviation of the zone's time at a moment: `PST`. */
const getZoneName = (moment: Temporal.ZonedDateTime): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: moment.timeZoneId, timeZoneName: 'short' })
    .formatToParts(moment.epochMilliseconds)
    .find(({ type }) => type === 'timeZoneName')?.value ?? moment.offset;

/** The observance that begins with a clock change; iCalendar dates it by the local time before the change. */
function buildObservance(change: Temporal.ZonedDateTime, offsetBefore: number): string[] {
  const isSummer = change.offsetNanoseconds > offsetBefore;
  const wall = change.toInstant().toZonedDateTimeISO('UTC').add({ nanoseconds: offsetBefore });
  const kind = isSummer ? 'DAYLIGHT' : 'STANDARD';
  return [
    `BEGIN:${kind}`,
    `DTSTART:${wall.toPlainDateTime().toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')}`,
    `TZOFFSETFROM:${formatOffset(offsetBefore)}`,
    `TZOFFSETTO:${formatOffset(change.offsetNanoseconds)}`,
    `TZNAME:${getZoneName(change)}`,
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
  // The observance in force when the first year began, also if clocks were never changed.
  let offset = beginning.offsetNanoseconds;
  const last = beginning.getTimeZoneTransition('previous');
  if (last) {
    const before = last.subtract({ seconds: 1 }).offsetNanoseconds;
    lines.push(...buildObservance(last, before));
  } else lines.push(...buildObservance(beginning, offset));
  let change = beginning.getTimeZoneTransition('next');
  while (change && Temporal.ZonedDateTime.compare(change, end) < 0) {
    lines.push(...buildObservance(change, offset));
    offset = change.offsetNanoseconds;
    change = change.getTimeZoneTransition('next');
  }
  return ['BEGIN:VTIMEZONE', `TZID:${timeZone}`, ...lines, 'END:VTIMEZONE'].join('\r\n');
}
