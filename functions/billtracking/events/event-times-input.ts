// Parses when an event takes place: the request over the current times. An event that is moved keeps its length by
// default.
import type { ErrorDetail } from '../../../shared/errors/failure.ts';
import { addDays, daysBetween } from '../../../shared/time/calendar-day.ts';
import { parseClockTime } from '../../../shared/time/clock-time.ts';
import type { EventTimes } from './record/calendar-event.ts';
import { resolveEventTimes, timesFromInstants, toLocalTimes } from './record/event-times.ts';
import type { CalendarEventInput } from './schemas.ts';

type TimesInput = Pick<
  CalendarEventInput,
  'startDate' | 'startTime' | 'startOffset' | 'endDate' | 'endTime' | 'endOffset' | 'isAllDay'
>;
type ParsedTimes = ReturnType<typeof resolveEventTimes>;

/** The times of day of the request, as HH:MM; null clears a time, undefined was not sent. */
function parseClockTimes(sent: TimesInput): {
  readonly startTime: string | null | undefined;
  readonly endTime: string | null | undefined;
  readonly errors: readonly ErrorDetail[];
} {
  const errors: ErrorDetail[] = [];
  const read = (target: 'startTime' | 'endTime'): string | null | undefined => {
    const value = sent[target];
    if (value === undefined || value === null) return value;
    const time = parseClockTime(value);
    if (time === undefined)
      errors.push({
        code: 'INVALID_FORMAT',
        message: `${target} must be a time of day such as 13:30 or 1:30 PM, but was ${value}.`,
        target,
      });
    return time;
  };
  return { startTime: read('startTime'), endTime: read('endTime'), errors };
}

/** A local time, with the offset that says which of two equal hours is meant. */
interface LocalHour<D = string> {
  readonly date: D;
  readonly time: string | undefined;
  readonly offset: string | undefined;
}

/** The requested time; without an offset, the hour of the present one when the local time stays the same. */
const keepHour = (sent: LocalHour, current: LocalHour<string | undefined>): LocalHour =>
  sent.offset === undefined && sent.date === current.date && sent.time === current.time
    ? { ...sent, offset: current.offset }
    : sent;

/** The event with a new start and its current length. */
function moveEvent(before: EventTimes, { date: startDate, time, offset }: LocalHour): ParsedTimes {
  const local = { startDate, startTime: time, startOffset: offset };
  const start = resolveEventTimes(local, before.timeZone);
  if ('errors' in start) return start;
  const { startsAt } = start.times;
  if (startsAt !== undefined && before.startsAt !== undefined && before.endsAt !== undefined) {
    const end = Date.parse(startsAt) + Date.parse(before.endsAt) - Date.parse(before.startsAt);
    return {
      times: timesFromInstants({ startsAt, endsAt: new Date(end).toISOString() }, before.timeZone),
    };
  }
  return {
    times: { ...start.times, endDate: addDays(startDate, daysBetween(before.startDate, before.endDate)) },
  };
}

/** The times of the event, or everything that is wrong with the request. */
export function parseEventTimes(
  sent: TimesInput,
  before: EventTimes | undefined,
  timeZone: string,
): ParsedTimes {
  const { startDate: day, startTime: from, startOffset, endDate: lastDay, endTime: to, endOffset } = sent;
  const { isAllDay } = sent;
  const hasNoTimes =
    [day, from, startOffset, lastDay, to, endOffset].every((value) => value === undefined) && !isAllDay;
  if (before && hasNoTimes && (isAllDay === undefined || !before.isAllDay)) return { times: before };
  const { startTime: sentStart, endTime: sentEnd, errors } = parseClockTimes(sent);
  if (errors.length > 0) return { errors: errors };
  const current = before && toLocalTimes(before);
  const startDate = sent.startDate ?? current?.startDate;
  if (startDate === undefined)
    return { errors: [{ code: 'REQUIRED_FIELD', message: 'startDate is required.', target: 'startDate' }] };
  const isAllDayRequested = sent.isAllDay === true || sentStart === null;
  const startTime = isAllDayRequested ? undefined : (sentStart ?? current?.startTime);
  if (sent.isAllDay === false && startTime === undefined)
    return {
      errors: [
        {
          code: 'REQUIRED_FIELD',
          message: 'startTime is required unless the event is all day.',
          target: 'startTime',
        },
      ],
    };
  const start = keepHour(
    { date: startDate, time: startTime, offset: startOffset },
    { date: current?.startDate, time: current?.startTime, offset: current?.startOffset },
  );
  const isMoved = [lastDay, sentEnd, endOffset].every((value) => value === undefined) && !isAllDayRequested;
  if (before && isMoved) return moveEvent(before, start);
  const days = before ? daysBetween(before.startDate, before.endDate) : 0;
  const endTime = sentEnd === undefined && !isAllDayRequested ? current?.endTime : sentEnd;
  const end = keepHour(
    {
      date: lastDay === null ? startDate : (lastDay ?? addDays(startDate, days)),
      time: endTime ?? undefined,
      offset: endOffset,
    },
    { date: current?.endDate, time: current?.endTime, offset: current?.endOffset },
  );
  return resolveEventTimes(
    {
      startDate,
      startTime,
      startOffset: start.offset,
      endDate: end.date,
      endTime: end.time,
      endOffset: end.offset,
    },
    timeZone,
  );
}
