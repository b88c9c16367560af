// What a run reads, one after the other: a session, a state, an archive.
import type { SourceRun } from '../../sources/source-run.ts';
import type { FeedPosition, FeedUnit } from '../record/feed.ts';

/** The place after a unit; undefined after the last one. */
export function leaveUnit(position: FeedPosition): FeedPosition | undefined {
  const units = (position.units ?? []).slice(1);
  return units.length === 0 ? undefined : { units };
}

/** The place at the beginning of these units; undefined when there is none. */
export const beginUnits = (units: readonly FeedUnit[]): FeedPosition | undefined =>
  units.length === 0 ? undefined : { units };

type Names = readonly (string | undefined)[];

const isNamed = (names: Names, session: string): boolean =>
  names.some((name) => name?.toLowerCase() === session.toLowerCase());

/** Whether a feed reads a session: all that the provider calls current, or those that the feed names. */
export const isChosen = (sessions: readonly string[], names: Names, isCurrent: boolean): boolean =>
  sessions.length === 0 ? isCurrent : sessions.some((session) => isNamed(names, session));

/** What a feed is to read and its provider does not have: a state, or a session that the feed names. */
export interface Missing {
  readonly row: string;
  /** A sentence. */
  readonly reason: string;
}

/** The sessions that a feed names and that were not found. @param found the names of each */
export const listMissingNames = (
  sessions: readonly string[],
  found: readonly Names[],
  provider: string,
): readonly Missing[] =>
  sessions
    .filter((session) => !found.some((names) => isNamed(names, session)))
    .map((session) => ({
      row: session,
      reason: `${provider} has no session ${session} of the states of this feed.`,
    }));

/**
 * Says what is missing: as refused rows where others are found, because the run would look complete otherwise, and as remarks where
 * nothing is found, which then say why.
 */
export function reportMissing(
  run: Pick<SourceRun, 'remark' | 'report'>,
  missing: readonly Missing[],
  isAnyFound: boolean,
): void {
  if (!isAnyFound) run.remark(missing.map(({ reason }) => reason));
  else
    for (const { row, reason } of missing)
      run.report.refuse('bills', row, [{ field: '(row)', reason, value: row }]);
}
