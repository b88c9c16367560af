// Finding calendar events: the list and the count are one selection, so that they always agree
// (docs/interface/billtracking.md#calendar-filter).

import type { Caller } from '../../../shared/auth/access/access.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { invalid } from '../../../shared/errors/failure.ts';
import { stateById } from '../../../shared/legislature/states.ts';
import { compareTexts } from '../../../shared/lists/sort.ts';
import { trackedBills } from '../bills/record/store.ts';
import { matchesWords } from '../word-search.ts';
import { type CalendarEvent, isHeldWithin } from './record/calendar-event.ts';
import {
  compareByDay,
  type DayRange,
  eventsByBill,
  eventsByDay,
  eventsContinuingInto,
  eventsInRange,
  toBounds,
} from './record/store.ts';
import type { CalendarFilter, CountFilter } from './schemas.ts';

/** The events that match a filter. */
export interface Selection {
  readonly total: number;
  /** At most `count` events from the one at index `first` on. */
  slice(first: number, count: number): Promise<readonly CalendarEvent[]>;
}

type EventPredicate = (event: CalendarEvent) => boolean;

/** For at most so many bills, the events of each bill are read rather than all events of the days. */
const MAX_BILLS_READ_SINGLY = 20;

const searchableTexts: Readonly<Record<string, (event: CalendarEvent) => string | undefined>> = {
  title: ({ title }) => title,
  summary: ({ description }) => description,
  description: ({ description }) => description,
  location: ({ location }) => location,
  committees: ({ committees }) => committees.map(({ name }) => name).join(' '),
};

/** Whether an event contains the words in one of the named fields; in any field when none of the names is known. */
function buildTextPredicate({ text = '', searchFields = [] }: CountFilter): EventPredicate {
  const named = searchFields.flatMap((field) => searchableTexts[field.toLowerCase()] ?? []);
  const fields = named.length > 0 ? named : Object.values(searchableTexts);
  return (event) => matchesWords(text, fields.map((readField) => readField(event) ?? '').join(' '));
}

/** An empty list is no condition. */
const toNonEmptySet = <T>(values: readonly T[] | undefined): ReadonlySet<T> | undefined =>
  values && values.length > 0 ? new Set(values) : undefined;

/** The caller's person, to whom the bills of `mine` are assigned. */
const requirePersonId = (caller: Caller): string => {
  const personId = caller.kind === 'anonymous' ? undefined : caller.personId;
  if (personId !== undefined) return personId;
  throw invalid([
    {
      code: 'NOT_ALLOWED',
      message:
        'mine selects bills that are assigned to the caller: send the token of a user with a person, whom an administrator assigned to the tenant with a personId (PUT /api/v1/Users/{id}/Tenants/{tenantCode} of the identity area), or omit mine and send billIds.',
      target: 'mine',
    },
  ]);
};

/** The bills of which an event must concern at least one; undefined when there is no such condition. */
async function selectBillIds(
  tenant: TenantStore,
  { billIds, trackedOnly, mine }: CountFilter,
  caller: Caller,
): Promise<ReadonlySet<string> | undefined> {
  const named = toNonEmptySet(billIds?.map(String));
  if (!trackedOnly && !mine) return named;
  const personId = mine ? requirePersonId(caller) : undefined;
  const tracked = (await trackedBills(tenant)).filter(
    ({ id, assignedPersonIds }) =>
      (named?.has(id) ?? true) && (personId === undefined || assignedPersonIds.includes(personId)),
  );
  return new Set(tracked.map(({ id }) => id));
}

/** The conditions checked on each event, apart from days, states and bills. */
function buildPredicates(filter: CountFilter): EventPredicate[] {
  const [sessions, committees] = [toNonEmptySet(filter.sessionIds), toNonEmptySet(filter.committeeIds)];
  const [types, statuses] = [
    toNonEmptySet<string>(filter.eventTypes),
    toNonEmptySet<string>(filter.statuses),
  ];
  return [
    ...(sessions ? [(event: CalendarEvent) => sessions.has(event.sessionId ?? -1)] : []),
    ...(committees ? [(event: CalendarEvent) => event.committees.some(({ id }) => committees.has(id))] : []),
    ...(types ? [(event: CalendarEvent) => types.has(event.eventType)] : []),
    ...(statuses ? [(event: CalendarEvent) => statuses.has(event.status)] : []),
    ...(filter.keyDatesOnly ? [(event: CalendarEvent) => event.keyDate !== undefined] : []),
    ...(filter.text === undefined ? [] : [buildTextPredicate(filter)]),
  ];
}

/** A range of one calendar: events that continue into it, then those that begin in it. At constant cost. */
async function selectByDay(
  tenant: TenantStore,
  stateId: number | undefined,
  days: DayRange,
): Promise<Selection> {
  const [continuing, beginning] = await Promise.all([
    days.from === undefined
      ? []
      : eventsContinuingInto(
          tenant,
          days.from,
          (event) => stateId === undefined || event.stateId === stateId,
        ),
    eventsByDay(tenant, stateId).range(toBounds(days)),
  ]);
  const offset = continuing.length;
  return {
    total: offset + beginning.total,
    async slice(first, count) {
      const head = continuing.slice(first, first + count);
      const rest = count - head.length;
      return [...head, ...(rest > 0 ? await beginning.rows(Math.max(0, first - offset), rest) : [])];
    },
  };
}

const selectFrom = (events: readonly CalendarEvent[]): Selection => ({
  total: events.length,
  slice: async (first, count) => events.slice(first, first + count),
});

const sortKeys: Readonly<Record<string, (event: CalendarEvent) => string>> = {
  title: ({ title }) => title.toLowerCase(),
  eventType: ({ eventType }) => eventType,
  status: ({ status }) => status,
  state: ({ stateId }) => stateById(stateId)?.abbreviation ?? '',
  committee: ({ committees }) => committees[0]?.name.toLowerCase() ?? '',
  modifiedDate: ({ modifiedDate }) => modifiedDate,
};

/** Sorts by a field; events with equal values stay sorted by day. */
function sortEvents(events: readonly CalendarEvent[], field: string): readonly CalendarEvent[] {
  const key = sortKeys[field];
  if (!key) return events;
  return events.toSorted((a, b) => compareTexts(key(a), key(b)) || compareByDay(a, b));
}

/**
 * The events that match a filter, sorted by day by default.
 * @throws Failure 400 when the filter selects the caller's own bills and the caller has no person
 */
export async function selectEvents(
  tenant: TenantStore,
  filter: CountFilter,
  caller: Caller,
  sortBy: CalendarFilter['sortBy'] = 'startDate',
): Promise<Selection> {
  const states = toNonEmptySet(filter.stateIds);
  const days = { from: filter.startDate, to: filter.endDate };
  const predicates = buildPredicates(filter);
  const bills = await selectBillIds(tenant, filter, caller);
  if (!bills && predicates.length === 0 && (states?.size ?? 0) <= 1 && sortBy === 'startDate')
    return selectByDay(tenant, states && [...states][0], days);
  const concernsBills = (event: CalendarEvent): boolean =>
    !bills || event.billIds.some((id) => bills.has(id));
  const found =
    bills && bills.size <= MAX_BILLS_READ_SINGLY
      ? await loadEventsByBills(tenant, bills, days, states)
      : await eventsInRange(tenant, { ...days, stateIds: states && [...states] });
  const selected = found.filter(
    (event) => concernsBills(event) && predicates.every((matches) => matches(event)),
  );
  return selectFrom(sortEvents(selected, sortBy));
}

async function loadEventsByBills(
  tenant: TenantStore,
  bills: ReadonlySet<string>,
  days: DayRange,
  states: ReadonlySet<number> | undefined,
): Promise<CalendarEvent[]> {
  const found = (await Promise.all([...bills].map((id) => eventsByBill(tenant, id)))).flat();
  const distinct = [...new Map(found.map((event) => [event.id, event])).values()];
  return distinct
    .filter((event) => isHeldWithin(event, days) && (states?.has(event.stateId) ?? true))
    .sort(compareByDay);
}
