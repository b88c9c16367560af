// The sessions of a class: entered as local dates and times, stored with the instants.
import type { ErrorDetail } from '../../../shared/errors/failure.ts';
import { formatClockTime } from '../../../shared/time/clock-time.ts';
import { resolveLocalTime } from '../../../shared/time/local-time.ts';
import type { ClassSession } from './class.ts';

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

/** The error of a local time that is skipped when clocks go forward, if it is one. */
function validateTime(
  session: SessionInput,
  part: 'startTime' | 'endTime',
  index: number,
  timeZone: string,
): ErrorDetail[] {
  const moment = resolveLocalTime(`${session.date}T${session[part]}`, timeZone);
  if (moment.kind !== 'never') return [];
  return [
    {
      code: 'OUT_OF_RANGE',
      message: `There is no ${session[part]} on ${session.date} in ${timeZone}, because clocks go forward past it. Use an earlier or later time.`,
      target: `sessions[${index}].${part}`,
    },
  ];
}

function validateSession(session: SessionInput, index: number, timeZone: string): ErrorDetail[] {
  const skips = [
    ...validateTime(session, 'startTime', index, timeZone),
    ...validateTime(session, 'endTime', index, timeZone),
  ];
  if (session.endTime > session.startTime) return skips;
  return [
    ...skips,
    {
      code: 'OUT_OF_RANGE',
      message: `A session must end after it starts, on the same day: it starts at ${session.startTime} and can't end at ${session.endTime}. Enter a session that continues past midnight as two sessions.`,
      target: `sessions[${index}].endTime`,
    },
  ];
}

/** Sessions that overlap, each reported with the first session it overlaps. */
const validateOverlaps = (entered: readonly SessionInput[]): ErrorDetail[] =>
  entered.flatMap(({ date, startTime, endTime }, index): ErrorDetail[] => {
    const other = entered.findIndex(
      (session, before) =>
        before < index && session.date === date && session.startTime < endTime && startTime < session.endTime,
    );
    const first = entered[other];
    if (!first) return [];
    const times = `${formatClockTime(startTime)} to ${formatClockTime(endTime)}`;
    const message = `Sessions ${other + 1} and ${index + 1} overlap on ${date}: ${formatClockTime(first.startTime)} to ${formatClockTime(first.endTime)} and ${times}. Sessions of a class can't overlap.`;
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
      startsAt: resolveLocalTime(`${date}T${startTime}`, timeZone).instant,
      endsAt: resolveLocalTime(`${date}T${endTime}`, timeZone).instant,
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
export function buildSessionNotes({ date, startTime, endTime }: ClassSession, timeZone: string): string[] {
  return [startTime, endTime].flatMap((time) =>
    resolveLocalTime(`${date}T${time}`, timeZone).kind === 'twice'
      ? [`${formatClockTime(time)} occurs twice on ${date}, because clocks go back; the first is meant.`]
      : [],
  );
}

interface ScheduledClass {
  readonly sessions: readonly ClassSession[];
}

/** The first session of a class that overlaps one of another class; sessions that only touch do not overlap. */
export const findOverlap = ({ sessions }: ScheduledClass, other: ScheduledClass) =>
  sessions.find((session) =>
    other.sessions.some(({ startsAt, endsAt }) => session.startsAt < endsAt && startsAt < session.endsAt),
  );
