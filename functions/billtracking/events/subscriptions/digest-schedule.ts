// When the next digest goes out: at a full hour as clocks show it, also across the days on which they are changed.
import { addDays } from '../../../../shared/time/calendar-day.ts';
import { formatLocalTime, getStartOfDay } from '../../../../shared/time/local-time.ts';
import type { DigestSchedule } from './subscription.ts';

const HOUR = 3_600_000;

/** 1 is Monday, 7 Sunday. */
const isoWeekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

/** The first moment after `now` at which a digest is due. */
export function nextDigestTime(
  { frequency, hour = 7, weekday = 1, timeZone }: DigestSchedule,
  now: Date,
): Date {
  // Clocks show a full hour at a full hour of UTC nearly everywhere; elsewhere hourly ones come at half past, say.
  if (frequency === 'hourly') return new Date((Math.floor(now.getTime() / HOUR) + 1) * HOUR);
  const today = formatLocalTime(now.toISOString(), timeZone).slice(0, 10);
  for (let later = 0; later <= 8; later += 1) {
    const day = addDays(today, later);
    if (frequency === 'weekly' && isoWeekday(day) !== weekday) continue;
    const moment = getStartOfDay(day, timeZone, hour);
    if (moment > now) return moment;
  }
  throw new Error('No day of the next week has the hour of the digest');
}
