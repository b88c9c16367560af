// Which session of a legislature is meant when nobody names one.
import { latestFirst, type Session } from './session.ts';

const firstDay = ({ startDate }: Session): string => startDate ?? '9999-12-31';

/**
 * The session that is on; of two, the one that began last (a special session called during a regular one). Between
 * sessions it is the one that was on last, and before the first of all the next one.
 * @param sessions those of one state
 * @param today YYYY-MM-DD in the state's time zone
 */
export function currentSession(sessions: readonly Session[], today: string): Session | undefined {
  const begun = sessions.filter((session) => firstDay(session) <= today).sort(latestFirst);
  const isOn = ({ endDate }: Session): boolean => endDate === undefined || today <= endDate;
  return begun.find(isOn) ?? begun[0] ?? [...sessions].sort(latestFirst).at(-1);
}
