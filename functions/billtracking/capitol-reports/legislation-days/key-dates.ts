// The key dates of a session as calendar events: they move in feeds and alerts when a resolution moves the days
// (docs/interface/billtracking.md#key-dates).
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { recordId } from '../../../../shared/directory/record/record-id.ts';
import type { KeyDate } from '../../../../shared/legislature/event-types.ts';
import { contentHash } from '../../../../shared/values/content-hash.ts';
import {
  applyEventContent,
  type CalendarEvent,
  type CalendarEventContent,
  type EventWrite,
  pickContent,
} from '../../events/record/calendar-event.ts';
import { buildCalendarChanges, eventsById, writeEvent } from '../../events/record/store.ts';
import { dateOfDay } from './day-calculations.ts';
import { type DayMap, deadlineDay } from './legislation-days.ts';
import type { StateSession } from './resolve-session.ts';
import type { LegislationDaysItem } from './store.ts';
import { type Deadline, deadlines } from './terms.ts';

const keyDates: Readonly<
  Record<Deadline, { readonly keyDate: KeyDate; readonly title: string; readonly description: string }>
> = {
  crossover: {
    keyDate: 'CROSSOVER',
    title: 'Crossover',
    description: 'The last legislative day on which a bill may pass its first chamber.',
  },
  sineDie: {
    keyDate: 'SINE_DIE',
    title: 'Sine die',
    description: 'The last legislative day of the session.',
  },
};

/** The id of the event of a deadline, the same at every save. */
const keyDateId = (tenant: TenantStore, sessionId: number, deadline: Deadline): string =>
  recordId(tenant.code, 'calendar-event:key-date', `${sessionId}#${deadline}`);

/** The ids of the events of a session's key dates, in the order of the deadlines. */
export const keyDateIds = (tenant: TenantStore, sessionId: number): string[] =>
  deadlines.map((deadline) => keyDateId(tenant, sessionId, deadline));

/** The event of a deadline by a map; a map that does not have its date leaves the event where it was. */
function buildKeyDate(
  { state, session, today }: StateSession,
  map: DayMap,
  deadline: Deadline,
  before: CalendarEvent | undefined,
): CalendarEventContent | undefined {
  const legislativeDay = deadlineDay(map, deadline);
  const mapped = legislativeDay === undefined ? undefined : dateOfDay(map, legislativeDay);
  const date = mapped ?? (deadline === 'sineDie' ? session.endDate : undefined);
  if (date === undefined)
    // The deadline still stands, and its day is not set yet; or it no longer exists.
    return before && { ...before, status: legislativeDay === undefined ? 'CANCELLED' : 'POSTPONED' };
  const { keyDate, title, description } = keyDates[deadline];
  return {
    title: legislativeDay === undefined ? title : `${title}: legislative day ${legislativeDay}`,
    eventType: 'FLOOR_SESSION',
    sourceType: title,
    keyDate,
    status: date < today ? 'COMPLETED' : 'SCHEDULED',
    stateId: state.id,
    sessionId: session.id,
    committees: [],
    billIds: [],
    description: `${description} ${session.name}.`,
    timeZone: state.timeZone,
    isAllDay: true,
    startDate: date,
    endDate: date,
  };
}

/** The changes that bring the events of a session's key dates in line with its map; none when they are. Two round trips. */
export async function buildKeyDateChanges(
  tenant: TenantStore,
  stateSession: StateSession,
  map: DayMap & Pick<LegislationDaysItem, 'keyDatesOf'>,
  now: Date,
): Promise<Change[]> {
  const ids = keyDateIds(tenant, map.keyDatesOf ?? stateSession.session.id);
  const stored = new Map(
    (await eventsById(tenant, ids, { consistent: true })).map((event) => [event.id, event]),
  );
  const writes = deadlines.flatMap((deadline, index): EventWrite[] => {
    const id = ids[index] ?? '';
    const before = stored.get(id);
    const content = buildKeyDate(stateSession, map, deadline, before);
    if (!content) return [];
    const isSame = before && contentHash(pickContent(before)) === contentHash(pickContent(content));
    return isSame ? [] : [{ before, after: applyEventContent(id, before, content, now) }];
  });
  return [
    ...writes.flatMap((write) => writeEvent(tenant, write)),
    ...(writes.length > 0 ? await buildCalendarChanges(tenant, writes) : []),
  ];
}
