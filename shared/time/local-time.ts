// Converts between local times and instants, also where clocks skip or repeat an hour. A few lines over Intl instead of
// a library, because Temporal adds 150 KB and 20 ms to every cold start. The tests compare each function with Temporal.
import { addDays } from './calendar-day.ts';

/** What a local date and time means in a time zone. */
export type ResolvedLocalTime =
  /** `instant` is ISO 8601 in UTC. */
  | { readonly kind: 'once'; readonly instant: string }
  /** Clocks are put back, so the time occurs twice. `instant` is the first occurrence. */
  | { readonly kind: 'twice'; readonly instant: string; readonly second: string }
  /** Clocks are put forward, so the time does not exist. `instant` is the first moment after the gap. */
  | { readonly kind: 'never'; readonly instant: string };

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats are cached, because creating one costs more than using it a hundred times. */
function getFormat(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(timeZone, format);
  return format;
}

/** The local time at a moment (epoch milliseconds), as the moment at which UTC clocks show the same time. */
function getWallClock(moment: number, timeZone: string): number {
  const parts = getFormat(timeZone).formatToParts(moment);
  const part = (type: Intl.DateTimeFormatPartTypes): number =>
    Number(parts.find((part) => part.type === type)?.value ?? 0);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/** How far local time is ahead of UTC at a moment, in milliseconds. */
const getOffset = (moment: number, timeZone: string): number =>
  getWallClock(moment, timeZone) - Math.floor(moment / 1000) * 1000;

const DAY_MILLISECONDS = 86_400_000;
const toIsoText = (moment: number): string => new Date(moment).toISOString();

/** The moment at which clocks are changed between two moments, to the second. */
function findTransition(from: number, to: number, timeZone: string): number {
  const before = getOffset(from, timeZone);
  let [early, late] = [from, to];
  while (late - early > 1000) {
    const middle = Math.floor((early + late) / 2000) * 1000;
    if (getOffset(middle, timeZone) === before) early = middle;
    else late = middle;
  }
  return late;
}

/**
 * The instant of a local date and time.
 * @param local YYYY-MM-DDTHH:MM, seconds allowed
 * @param timeZone IANA name
 * @throws RangeError when it is not a date and time, or the time zone is unknown
 */
export function resolveLocalTime(local: string, timeZone: string): ResolvedLocalTime {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc) || !toIsoText(asUtc).startsWith(local.slice(0, 16)))
    throw new RangeError(`${local} is not a date and time`);
  const offsets = [
    getOffset(asUtc - DAY_MILLISECONDS, timeZone),
    getOffset(asUtc + DAY_MILLISECONDS, timeZone),
  ];
  const candidates = [...new Set(offsets.map((offset) => asUtc - offset))]
    .filter((moment) => moment + getOffset(moment, timeZone) === asUtc)
    .sort((a, b) => a - b);
  const [first, second] = candidates;
  if (first === undefined)
    return {
      kind: 'never',
      instant: toIsoText(findTransition(asUtc - DAY_MILLISECONDS, asUtc + DAY_MILLISECONDS, timeZone)),
    };
  return second === undefined
    ? { kind: 'once', instant: toIsoText(first) }
    : { kind: 'twice', instant: toIsoText(first), second: toIsoText(second) };
}

/** The local time of an instant: YYYY-MM-DDTHH:MM:SS, without an offset. */
export const formatLocalTime = (instant: string, timeZone: string): string =>
  toIsoText(getWallClock(Date.parse(instant), timeZone)).slice(0, 19);

/** The first moment of a calendar day in a time zone, or of one of its hours. */
export const getStartOfDay = (date: string, timeZone: string, hour = 0): Date =>
  new Date(resolveLocalTime(`${date}T${String(hour).padStart(2, '0')}:00`, timeZone).instant);

/** The last millisecond of a calendar day in a time zone. */
export function getEndOfDay(date: string, timeZone: string): Date {
  const last = resolveLocalTime(`${date}T23:59:59`, timeZone);
  if (last.kind === 'never') return new Date(Date.parse(last.instant) - 1);
  return new Date(Date.parse(last.kind === 'twice' ? last.second : last.instant) + 999);
}

/** The moment so many calendar days before an instant, at the same local time. */
export function subtractLocalDays(instant: string, days: number, timeZone: string): Date {
  const [date = '', time = ''] = formatLocalTime(instant, timeZone).split('T');
  return new Date(resolveLocalTime(`${addDays(date, -days)}T${time}`, timeZone).instant);
}

/** How far the local time at an instant is ahead of UTC: `-07:00`. */
export function formatUtcOffset(instant: string, timeZone: string): string {
  const minutes = Math.round(getOffset(Date.parse(instant), timeZone) / 60_000);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}

/** Whether clocks show the local time of an instant twice on that day. */
export const occursTwice = (instant: string, timeZone: string): boolean =>
  resolveLocalTime(formatLocalTime(instant, timeZone), timeZone).kind === 'twice';
