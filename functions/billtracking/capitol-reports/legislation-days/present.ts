// Legislation days as the interface returns them: the map, its deadlines, and the place of today in it.

import { pick } from '../../../../shared/values/pick.ts';
import { showAuthor } from '../../caller.ts';
import { dateOfDay, dayOfDate, daysLeftTo } from './day-calculations.ts';
import { computeEffect } from './effect.ts';
import { type DayMap, numberedDays } from './legislation-days.ts';
import type { StateSession } from './resolve-session.ts';
import type { LegislationDaysItem, LegislationDaysVersionItem } from './store.ts';
import type { Deadline } from './terms.ts';

const presentSession = ({ state, session }: StateSession) => ({
  stateId: state.id,
  state: state.abbreviation,
  sessionId: session.id,
  session: session.name,
  timeZone: state.timeZone,
});

const presentMap = (map: LegislationDaysItem | LegislationDaysVersionItem) => ({
  ...pick(map, ['instrument', 'isComplete', 'crossoverDay', 'sineDieDay', 'days', 'version']),
  savedBy: showAuthor(map.savedBy),
  savedAt: map.modifiedDate,
});

const emptyMap: DayMap = { days: [], isComplete: false };

/** What a request may look up in a map: the legislative day of a date, and the date of a legislative day. */
interface DayQuery {
  readonly date?: string | undefined;
  readonly legislativeDay?: number | undefined;
}

/** The current map of a session; version 0 when none was saved. */
export function presentLegislationDays(
  stateSession: StateSession,
  stored: LegislationDaysItem | undefined,
  { date, legislativeDay }: DayQuery = {},
) {
  const { today } = stateSession;
  const map = stored ?? emptyMap;
  const daysLeft = (deadline: Deadline) => daysLeftTo(map, deadline, today);
  return {
    ...presentSession(stateSession),
    ...(stored ? presentMap(stored) : { ...emptyMap, version: 0 }),
    today: dayOfDate(map, today),
    daysLeft: { crossover: daysLeft('crossover'), sineDie: daysLeft('sineDie') },
    dayOfDate: date === undefined ? undefined : dayOfDate(map, date),
    dateOfDay:
      legislativeDay === undefined
        ? undefined
        : { legislativeDay, date: dateOfDay(map, legislativeDay) ?? null },
  };
}

/** One version, with what it changed in the one before it. */
export const presentVersion = (
  stateSession: StateSession,
  version: LegislationDaysVersionItem,
  before: DayMap | undefined,
) => ({ ...presentSession(stateSession), ...presentMap(version), effect: computeEffect(before, version) });

/** A short view of a version, with the deadlines that it moved. */
export function presentVersionEntry(version: LegislationDaysVersionItem, before: DayMap | undefined) {
  const numbered = numberedDays(version);
  const { deadlines, days } = computeEffect(before, version);
  return {
    ...pick(version, ['version', 'instrument', 'isComplete']),
    savedBy: showAuthor(version.savedBy),
    savedAt: version.modifiedDate,
    firstDay: numbered[0],
    lastDay: numbered.at(-1),
    deadlines,
    daysMoved: days.filter((day) => day.before !== undefined).length,
    daysAdded: days.filter((day) => day.before === undefined).length,
  };
}
