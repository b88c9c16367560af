// The period of a capitol report: the days requested, or the default of its type.
import type { ErrorDetail } from '../../../../shared/errors/failure.ts';
import type { Session } from '../../../../shared/legislature/sessions/session.ts';
import { addDays, addMonths, daysBetween } from '../../../../shared/time/calendar-day.ts';
import type { ReportType } from './report-types.ts';

/** YYYY-MM-DD in the state's time zone, both inclusive. */
export interface Period {
  readonly startDate: string;
  readonly endDate: string;
}

/** The longest period: two sessions of a biennium. */
const MAX_DAYS = 800;
/** The years for which reports can be created. */
const YEARS = { first: 1900, last: 2199 } as const;
/** The length of the default period, up to today. */
const RECENT_DAYS = 30;

const getCalendarMonth = (day: string): Period => {
  const startDate = `${day.slice(0, 8)}01`;
  return { startDate, endDate: addDays(addMonths(startDate, { months: 1 }), -1) };
};

/** The earlier of two days. */
export const earlierDay = (a: string, b: string): string => [a, b].sort()[0] ?? a;
/** The later of two days. */
export const laterDay = (a: string, b: string): string => [a, b].sort()[1] ?? b;

/**
 * The period of a report. A weekly report covers seven days, a monthly one a calendar month; the others begin with the
 * session and end today, an end of session report on the last day of the session.
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
  const sessionStart = session?.startDate;
  const first =
    sessionStart !== undefined && sessionStart <= last ? sessionStart : addDays(last, -RECENT_DAYS);
  return { startDate: startDate ?? first, endDate: last };
}

/** An end of session report must have dates, in the request or of its session. */
export function validateSessionDates(
  type: ReportType,
  { startDate, endDate }: { readonly startDate?: string | undefined; readonly endDate?: string | undefined },
  session: Session | undefined,
): readonly ErrorDetail[] {
  if (type !== 6 || session === undefined) return [];
  const missing = [
    ...((startDate ?? session.startDate) ? [] : ['startDate']),
    ...((endDate ?? session.endDate) ? [] : ['endDate']),
  ];
  const [target] = missing;
  if (target === undefined) return [];
  const names = missing.length > 1 ? 'dates' : target;
  const message = `${missing.join(' and ')} must be sent, because ${session.name} has no ${names}; PUT /api/1.0/session/${session.id} stores them.`;
  return [{ code: 'REQUIRED_FIELD', message, target }];
}

/** The day whose session a report covers, if the request implies one; otherwise today is used. */
export const getSessionDay = (
  type: ReportType,
  { startDate, endDate }: { readonly startDate?: string | undefined; readonly endDate?: string | undefined },
): string | undefined => endDate ?? (type === 4 || type === 5 ? startDate : undefined);

/** A period must not end before it begins, nor be too long. */
export function validatePeriod({ startDate, endDate }: Period): readonly ErrorDetail[] {
  const invalidPeriod = (message: string): readonly ErrorDetail[] => [
    { code: 'OUT_OF_RANGE', message, target: 'endDate' },
  ];
  // Days are compared as text, which fails for years of five digits.
  const years = [startDate, endDate].map((day) => Number(day.slice(0, 4)));
  if (years.some((year) => year < YEARS.first || year > YEARS.last))
    return invalidPeriod(`startDate and endDate must be in the years ${YEARS.first} to ${YEARS.last}.`);
  const days = daysBetween(startDate, endDate) + 1;
  if (days < 1) return invalidPeriod(`endDate (${endDate}) must not be before startDate (${startDate}).`);
  return days > MAX_DAYS
    ? invalidPeriod(
        `The period must be at most ${MAX_DAYS} days, but ${startDate} to ${endDate} are ${days}.`,
      )
    : [];
}

/** Whether a day is in a period. */
export const isWithin = (day: string | undefined, { startDate, endDate }: Period): boolean =>
  day !== undefined && startDate <= day && day <= endDate;

/** The weeks of a period, counted from its first day; the last one may be shorter. */
export function splitIntoWeeks({ startDate, endDate }: Period): Period[] {
  const weeks: Period[] = [];
  for (let first = startDate; first <= endDate; first = addDays(first, 7))
    weeks.push({ startDate: first, endDate: earlierDay(addDays(first, 6), endDate) });
  return weeks;
}

/**
 * The day from which a report looks ahead: today if it is in the period, otherwise the end of a past period or the
 * beginning of a future one. So the report of a past week shows what was ahead then.
 */
export const getReferenceDay = (period: Period, today: string): string =>
  today < period.startDate ? period.startDate : earlierDay(today, period.endDate);

/** The period of so many days that begins on a day. */
export const periodFrom = (day: string, days: number): Period => ({
  startDate: day,
  endDate: addDays(day, days - 1),
});
