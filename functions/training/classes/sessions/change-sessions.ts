// Which sessions of a class a request moves or cancels, and what they become (docs/interface/training.md#recurring-sessions).
import { conflict, Failure, invalid, notFound } from '../../../../shared/errors/failure.ts';
import { addDays, daysBetween } from '../../../../shared/time/calendar-day.ts';
import { formatMoment } from '../../time/format-moment.ts';
import { hasBegun } from '../plan/apply-recurrence.ts';
import type { SessionInput } from '../plan/schedule.ts';
import { type ClassItem, type ClassSession, firstClassDay, lastClassDay } from '../record/class.ts';
import type { SessionChoice, SessionMove } from './contract.ts';

const minutesOfDay = 24 * 60;
const toMinutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const toTime = (minutes: number): string => {
  const ofDay = ((minutes % minutesOfDay) + minutesOfDay) % minutesOfDay;
  return `${String(Math.floor(ofDay / 60)).padStart(2, '0')}:${String(ofDay % 60).padStart(2, '0')}`;
};

/** A session as it is entered. */
export const toSessionInput = ({ id, title, date, startTime, endTime }: ClassSession): SessionInput => ({
  ...{ id, title, date, startTime, endTime },
});

/**
 * The session that a request names by its id or its day.
 * @throws Failure 400 for a day with several sessions; 404
 */
function requireChosenSession(
  { sectionName, sessions }: ClassItem,
  { sessionId, date }: SessionChoice,
): ClassSession {
  const chosen = sessions.filter(
    (session) => (!sessionId || session.id === sessionId) && (!date || session.date === date),
  );
  const [first] = chosen;
  if (!first && !sessionId)
    throw new Failure('RESOURCE_NOT_FOUND', `${sectionName} has no session on ${date}.`, { target: 'date' });
  if (!first) throw notFound('session of the class', sessionId ?? '', 'sessionId');
  if (chosen.length > 1)
    throw invalid([
      {
        code: 'NOT_ALLOWED',
        message: `There are ${chosen.length} sessions on ${date}; name the session by sessionId.`,
        target: 'date',
      },
    ]);
  return first;
}

/** The session that a request names, and all that it means: this one, those from it on, or all that have not begun. */
export interface ChosenSessions {
  readonly first: ClassSession;
  readonly all: readonly ClassSession[];
}

/**
 * The sessions that a request moves or cancels. Those that have begun stay, because attendance is recorded for them.
 * @throws Failure 400, 404; 409 for a session that has begun, or a class that is cancelled
 */
export function chooseSessions(item: ClassItem, choice: SessionChoice, now: Date): ChosenSessions {
  const first = requireChosenSession(item, choice);
  if (item.isCancelled) throw conflict(`${item.sectionName} is cancelled; its sessions can't be changed.`);
  if (hasBegun(first, now))
    throw conflict(
      `The session began on ${formatMoment(first.startsAt, item.timeZone)}; a session that has begun can't be moved or cancelled.`,
    );
  const { scope } = choice;
  const isMeant = (session: ClassSession): boolean =>
    session.id === first.id ||
    (scope === 'following' && session.startsAt >= first.startsAt) ||
    (scope === 'all' && !hasBegun(session, now));
  return { first, all: item.sessions.filter(isMeant) };
}

/**
 * The sessions of the class with the chosen ones moved: by as many days as the named session, and to the times that are
 * sent. Without an end time each keeps its length by the clock.
 * @throws Failure 400
 */
export function moveSessions(
  { sessions }: ClassItem,
  { first, all }: ChosenSessions,
  { toDate, startTime, endTime }: SessionMove,
): readonly SessionInput[] {
  const days = toDate ? daysBetween(first.date, toDate) : 0;
  const move = (session: ClassSession): SessionInput => {
    const start = startTime ?? session.startTime;
    const shift = toMinutes(start) - toMinutes(session.startTime);
    const date = addDays(session.date, days);
    if (date < firstClassDay || date > lastClassDay)
      throw invalid([
        {
          code: 'OUT_OF_RANGE',
          message: `The session of ${session.date} would move to ${date}; sessions are between ${firstClassDay} and ${lastClassDay}.`,
          target: 'toDate',
        },
      ]);
    const end = endTime ?? toTime(toMinutes(session.endTime) + shift);
    return { ...toSessionInput(session), date, startTime: start, endTime: end };
  };
  return sessions.map((session) => (all.includes(session) ? move(session) : toSessionInput(session)));
}

/**
 * The sessions of the class without the chosen ones.
 * @throws Failure 409 when none is left
 */
export function cancelSessions(
  { sectionName, sessions }: ClassItem,
  { all }: ChosenSessions,
): readonly SessionInput[] {
  const left = sessions.filter((session) => !all.includes(session));
  if (left.length === 0)
    throw conflict(
      `${sectionName} would have no session left. Cancel the class instead, or move its sessions.`,
    );
  return left.map(toSessionInput);
}

/**
 * A session is not moved into the past, where people could not attend it.
 * @throws Failure 400
 */
export function assertStillToCome(
  { sessions, timeZone }: Pick<ClassItem, 'sessions' | 'timeZone'>,
  { all }: ChosenSessions,
  now: Date,
): void {
  const past = sessions.find((session) => all.some(({ id }) => id === session.id) && hasBegun(session, now));
  if (!past) return;
  throw invalid([
    {
      code: 'OUT_OF_RANGE',
      message: `The session would begin on ${formatMoment(past.startsAt, timeZone)}, which has passed.`,
      target: 'toDate',
    },
  ]);
}
