// When a scheduled report is made, and the days that it covers.
import { addDays, addMonths } from '../../../../shared/time/calendar-day.ts';
import { formatLocalTime, getStartOfDay } from '../../../../shared/time/local-time.ts';
import { nextDigestTime } from '../../events/subscriptions/digest-schedule.ts';
import { earlierDay } from '../content/period.ts';
import type { ReportType } from '../content/report-types.ts';

export const reportFrequencies = ['daily', 'weekly', 'monthly'] as const;

/** When a report is made, at a full hour of local time. */
export interface ReportTimes {
  readonly frequency: (typeof reportFrequencies)[number];
  readonly hour: number;
  /** Of a weekly report: 1 is Monday. */
  readonly weekday?: number | undefined;
  /** Of a monthly report: in a month without this day the last one. */
  readonly dayOfMonth?: number | undefined;
  /** IANA name. */
  readonly timeZone: string;
}

const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`;

/** The day of a month on which a report is made: its last one where it is shorter. */
function dayInMonth(month: string, dayOfMonth: number): string {
  const last = addDays(addMonths(month, { months: 1 }), -1);
  return earlierDay(addDays(month, dayOfMonth - 1), last);
}

/** The first moment after `now` at which a report is due. */
export function nextReportTime({ frequency, ...times }: ReportTimes, now: Date): Date {
  const { hour, dayOfMonth = 1, timeZone } = times;
  if (frequency !== 'monthly') return nextDigestTime({ frequency, ...times }, now);
  const today = formatLocalTime(now.toISOString(), timeZone).slice(0, 10);
  const moments = [0, 1].map((months) => {
    const month = addMonths(firstOfMonth(today), { months });
    return getStartOfDay(dayInMonth(month, dayOfMonth), timeZone, hour);
  });
  const next = moments.find((moment) => moment > now);
  if (!next) throw new Error('No day of two months has the hour of the report');
  return next;
}

/**
 * The days of a report that is made today. They are whole days, so that two reports in a row leave nothing out: a weekly
 * report covers the seven days before today, a monthly one the calendar month before this one. Others cover the session.
 */
export function scheduledDays(
  type: ReportType,
  today: string,
): { readonly startDate?: string; readonly endDate?: string } {
  if (type === 4) return { endDate: addDays(today, -1) };
  if (type === 5) return { startDate: addMonths(firstOfMonth(today), { months: -1 }) };
  return {};
}
