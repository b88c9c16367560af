// The calendar day in a time zone.
import type { DayBetween } from './in-force.ts';

/** The most time zones whose formats a process keeps. */
const maxFormats = 50;

/** By time zone: to make a format takes Intl many times as long as to use it. */
const formats = new Map<string, Intl.DateTimeFormat>();

function getFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  if (formats.size >= maxFormats) formats.clear();
  formats.set(timeZone, made);
  return made;
}

/**
 * The calendar day of a moment in a time zone, as YYYY-MM-DD. Terms begin and end with days in the tenant's time zone.
 *
 * @param timeZone IANA name, such as America/New_York
 */
export function toLocalDate(timeZone: string, moment: Date): string {
  const parts = getFormat(timeZone).formatToParts(moment);
  const part = (type: Intl.DateTimeFormatPartTypes): string =>
    parts.find((part) => part.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** No time zone is a whole day from UTC. */
const dayLength = 86_400_000;

const toUtcDate = (time: number): string => new Date(time).toISOString().slice(0, 10);

/**
 * The same, computed only for dates that are no further than a day from it: the first format that a process makes takes
 * Intl a fifth of a cold start.
 */
export function createLocalDay(timeZone: string, moment: Date): DayBetween {
  let day: string | undefined;
  return {
    earliest: toUtcDate(moment.getTime() - dayLength),
    latest: toUtcDate(moment.getTime() + dayLength),
    compute() {
      day ??= toLocalDate(timeZone, moment);
      return day;
    },
  };
}
