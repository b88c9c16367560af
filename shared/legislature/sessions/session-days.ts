// The days of a session, also of one of which a source gives the years only.
import type { SessionContent } from './session.ts';
import { readSessionYears } from './session-variants.ts';

/** The first and the last day on which a session may be held, YYYY-MM-DD. */
export interface SessionDays {
  readonly first: string;
  readonly last: string;
}

/** The days of a session. Without an end, it may be held until the end of the last year that its name or its source says. */
export function listSessionDays(session: SessionContent): SessionDays | undefined {
  const { startDate, endDate } = session;
  const years = readSessionYears(session);
  const first = startDate ?? (years && `${years[0]}-01-01`);
  if (first === undefined) return undefined;
  const lastYear = Math.max(years?.[1] ?? 0, Number(first.slice(0, 4)));
  return { first, last: endDate !== undefined && endDate >= first ? endDate : `${lastYear}-12-31` };
}
