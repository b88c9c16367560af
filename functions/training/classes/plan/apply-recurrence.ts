// How a recurrence becomes the sessions of a class: ordinary sessions, of which those that the class has keep their ids.
import { type ErrorDetail, getInvalidDetails, invalid } from '../../../../shared/errors/failure.ts';
import { type ClassSession, lastClassDay, maxSessions } from '../record/class.ts';
import { expandRecurrence } from '../recurrence/expand.ts';
import { type ClassPlan, parseTimeZone } from './plan-class.ts';
import type { RecurrenceInput } from './recurrence-request.ts';
import { getStart, type SessionInput } from './schedule.ts';

/** The part of a request that says when a class takes place. */
export interface TimesInput {
  readonly sessions?: readonly SessionInput[] | null | undefined;
  readonly recurrence?: RecurrenceInput | null | undefined;
  readonly timeZone?: string | null | undefined;
}

/** The sessions that a class has before a request; none when it is new. */
export interface CurrentTimes {
  readonly sessions: readonly ClassSession[];
  /** IANA name. */
  readonly timeZone: string;
}

export const recurrenceLimits = { maxDays: maxSessions, lastDay: lastClassDay } as const;

export const hasBegun = ({ startsAt }: Pick<ClassSession, 'startsAt'>, now: Date): boolean =>
  new Date(startsAt) <= now;

const toInput = ({ id, title, date, startTime, endTime }: ClassSession): SessionInput => ({
  ...{ id, title, date, startTime, endTime },
});

/**
 * Gives each day the session that it continues: the one on the same day, else the next one in order that has no such
 * day. So a series keeps its ids, and with them its attendance and calendar entries, when its weekday changes.
 */
export function matchSessions(
  days: readonly string[],
  sessions: readonly ClassSession[],
): readonly (ClassSession | undefined)[] {
  const left = [...sessions];
  const takeFirst = (fits: (session: ClassSession) => boolean): ClassSession | undefined => {
    const index = left.findIndex(fits);
    return index < 0 ? undefined : left.splice(index, 1)[0];
  };
  const sameDay = days.map((day) => takeFirst(({ date }) => date === day));
  return sameDay.map((session) => session ?? takeFirst(() => true));
}

async function listSessions(
  recurrence: RecurrenceInput,
  current: CurrentTimes,
  timeZone: string,
  now: Date,
): Promise<readonly SessionInput[]> {
  const { startTime, endTime, title, replacesFrom } = recurrence;
  const { days } = await expandRecurrence(recurrence, timeZone, recurrenceLimits);
  const isKept = (session: ClassSession) =>
    hasBegun(session, now) || (replacesFrom ? session.date < replacesFrom : false);
  const kept = current.sessions.filter(isKept);
  const isNew = current.sessions.length === 0;
  // What has begun is not planned again, and a day that has passed adds no session to a class that people attend.
  const planned = days.filter(
    (date) =>
      !kept.some((session) => session.date === date) &&
      (isNew || getStart({ date, startTime, endTime }, timeZone) > now.toISOString()) &&
      (!replacesFrom || date >= replacesFrom),
  );
  const matched = matchSessions(
    planned,
    current.sessions.filter((session) => !isKept(session)),
  );
  const sessions = planned.map((date, index): SessionInput => {
    const session = matched[index];
    return { id: session?.id, title: title || session?.title, date, startTime, endTime };
  });
  const all = [...kept.map(toInput), ...sessions];
  if (all.length > maxSessions)
    throw invalid([
      {
        code: 'OUT_OF_RANGE',
        message: `A class can have at most ${maxSessions} sessions, but ${kept.length} stay and the rule gives ${sessions.length}.`,
        target: 'recurrence.rule',
      },
    ]);
  if (sessions.length === 0)
    throw invalid([
      {
        code: 'OUT_OF_RANGE',
        message: 'The rule gives no session that is still to come.',
        target: 'recurrence.rule',
      },
    ]);
  return all;
}

/** The request with its sessions, and what is wrong with its recurrence. */
export interface AppliedRecurrence<T> {
  readonly input: T;
  readonly errors: readonly ErrorDetail[];
}

/**
 * The request with the sessions that its recurrence gives; without a recurrence it stays as it is. What is wrong with a
 * recurrence is returned, so that it is reported together with everything else; its first day then stands for all.
 */
export async function applyRecurrence<T extends TimesInput>(
  input: T,
  current: CurrentTimes,
  now: Date,
): Promise<AppliedRecurrence<T>> {
  const { recurrence, sessions } = input;
  if (!recurrence) return { input, errors: [] };
  if (sessions)
    return {
      input,
      errors: [
        {
          code: 'NOT_ALLOWED',
          message: 'Send sessions or a recurrence that gives them, not both.',
          target: 'recurrence',
        },
      ],
    };
  const { zone } = parseTimeZone(input.timeZone, current.timeZone);
  try {
    return { input: { ...input, sessions: await listSessions(recurrence, current, zone, now) }, errors: [] };
  } catch (error) {
    const errors = getInvalidDetails(error);
    if (!errors) throw error;
    const { startDate: date, startTime, endTime } = recurrence;
    return { input: { ...input, sessions: [{ date, startTime, endTime }] }, errors };
  }
}

/** An error of a session, named after the field of the recurrence that gave the session. */
export const toRecurrenceField = (error: ErrorDetail): ErrorDetail => ({
  ...error,
  target: error.target.replace(/^sessions\[\d+\](?=\.|$)/, 'recurrence'),
});

/** The plan with what is wrong with the recurrence that gave its sessions. */
export const addRecurrenceErrors = (
  { item, errors: found }: ClassPlan,
  { input, errors }: AppliedRecurrence<TimesInput>,
): ClassPlan => {
  if (!input.recurrence) return { item, errors: found };
  // Where the recurrence is invalid, its sessions are not those that are meant.
  const others = errors.length > 0 ? found.filter(({ target }) => !target.startsWith('sessions[')) : found;
  return { item, errors: [...errors, ...others.map(toRecurrenceField)] };
};
