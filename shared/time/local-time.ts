// Local dates and times and the instants they are: what clocks show in a time zone, and when they skip or repeat an hour.
import { Temporal } from 'temporal-polyfill';

/** What a local date and time stands for in a time zone. */
export type LocalMoment =
  /** `instant` is ISO 8601 in UTC. */
  | { readonly kind: 'once'; readonly instant: string }
  /** Clocks were put back: the time comes twice. `instant` is the first, `second` the other. */
  | { readonly kind: 'twice'; readonly instant: string; readonly second: string }
  /** Clocks were put forward: there is no such time. `instant` is the first moment after the gap. */
  | { readonly kind: 'never'; readonly instant: string };

const text = (moment: Temporal.ZonedDateTime): string =>
  new Date(moment.toInstant().epochMilliseconds).toISOString();

/**
 * The instant of a local date and time.
 * @param local YYYY-MM-DDTHH:MM, seconds allowed
 * @param timeZone IANA name
 * @throws RangeError when it is no date and time, or no time zone
 */
export function localMoment(local: string, timeZone: string): LocalMoment {
  const plain = Temporal.PlainDateTime.from(local);
  const earlier = plain.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  const later = plain.toZonedDateTime(timeZone, { disambiguation: 'later' });
  if (earlier.epochMilliseconds === later.epochMilliseconds) return { kind: 'once', instant: text(earlier) };
  if (earlier.toPlainDateTime().equals(plain))
    return { kind: 'twice', instant: text(earlier), second: text(later) };
  const change = earlier.getTimeZoneTransition('next');
  return { kind: 'never', instant: text(change ?? later) };
}

/** What clocks show at an instant: YYYY-MM-DDTHH:MM:SS, without an offset. */
export const localText = (instant: string, timeZone: string): string =>
  Temporal.Instant.from(instant)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' });

/** The moment that is so many calendar days before an instant, at the same time of day. */
export const daysBefore = (instant: string, days: number, timeZone: string): Date =>
  new Date(
    Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).subtract({ days }).toInstant()
      .epochMilliseconds,
  );

/** A time of day as existing callers read it: `13:00` is "1:00 PM" (gap-facts.md 4.4). */
export function clockTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** A time of day as HH:MM, from `13:00`, `13:00:00` or `1:00 PM`; undefined when it is none. */
export function timeOfDay(sent: string): string | undefined {
  const parts = /^(\d{1,2}):(\d{2})(?::\d{2})?\s*([ap])?\.?(?:m\.?)?$/i.exec(sent.trim());
  if (!parts) return undefined;
  const [, hours = '', minutes = '', half] = parts;
  const sentHour = Number(hours);
  if (half !== undefined && (sentHour < 1 || sentHour > 12)) return undefined;
  const hour = half === undefined ? sentHour : (sentHour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  if (hour > 23 || Number(minutes) > 59) return undefined;
  return `${String(hour).padStart(2, '0')}:${minutes}`;
}
