// What a run reads, one after the other: a session, a state, an archive.
import type { FeedPosition, FeedUnit } from '../record/feed.ts';

/** The place after a unit; undefined after the last one. */
export function leaveUnit(position: FeedPosition): FeedPosition | undefined {
  const units = (position.units ?? []).slice(1);
  return units.length === 0 ? undefined : { units };
}

/** The place at the beginning of these units; undefined when there is none. */
export const beginUnits = (units: readonly FeedUnit[]): FeedPosition | undefined =>
  units.length === 0 ? undefined : { units };

/** Whether a feed reads a session: all that the provider calls current, or those that the feed names. */
export const isChosen = (
  sessions: readonly string[],
  names: readonly (string | undefined)[],
  isCurrent: boolean,
): boolean =>
  sessions.length === 0
    ? isCurrent
    : names.some((name) => sessions.some((chosen) => chosen.toLowerCase() === name?.toLowerCase()));
