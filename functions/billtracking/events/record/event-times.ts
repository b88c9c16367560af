// Computes when an event takes place, from local dates and times as people enter them or from instants.
import type { ErrorDetail } from '../../../../shared/errors/failure.ts';
import { addDays } from '../../../../shared/time/calendar-day.ts';
import { formatLocalTime, formatUtcOffset, resolveLocalTime } from '../../../../shared/time/local-time.ts';
import { type EventTimes, MAX_DAYS } from './calendar-event.ts';

/** Local dates (YYYY-MM-DD) and times (HH:MM) of the state. Without a start time, the event is all day. */
export interface LocalTimes {
  readonly startDate: string;
  /** The day on which it ends; the first day by default. */
  readonly endDate?: string | undefined;
  readonly startTime?: string | undefined;
  readonly endTime?: string | undefined;
  /** The offset from UTC, `-07:00`: which of two hours is meant when clocks are put back. */
  readonly startOffset?: string | undefined;
  readonly endOffset?: string | undefined;
}

const localDay = (instant: string, timeZone: string): string =>
  formatLocalTime(instant, timeZone).slice(0, 10);
const localTime = (instant: string, timeZone: string): string =>
  formatLocalTime(instant, timeZone).slice(11, 16);

/**
 * The times of an event from one instant to another. An event that ends at midnight is not held on the following day.
 */
export function timesFromInstants(
  { startsAt, endsAt }: { readonly startsAt: string; readonly endsAt?: string | undefined },
  timeZone: string,
): EventTimes {
  const start = new Date(startsAt);
  const end = endsAt === undefined ? undefined : new Date(endsAt);
  const last = end && end > start ? new Date(end.getTime() - 1) : start;
  return {
    timeZone,
    isAllDay: false,
    startDate: localDay(start.toISOString(), timeZone),
    endDate: localDay(last.toISOString(), timeZone),
    startsAt: start.toISOString(),
    ...(end && end >= start && { endsAt: end.toISOString() }),
  };
}

const errorDetail = (
  target: string,
  message: string,
  code: ErrorDetail['code'] = 'NOT_ALLOWED',
): ErrorDetail => ({
  code,
  message,
  target,
});

/** A local time of a request, with the names of its fields. */
interface NamedLocalTime {
  readonly field: 'start' | 'end';
  readonly date: string;
  readonly time: string;
  readonly offset: string | undefined;
}

/**
 * The instant of a local time, or what is wrong with it. A time that occurs twice is the one with the offset; without
 * one, the first that is after `after`.
 */
function toInstant(
  { field, date, time, offset }: NamedLocalTime,
  timeZone: string,
  after = '',
): string | ErrorDetail {
  const moment = resolveLocalTime(`${date}T${time}`, timeZone);
  if (moment.kind === 'never') {
    const firstValid = localTime(moment.instant, timeZone);
    return errorDetail(
      `${field}Time`,
      `${field}Time ${time} does not exist on ${date} in ${timeZone}: clocks are put forward to ${firstValid}, which is the first valid time.`,
    );
  }
  const instants = moment.kind === 'twice' ? [moment.instant, moment.second] : [moment.instant];
  if (offset === undefined) return instants.find((instant) => instant > after) ?? moment.instant;
  const offsets = instants.map((instant) => formatUtcOffset(instant, timeZone));
  return (
    instants[offsets.indexOf(offset)] ??
    errorDetail(
      `${field}Offset`,
      `${field}Offset must be ${offsets.join(' or ')} at ${time} on ${date} in ${timeZone}, but was ${offset}.`,
    )
  );
}

/** The years that a calendar covers. */
const YEARS = { first: '1900', last: '2199' } as const;

const validateDays = ({ startDate, endDate = startDate }: LocalTimes): ErrorDetail[] => {
  const year = startDate.slice(0, 4);
  if (year < YEARS.first || year > YEARS.last)
    return [
      errorDetail(
        'startDate',
        `startDate must be between the years ${YEARS.first} and ${YEARS.last}, but was ${startDate}.`,
        'OUT_OF_RANGE',
      ),
    ];
  if (endDate < startDate)
    return [
      errorDetail(
        'endDate',
        `endDate (${endDate}) must not be before startDate (${startDate}).`,
        'OUT_OF_RANGE',
      ),
    ];
  return endDate > addDays(startDate, MAX_DAYS - 1)
    ? [
        errorDetail(
          'endDate',
          `endDate must be within ${MAX_DAYS} days of startDate, but was ${endDate}.`,
          'OUT_OF_RANGE',
        ),
      ]
    : [];
};

const requireTime = (time: string, other: string): ErrorDetail =>
  errorDetail(time, `${time} is required with ${other}.`, 'REQUIRED_FIELD');

/** The times of an event with these local times, or everything that is wrong with them. */
export function resolveEventTimes(
  local: LocalTimes,
  timeZone: string,
): { readonly times: EventTimes } | { readonly errors: readonly ErrorDetail[] } {
  const { startDate, endDate = startDate, startTime, endTime } = local;
  const dayErrors = validateDays(local);
  if (dayErrors.length > 0) return { errors: dayErrors };
  const missing = [
    ...(startTime === undefined && endTime !== undefined ? [requireTime('startTime', 'endTime')] : []),
    ...(startTime === undefined && local.startOffset !== undefined
      ? [requireTime('startTime', 'startOffset')]
      : []),
    ...(endTime === undefined && local.endOffset !== undefined ? [requireTime('endTime', 'endOffset')] : []),
  ];
  if (missing.length > 0) return { errors: missing };
  if (startTime === undefined) return { times: { timeZone, isAllDay: true, startDate, endDate } };
  const start = { field: 'start', date: startDate, time: startTime, offset: local.startOffset } as const;
  const startsAt = toInstant(start, timeZone);
  const end = { field: 'end', date: endDate, offset: local.endOffset } as const;
  const endsAt =
    endTime === undefined
      ? undefined
      : toInstant({ ...end, time: endTime }, timeZone, typeof startsAt === 'string' ? startsAt : undefined);
  const errors = [startsAt, endsAt].filter((result) => typeof result === 'object');
  if (typeof startsAt === 'object' || typeof endsAt === 'object') return { errors };
  if (endsAt === undefined) return { times: { ...timesFromInstants({ startsAt }, timeZone), endDate } };
  if (endsAt <= startsAt)
    return {
      errors: [
        errorDetail(
          'endTime',
          `endTime (${endTime}) must be after startTime (${startTime}); if the event continues past midnight, endDate must be ${addDays(startDate, 1)}.`,
          'OUT_OF_RANGE',
        ),
      ],
    };
  return { times: timesFromInstants({ startsAt, endsAt }, timeZone) };
}

/** The local times of an event as a form shows them; endDate is the day on which the event ends. */
export function toLocalTimes({
  timeZone,
  startDate,
  endDate,
  startsAt,
  endsAt,
}: EventTimes): LocalTimes & { readonly endDate: string } {
  return {
    startDate,
    endDate: endsAt === undefined ? endDate : localDay(endsAt, timeZone),
    ...(startsAt !== undefined && {
      startTime: localTime(startsAt, timeZone),
      startOffset: formatUtcOffset(startsAt, timeZone),
    }),
    ...(endsAt !== undefined && {
      endTime: localTime(endsAt, timeZone),
      endOffset: formatUtcOffset(endsAt, timeZone),
    }),
  };
}
