// Finding calendar events: the list and the count are one selection, so that they always agree
// (docs/interface/billtracking.md#calendar-filter).
import type { Caller } from '../../../shared/auth/access.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { invalid } from '../../../shared/errors/failure.ts';
import { stateById } from '../../../shared/legislature/states.ts';
import { trackedBills } from '../bills/store.ts';
import { matchesWords } from '../bills/word-search.ts';
import { type CalendarEvent, isHeldWithin } from './calendar-event.ts';
import type { CalendarFilter, CountFilter } from './schemas.ts';
import {
  compareByDay,
  type DayRange,
  eventsByBill,
  eventsByDay,
  eventsContinuingInto,
  eventsInRange,
  toBounds,
} from './store.ts';

/** Events that a filter selects. */
export interface Selection {
  readonly total: number;
  /** The events from the n-th on (0-based), up to so many of them. */
  slice(first: number, count: number): Promise<readonly CalendarEvent[]>;
}

type EventPredicate = (event: CalendarEvent) => boolean;

/** Up to so many bills, their own events are read rather than those of the days. */
const MAX_BILLS_READ_SINGLY = 20;

const searchableTexts: Readonly<Record<string, (event: CalendarEvent) => string | undefined>> = {
  title: ({ title }) => title,
  summary: ({ description }) => description,
  description: ({ description }) => description,
  location: ({ location }) => location,
  committees: ({ committees }) => committees.map(({ name }) => name).join(' '),
};

/** Whether an event holds the words, in the fields that are named; in any of them when none is that an event has. */
function buildTextPredicate({ text = '', searchFields = [] }: CountFilter): EventPredicate {
  const named = searchFields.flatMap((field) => searchableTexts[field.toLowerCase()] ?? []);
  const fields = named.length > 0 ? named : Object.values(searchableTexts);
  return (event) => matchesWords(text, fields.map((of) => of(event) ?? '').join(' '));
}

/** A list that says nothing asks for everything. */
const toNonEmptySet = <T>(values: readonly T[] | undefined): ReadonlySet<T> | undefined =>
  values && values.length > 0 ? new Set(values) : undefined;

/** The person whose bills are "mine". */
const requirePersonId = (caller: Caller): string => {
  const personId = caller.kind === 'anonymous' ? undefined : caller.personId;
  if (personId !== undefined) return personId;
  throw invalid([
    {
      code: 'NOT_ALLOWED',
      message:
        'mine asks for bills that are assigned to the caller: send the token of a user who is a person, one whom an administrator assigned to the tenant with a personId (PUT /api/v1/Users/{id}/Tenants/{tenantCode} of the identity area), or leave mine out and name the bills in billIds.',
      target: 'mine',
    },
  ]);
};

/** The bills that an event must be about one of; undefined for any or none. */
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

/** What each event must be looked at for, apart from days, states and bills. */
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
    ...(filter.text === undefined ? [] : [buildTextPredicate(filter)]),
  ];
}

/** Any days of one calendar: what began before them and goes on, then what begins on them. Flat. */
async function selectByDay(
  tenant: TenantStore,
  stateId: number | undefined,
  days: DayRange,
): Promise<Selection> {
  const [running, begun] = await Promise.all([
    days.from === undefined
      ? []
      : eventsContinuingInto(
          tenant,
          days.from,
          (event) => stateId === undefined || event.stateId === stateId,
        ),
    eventsByDay(tenant, stateId).range(toBounds(days)),
  ]);
  const before = running.length;
  return {
    total: before + begun.total,
    async slice(first, count) {
      const own = running.slice(first, first + count);
      const rest = count - own.length;
      return [...own, ...(rest > 0 ? await begun.rows(Math.max(0, first - before), rest) : [])];
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

/** In the order asked for; those that are alike stay by day. */
function sortEvents(events: readonly CalendarEvent[], field: string): readonly CalendarEvent[] {
  const of = sortKeys[field];
  if (!of) return events;
  return [...events].sort((a, b) => (of(a) < of(b) ? -1 : of(a) > of(b) ? 1 : compareByDay(a, b)));
}

/**
 * The events that a filter selects, by day unless told otherwise.
 * @throws Failure 400 when it asks for the caller's own bills, and the caller is nobody known
 */
export async function selectEvents(
  tenant: TenantStore,
  filter: CountFilter,
  caller: Caller,
  sortBy: CalendarFilter['sortBy'] = 'startDate',
): Promise<Selection> {
  const states = toNonEmptySet(filter.stateIds);
  const days = { from: filter.startDate, to: filter.endDate };
  const tests = buildPredicates(filter);
  const bills = await selectBillIds(tenant, filter, caller);
  if (!bills && tests.length === 0 && (states?.size ?? 0) <= 1 && sortBy === 'startDate')
    return selectByDay(tenant, states && [...states][0], days);
  const about = (event: CalendarEvent): boolean => !bills || event.billIds.some((id) => bills.has(id));
  const found =
    bills && bills.size <= MAX_BILLS_READ_SINGLY
      ? await loadEventsByBills(tenant, bills, days, states)
      : await eventsInRange(tenant, { ...days, stateIds: states && [...states] });
  const selected = found.filter((event) => about(event) && tests.every((holds) => holds(event)));
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
