// The sessions of a class: entered as local dates and times, stored with the instants.
import type { ErrorDetail } from '../../../../shared/errors/failure.ts';
import { addDays } from '../../../../shared/time/calendar-day.ts';
import { formatClockTime } from '../../../../shared/time/clock-time.ts';
import { resolveLocalTime } from '../../../../shared/time/local-time.ts';
import type { ClassSession } from '../record/class.ts';

/** A session as entered. Times are HH:MM; the id is that of an existing session. */
export interface SessionInput {
  readonly id?: string | null | undefined;
  readonly title?: string | null | undefined;
  readonly date: string;
  readonly startTime: string;
  readonly endTime: string;
}

/** Sessions by start, and everything that is wrong with the input. */
export interface Schedule {
  readonly sessions: readonly ClassSession[];
  readonly errors: readonly ErrorDetail[];
}

type SessionTimes = Pick<SessionInput, 'date' | 'startTime' | 'endTime'>;

/** How long a session may last that ends on the next day, in hours: a longer one is a time that was mistyped. */
export const longestNight = 12;

/** The day on which a session ends: the next one where its end is no later than its start. */
const getEndDate = ({ date, startTime, endTime }: SessionTimes): string =>
  endTime > startTime ? date : addDays(date);

const toLocalStart = ({ date, startTime }: SessionTimes): string => `${date}T${startTime}`;
const toLocalEnd = (session: SessionTimes): string => `${getEndDate(session)}T${session.endTime}`;

/** When a session starts, as an instant. @param timeZone IANA name */
export const getStart = (session: SessionTimes, timeZone: string): string =>
  resolveLocalTime(toLocalStart(session), timeZone).instant;

/** The error of a local time that is skipped when clocks go forward, if it is one. */
function validateTime(
  session: SessionInput,
  part: 'startTime' | 'endTime',
  index: number,
  timeZone: string,
): ErrorDetail[] {
  const local = part === 'startTime' ? toLocalStart(session) : toLocalEnd(session);
  if (resolveLocalTime(local, timeZone).kind !== 'never') return [];
  const [date] = local.split('T');
  return [
    {
      code: 'OUT_OF_RANGE',
      message: `There is no ${session[part]} on ${date} in ${timeZone}, because clocks go forward past it. Use an earlier or later time.`,
      target: `sessions[${index}].${part}`,
    },
  ];
}

function validateSession(session: SessionInput, index: number, timeZone: string): ErrorDetail[] {
  const skips = [
    ...validateTime(session, 'startTime', index, timeZone),
    ...validateTime(session, 'endTime', index, timeZone),
  ];
  // By the clock, whatever a change of clocks makes of it.
  const hours = (Date.parse(`${toLocalEnd(session)}Z`) - Date.parse(`${toLocalStart(session)}Z`)) / 3_600_000;
  if (session.endTime > session.startTime || hours <= longestNight) return skips;
  return [
    ...skips,
    {
      code: 'OUT_OF_RANGE',
      message: `A session ends after it starts, or on the next day at most ${longestNight} hours later: it starts at ${session.startTime} and can't end at ${session.endTime}.`,
      target: `sessions[${index}].endTime`,
    },
  ];
}

/** Sessions that overlap, each reported with the first session it overlaps. */
const validateOverlaps = (entered: readonly SessionInput[]): ErrorDetail[] =>
  entered.flatMap((session, index): ErrorDetail[] => {
    const other = entered.findIndex(
      (earlier, before) =>
        before < index &&
        toLocalStart(earlier) < toLocalEnd(session) &&
        toLocalStart(session) < toLocalEnd(earlier),
    );
    const first = entered[other];
    if (!first) return [];
    const format = ({ startTime, endTime }: SessionTimes) =>
      `${formatClockTime(startTime)} to ${formatClockTime(endTime)}`;
    const message = `Sessions ${other + 1} and ${index + 1} overlap on ${[...new Set([first.date, session.date])].join(' and ')}: ${format(first)} and ${format(session)}. Sessions of a class can't overlap.`;
    return [{ code: 'OUT_OF_RANGE', message, target: `sessions[${index}]` }];
  });

/**
 * The sessions by start, with their instants. A time that occurs twice means the first.
 *
 * @param current the existing sessions; a session that is sent with one of their ids stays the same session
 * @param timeZone IANA name
 */
export function buildSchedule(
  entered: readonly SessionInput[],
  current: readonly Pick<ClassSession, 'id'>[],
  timeZone: string,
  newId: () => string,
): Schedule {
  const known = new Set(current.map(({ id }) => id));
  const errors: ErrorDetail[] = entered.flatMap((session, index) =>
    validateSession(session, index, timeZone),
  );
  const seen = new Set<string>();
  const sessions = entered.map(({ id, title, date, startTime, endTime }, index): ClassSession => {
    const isCurrent = typeof id === 'string' && known.has(id);
    if (isCurrent && seen.has(id))
      errors.push({
        code: 'DUPLICATE_VALUE',
        message: `The session ${id} is sent twice.`,
        target: `sessions[${index}].id`,
      });
    if (isCurrent) seen.add(id);
    return {
      id: isCurrent ? id : newId(),
      ...(title && { title }),
      date,
      startTime,
      endTime,
      startsAt: getStart({ date, startTime, endTime }, timeZone),
      endsAt: resolveLocalTime(toLocalEnd({ date, startTime, endTime }), timeZone).instant,
    };
  });
  errors.push(...validateOverlaps(entered));
  sessions.sort((a, b) => (`${a.startsAt}${a.endsAt}` < `${b.startsAt}${b.endsAt}` ? -1 : 1));
  return { sessions, errors };
}

/** The start of the first session, and the end of the session that ends last. */
export const getExtent = (sessions: readonly ClassSession[]) => ({
  startsAt: sessions[0]?.startsAt ?? '',
  endsAt:
    sessions
      .map(({ endsAt }) => endsAt)
      .sort()
      .at(-1) ?? '',
});

/** Remarks on times of a session that occur twice when clocks go back. */
export function buildSessionNotes(session: ClassSession, timeZone: string): string[] {
  return [toLocalStart(session), toLocalEnd(session)].flatMap((local) => {
    const [date, time = ''] = local.split('T');
    return resolveLocalTime(local, timeZone).kind === 'twice'
      ? [`${formatClockTime(time)} occurs twice on ${date}, because clocks go back; the first is meant.`]
      : [];
  });
}

interface ScheduledClass {
  readonly sessions: readonly ClassSession[];
}

/** The first session of a class that overlaps one of another class; sessions that only touch do not overlap. */
export const findOverlap = ({ sessions }: ScheduledClass, other: ScheduledClass) =>
  sessions.find((session) =>
    other.sessions.some(({ startsAt, endsAt }) => session.startsAt < endsAt && startsAt < session.endsAt),
  );
