// Which reminders of key dates are due, and when the next one is (docs/interface/billtracking.md#reminders).

import { addDays } from '../../../../../shared/time/calendar-day.ts';
import { toLocalDate } from '../../../../../shared/time/local-date.ts';
import { getStartOfDay } from '../../../../../shared/time/local-time.ts';
import type { KeyDateEntry } from '../../record/upcoming-key-dates.ts';

/** When a subscriber is reminded. */
export interface ReminderTimes {
  readonly daysBefore: readonly number[];
  /** The full hour of local time. */
  readonly hour: number;
  /** IANA name. */
  readonly timeZone: string;
  /** What was due by this moment is not sent: the subscriber wanted no reminder of it yet. ISO 8601. */
  readonly since: string;
  /** The position up to which reminders were sent. */
  readonly upTo: string;
}

/** A reminder of one key date. */
export interface Reminder {
  readonly entry: KeyDateEntry;
  /** The number of days that the subscriber chose. */
  readonly daysBefore: number;
  /** Reminders are sent in this order: by day, so that a change of the hour repeats none. */
  readonly position: string;
  readonly dueAt: Date;
}

/** A position after all reminders of a day. */
const endOfDayPosition = (day: string): string => `${day}#~`;

const listReminders = (entry: KeyDateEntry, { daysBefore, hour, timeZone }: ReminderTimes): Reminder[] =>
  daysBefore.map((days) => {
    const day = addDays(entry.date, -days);
    return {
      entry,
      daysBefore: days,
      position: `${day}#${entry.id}`,
      dueAt: getStartOfDay(day, timeZone, hour),
    };
  });

/** The last day all of whose reminders are due, as a position. */
function findSettledPosition({ hour, timeZone }: ReminderTimes, now: Date): string {
  const today = toLocalDate(timeZone, now);
  return endOfDayPosition(getStartOfDay(today, timeZone, hour) <= now ? today : addDays(today, -1));
}

/**
 * The reminders that are due at a moment, in their order, and when the next one is. Of several that are due of one key date
 * only the latest is sent; of one that is over, none.
 * @param now the tenant's clock
 */
export function findDueReminders(
  entries: readonly KeyDateEntry[],
  times: ReminderTimes,
  now: Date,
): { readonly due: readonly Reminder[]; readonly next: Date | undefined; readonly settled: string } {
  const today = toLocalDate(times.timeZone, now);
  const toCome = entries.filter(({ date }) => date >= today);
  const open = toCome.flatMap((entry) =>
    listReminders(entry, times).filter(
      ({ dueAt, position }) =>
        position > times.upTo && dueAt.toISOString() > entry.since && dueAt.toISOString() > times.since,
    ),
  );
  const ofEntries = Map.groupBy(
    open.filter(({ dueAt }) => dueAt <= now),
    ({ entry }) => entry.id,
  );
  const due = [...ofEntries.values()].flatMap((reminders) =>
    reminders.toSorted((a, b) => a.daysBefore - b.daysBefore).slice(0, 1),
  );
  const later = open.map(({ dueAt }) => dueAt.getTime()).filter((moment) => moment > now.getTime());
  return {
    due: due.toSorted((a, b) => (a.position < b.position ? -1 : 1)),
    next: later.length > 0 ? new Date(Math.min(...later)) : undefined,
    // Never back, also when the subscriber or a sandbox moves the clock.
    settled: [findSettledPosition(times, now), times.upTo].toSorted().at(-1) ?? '',
  };
}
