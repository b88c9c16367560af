// The times of a calendar entry, so that every program reads them alike.
import type { ICalEvent } from 'ical-generator';
import { Temporal } from 'temporal-polyfill';
import { formatLocalTime, formatUtcOffset, occursTwice } from '../time/local-time.ts';
import { getZoneName } from '../time/zone-name.ts';

/** When something begins and ends, as instants, and where. */
interface Moments {
  readonly startsAt?: string | undefined;
  readonly endsAt?: string | undefined;
  /** IANA name. */
  readonly timeZone: string;
}

/** Sets the times in their zone, or in UTC where one of them is in an hour that occurs twice. */
export function setMoments(
  entry: ICalEvent,
  { startsAt, endsAt, timeZone }: Moments & { startsAt: string },
): void {
  const moments = [startsAt, ...(endsAt === undefined ? [] : [endsAt])];
  // iCalendar means the first of two hours, but not every program does: only UTC is read alike by all.
  if (moments.some((instant) => occursTwice(instant, timeZone))) {
    entry.start(new Date(startsAt));
    if (endsAt !== undefined) entry.end(new Date(endsAt));
    return;
  }
  const local = (instant: string) => Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone);
  entry.timezone(timeZone);
  entry.start(local(startsAt));
  if (endsAt !== undefined) entry.end(local(endsAt));
}

const formatTimeWithOffset = (instant: string, timeZone: string): string =>
  `${formatLocalTime(instant, timeZone).slice(11, 16)} ${getZoneName(Date.parse(instant), timeZone)} (UTC${formatUtcOffset(instant, timeZone)})`;

/** Times in an hour that occurs twice, with their offsets; undefined for all others. */
export function describeRepeatedHour({ startsAt, endsAt, timeZone }: Moments): string | undefined {
  const moments = [startsAt, endsAt].filter((instant) => instant !== undefined);
  return moments.some((instant) => occursTwice(instant, timeZone))
    ? `Local time: ${moments.map((instant) => formatTimeWithOffset(instant, timeZone)).join(' to ')}`
    : undefined;
}
