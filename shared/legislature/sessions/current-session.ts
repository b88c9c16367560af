// The session of a legislature when a request names none.
import { latestFirst, type Session } from './session.ts';

const firstDay = ({ startDate }: Session): string => startDate ?? '9999-12-31';

/**
 * The session in progress; of two, the one that began last (a special session called during a regular one). Between
 * sessions, the last one; before the first session, that one.
 * @param sessions those of one state
 * @param today YYYY-MM-DD in the state's time zone
 */
export function currentSession(sessions: readonly Session[], today: string): Session | undefined {
  const begun = sessions.filter((session) => firstDay(session) <= today).sort(latestFirst);
  const isInProgress = ({ endDate }: Session): boolean => endDate === undefined || today <= endDate;
  return begun.find(isInProgress) ?? begun[0] ?? [...sessions].sort(latestFirst).at(-1);
}
