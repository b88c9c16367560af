// The days a capitol report is about: those that are asked for, or those that its type is usually about.

import type { ErrorDetail } from '../../../shared/errors/failure.ts';
import type { Session } from '../../../shared/legislature/session.ts';
import { addDays, addMonths, daysBetween } from '../../../shared/time/calendar-day.ts';
import type { ReportType } from './report-types.ts';

/** YYYY-MM-DD in the state's time zone, both inclusive. */
export interface Period {
  readonly startDate: string;
  readonly endDate: string;
}

/** More days than these no report is about: two sessions of a biennium. */
const MAX_DAYS = 800;
/** Of no other years a report is made. */
const YEARS = { first: 1900, last: 2199 } as const;
/** What a report is about where nothing else tells: so many days up to today. */
const RECENT_DAYS = 30;

const getCalendarMonth = (day: string): Period => {
  const startDate = `${day.slice(0, 8)}01`;
  return { startDate, endDate: addDays(addMonths(startDate, { months: 1 }), -1) };
};

const earlierDay = (a: string, b: string): string => [a, b].sort()[0] ?? a;
/** The later one of two days. */
export const laterDay = (a: string, b: string): string => [a, b].sort()[1] ?? b;

/**
 * The period of a report. Weekly ones are about seven days, monthly ones about a calendar month; the others begin with the
 * session and go up to today, an end of session to its last day.
 * @param today YYYY-MM-DD in the state's time zone
 */
export function derivePeriod(
  type: ReportType,
  sent: { readonly startDate?: string | undefined; readonly endDate?: string | undefined },
  session: Session | undefined,
  today: string,
): Period {
  const { startDate, endDate } = sent;
  if (type === 4) {
    const last = endDate ?? (startDate === undefined ? today : addDays(startDate, 6));
    return { startDate: startDate ?? addDays(last, -6), endDate: last };
  }
  if (type === 5) {
    const month = getCalendarMonth(startDate ?? endDate ?? today);
    return { startDate: startDate ?? month.startDate, endDate: endDate ?? month.endDate };
  }
  const end = type === 6 ? (session?.endDate ?? today) : earlierDay(today, session?.endDate ?? today);
  const last = endDate ?? (startDate !== undefined && startDate > end ? startDate : end);
  const begins = session?.startDate;
  const first = begins !== undefined && begins <= last ? begins : addDays(last, -RECENT_DAYS);
  return { startDate: startDate ?? first, endDate: last };
}

/** What is missing of an end of session: the days of a session are those of the report, unless others are sent. */
export function validateSessionDates(
  type: ReportType,
  { startDate, endDate }: { readonly startDate?: string | undefined; readonly endDate?: string | undefined },
  session: Session | undefined,
): ErrorDetail | undefined {
  if (type !== 6 || session === undefined) return undefined;
  const missing = [
    ...((startDate ?? session.startDate) ? [] : ['startDate']),
    ...((endDate ?? session.endDate) ? [] : ['endDate']),
  ];
  const [target] = missing;
  return target === undefined
    ? undefined
    : {
        code: 'REQUIRED_FIELD',
        message: `${missing.join(' and ')} must be sent, as ${session.name} has no ${missing.length > 1 ? 'dates' : target} here; PUT /api/1.0/session/${session.id} sets them for good.`,
        target,
      };
}

/** The day whose session a report is about, as far as its days were asked for; undefined leaves it to today. */
export const getSessionDay = (
  type: ReportType,
  { startDate, endDate }: { readonly startDate?: string | undefined; readonly endDate?: string | undefined },
): string | undefined => endDate ?? (type === 4 || type === 5 ? startDate : undefined);

/** What is wrong with a period. */
export function validatePeriod({ startDate, endDate }: Period): ErrorDetail | undefined {
  const wrong = (message: string): ErrorDetail => ({ code: 'OUT_OF_RANGE', message, target: 'endDate' });
  // Days are compared as texts, which years of five digits would break.
  const years = [startDate, endDate].map((day) => Number(day.slice(0, 4)));
  if (years.some((year) => year < YEARS.first || year > YEARS.last))
    return wrong(`A report is about days of the years ${YEARS.first} to ${YEARS.last}.`);
  const days = daysBetween(startDate, endDate) + 1;
  if (days < 1) return wrong(`endDate (${endDate}) must not lie before startDate (${startDate}).`);
  return days > MAX_DAYS
    ? wrong(`A report is about ${MAX_DAYS} days at most, but ${startDate} to ${endDate} are ${days}.`)
    : undefined;
}

/** Whether a day lies in a period. */
export const isWithin = (day: string | undefined, { startDate, endDate }: Period): boolean =>
  day !== undefined && startDate <= day && day <= endDate;

/** The weeks of a period, each from its first day on; the last one may be shorter. */
export function splitIntoWeeks({ startDate, endDate }: Period): Period[] {
  const weeks: Period[] = [];
  for (let first = startDate; first <= endDate; first = addDays(first, 7))
    weeks.push({ startDate: first, endDate: earlierDay(addDays(first, 6), endDate) });
  return weeks;
}

/**
 * The day from which a report looks ahead: today while it lies in the period, else the period's end (or its beginning
 * while that is still to come). So the report of a past week tells what lay ahead then.
 */
export const getReferenceDay = (period: Period, today: string): string =>
  today < period.startDate ? period.startDate : earlierDay(today, period.endDate);

/** The period from a day on, so many days long. */
export const periodFrom = (day: string, days: number): Period => ({
  startDate: day,
  endDate: addDays(day, days - 1),
});
