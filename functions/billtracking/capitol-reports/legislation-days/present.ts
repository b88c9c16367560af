// How legislation days are shown: the map with its deadlines, what today is in it, and what is left.
import type { Caller } from '../../../../shared/auth/access.ts';
import { dateOfDay, dayOfDate, daysLeftTo } from './day-calculations.ts';
import { computeEffect } from './effect.ts';
import { type DayMap, type deadlines, numberedDays } from './legislation-days.ts';
import type { StateSession } from './resolve-session.ts';
import type { LegislationDaysItem, LegislationDaysVersionItem, SavedBy } from './store.ts';

/** The caller as a version keeps them. */
export const buildSavedBy = (caller: Caller): SavedBy | undefined =>
  caller.kind === 'anonymous' ? undefined : { name: caller.name, personId: caller.personId };

const presentSession = ({ state, session }: StateSession) => ({
  stateId: state.id,
  state: state.abbreviation,
  sessionId: session.id,
  session: session.name,
  timeZone: state.timeZone,
});

const presentMap = (kept: LegislationDaysItem | LegislationDaysVersionItem) => ({
  instrument: kept.instrument,
  isComplete: kept.isComplete,
  crossoverDay: kept.crossoverDay,
  sineDieDay: kept.sineDieDay,
  days: kept.days,
  version: kept.version,
  savedAt: kept.modifiedDate,
  savedBy: kept.savedBy,
});

const emptyMap: DayMap = { days: [], isComplete: false };

/** What else may be asked of a map: which legislative day a date is, and on which date a day falls. */
interface DayQuery {
  readonly date?: string | undefined;
  readonly legislativeDay?: number | undefined;
}

/** The present map of a session; nothing saved yet is version 0. */
export function presentLegislationDays(
  asked: StateSession,
  kept: LegislationDaysItem | undefined,
  { date, legislativeDay }: DayQuery = {},
) {
  const map = kept ?? emptyMap;
  const left = (deadline: (typeof deadlines)[number]) => daysLeftTo(map, deadline, asked.today);
  return {
    ...presentSession(asked),
    ...(kept ? presentMap(kept) : { ...emptyMap, version: 0 }),
    today: dayOfDate(map, asked.today),
    daysLeft: { crossover: left('crossover'), sineDie: left('sineDie') },
    dayOfDate: date === undefined ? undefined : dayOfDate(map, date),
    dateOfDay:
      legislativeDay === undefined
        ? undefined
        : { legislativeDay, date: dateOfDay(map, legislativeDay) ?? null },
  };
}

/** One version, with what it changed in the one before it. */
export const presentVersion = (
  asked: StateSession,
  kept: LegislationDaysVersionItem,
  before: DayMap | undefined,
) => ({ ...presentSession(asked), ...presentMap(kept), effect: computeEffect(before, kept) });

/** A version in short, with the deadlines that it moved. */
export function presentVersionEntry(kept: LegislationDaysVersionItem, before: DayMap | undefined) {
  const numbered = numberedDays(kept);
  const { deadlines: moved, days } = computeEffect(before, kept);
  return {
    version: kept.version,
    instrument: kept.instrument,
    isComplete: kept.isComplete,
    firstDay: numbered[0],
    lastDay: numbered.at(-1),
    savedAt: kept.modifiedDate,
    savedBy: kept.savedBy,
    deadlines: moved,
    daysMoved: days.filter(({ before: was }) => was !== undefined).length,
    daysAdded: days.filter(({ before: was }) => was === undefined).length,
  };
}
