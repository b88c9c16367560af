// When the next digest is sent: at a full hour of local time, also on days when clocks change.

import type { DigestSchedule } from '../../../../shared/subscriptions/subscription.ts';
import { addDays } from '../../../../shared/time/calendar-day.ts';
import { formatLocalTime, getStartOfDay } from '../../../../shared/time/local-time.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;

/** 1 is Monday, 7 Sunday. */
const isoWeekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

/** The first moment after `now` at which a digest is due. */
export function nextDigestTime(
  { frequency, hour = 7, weekday = 1, timeZone }: DigestSchedule,
  now: Date,
): Date {
  if (frequency === 'immediate') return new Date(now.getTime() + MINUTE);
  // Full UTC hours are full local hours nearly everywhere; elsewhere hourly digests are sent at half past, for example.
  if (frequency === 'hourly') return new Date((Math.floor(now.getTime() / HOUR) + 1) * HOUR);
  const today = formatLocalTime(now.toISOString(), timeZone).slice(0, 10);
  for (let offset = 0; offset <= 8; offset += 1) {
    const day = addDays(today, offset);
    if (frequency === 'weekly' && isoWeekday(day) !== weekday) continue;
    const moment = getStartOfDay(day, timeZone, hour);
    if (moment > now) return moment;
  }
  throw new Error('No day of the next week has the hour of the digest');
}

const periodDays: Readonly<Record<DigestSchedule['frequency'], number>> = {
  immediate: 1 / 24,
  hourly: 1 / 24,
  daily: 1,
  weekly: 7,
};

/** When the period of a digest began that is sent now. */
export const digestPeriodStart = ({ frequency }: DigestSchedule, now: Date): Date =>
  new Date(now.getTime() - periodDays[frequency] * 24 * HOUR);
