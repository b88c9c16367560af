// The count always equals the total of the list, and both equal the result of checking every event by itself
// (docs/interface/billtracking.md#calendar-filter: a property).
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type CalendarEventContent,
  eventStatuses,
} from '../../../functions/billtracking/events/record/calendar-event.ts';
import { resolveEventTimes } from '../../../functions/billtracking/events/record/event-times.ts';
import { upsertEvents } from '../../../functions/billtracking/events/upsert-events.ts';
import { eventTypes } from '../../../shared/legislature/event-types.ts';
import { stateById } from '../../../shared/legislature/states.ts';
import { addDays } from '../../../shared/time/calendar-day.ts';
import { type BillsPlatform, buildBill, startBillsPlatform } from '../bills/bills-platform.ts';

let service: BillsPlatform;
let bills: string[];
let events: CalendarEventContent[];
let ids: string[];
const base = '/api/1.0/bill/event/calendar';
/** States without other events: four time zones, one of them without daylight saving time. */
const stateIds = [2, 4, 12, 15];
/** They include both daylight saving changes. */
const firstDay = '2040-02-20';
const committees = [1, 2, 3].map((id) => ({ id, name: `Committee ${id}` }));

const arbitrarySubset = <T>(values: readonly T[]) => fc.subarray([...values], { minLength: 0 });

const arbitraryEvent = fc
  .record({
    stateId: fc.constantFrom(...stateIds),
    day: fc.nat(270),
    days: fc.oneof(
      { weight: 4, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 40 }) },
    ),
    hour: fc.option(fc.integer({ min: 4, max: 22 }), { nil: undefined }),
    eventType: fc.constantFrom(...eventTypes),
    status: fc.constantFrom(...eventStatuses),
    sessionId: fc.option(fc.constantFrom(1, 2), { nil: undefined }),
    committees: arbitrarySubset(committees),
    billIndexes: arbitrarySubset([0, 1, 2]),
    title: fc.constantFrom('Budget hearing', 'Housing', 'Roads and bridges'),
  })
  .map(({ day, days, hour, ...rest }) => {
    const startDate = addDays(firstDay, day);
    const startTime = hour === undefined ? undefined : `${String(hour).padStart(2, '0')}:00`;
    const resolved = resolveEventTimes(
      { startDate, startTime, endDate: addDays(startDate, days) },
      stateById(rest.stateId)?.timeZone ?? '',
    );
    if ('errors' in resolved) throw new Error(JSON.stringify(resolved.errors));
    return { ...rest, times: resolved.times };
  });

beforeAll(async () => {
  service = await startBillsPlatform();
  bills = await service.importBills(buildBill('HB 9201'), buildBill('HB 9202'), buildBill('HB 9203'));
  await service.track(bills[0] ?? '', { trackingStatus: 'TRACKING' });
  events = fc
    .sample(arbitraryEvent, { numRuns: 160, seed: 1215 })
    .map(({ billIndexes, times, ...rest }, number) => ({
      ...times,
      ...rest,
      billIds: billIndexes.flatMap((index) => bills[index] ?? []),
      sourceId: `property-${number}`,
    }));
  const saved = await upsertEvents(service.store, events, service.now);
  ids = saved.map(({ id }) => id);
  expect(new Set(saved.map(({ outcome }) => outcome))).toEqual(new Set(['created']));
});
afterAll(() => service.platform.stop());

interface Filter {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  readonly stateIds: readonly number[];
  readonly sessionIds?: readonly number[] | undefined;
  readonly committeeIds?: readonly number[] | undefined;
  readonly eventTypes?: readonly string[] | undefined;
  readonly statuses?: readonly string[] | undefined;
  /** Which of the three bills. */
  readonly about?: readonly number[] | undefined;
  readonly trackedOnly?: boolean | undefined;
  readonly text?: string | undefined;
}

const arbitraryDay = fc.integer({ min: -5, max: 290 }).map((offset) => addDays(firstDay, offset));
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const arbitraryFilter: fc.Arbitrary<Filter> = fc
  .record({
    days: fc.tuple(optional(arbitraryDay), optional(arbitraryDay)),
    isPlain: fc.boolean(),
    stateIds: fc.subarray(stateIds, { minLength: 1 }),
    narrow: fc.record({
      sessionIds: optional(arbitrarySubset([1, 2])),
      committeeIds: optional(arbitrarySubset([1, 2, 3])),
      eventTypes: optional(arbitrarySubset(eventTypes)),
      statuses: optional(arbitrarySubset(eventStatuses)),
      about: optional(arbitrarySubset([0, 1, 2])),
      trackedOnly: fc.boolean(),
      text: fc.constantFrom(undefined, 'budget', 'hous', 'roads bridges'),
    }),
  })
  .map(({ days: [first, second], isPlain, stateIds: requested, narrow }) => {
    const isTurned = first !== undefined && second !== undefined && first > second;
    const days = isTurned ? { startDate: second, endDate: first } : { startDate: first, endDate: second };
    return isPlain
      ? { ...days, stateIds: requested.slice(0, 1) }
      : { ...days, stateIds: requested, ...narrow };
  });

const isEmptyOrIncludesAny = <T>(requested: readonly T[] | undefined, values: readonly T[]): boolean =>
  requested === undefined || requested.length === 0 || values.some((value) => requested.includes(value));

/** Whether an event matches the filter, computed from the event alone. */
function matchesFilter(event: CalendarEventContent, filter: Filter): boolean {
  const about = event.billIds.map((id) => bills.indexOf(id));
  return (
    (filter.startDate === undefined || event.endDate >= filter.startDate) &&
    (filter.endDate === undefined || event.startDate <= filter.endDate) &&
    isEmptyOrIncludesAny(filter.stateIds, [event.stateId]) &&
    isEmptyOrIncludesAny(filter.sessionIds, [event.sessionId ?? -1]) &&
    isEmptyOrIncludesAny(
      filter.committeeIds,
      event.committees.map(({ id }) => id),
    ) &&
    isEmptyOrIncludesAny(filter.eventTypes, [event.eventType]) &&
    isEmptyOrIncludesAny(filter.statuses, [event.status]) &&
    isEmptyOrIncludesAny(filter.about, about) &&
    (!filter.trackedOnly || (about.includes(0) && isEmptyOrIncludesAny(filter.about, [0]))) &&
    (filter.text === undefined || event.title.toLowerCase().includes(filter.text.replace(' ', ' and ')))
  );
}

/** The ids of all pages of the list, and the different totals that the pages reported. */
async function listAllPages(body: object, pageSize: number) {
  const ids: string[] = [];
  const totals = new Set<number>();
  for (let pageNumber = 1; pageNumber === 1 || ids.length < Math.max(...totals); pageNumber += 1) {
    const reply = await service.post(base, { ...body, pageNumber, pageSize });
    expect(reply.status, reply.text).toBe(200);
    if (pageNumber > 1 && reply.body.collection.length === 0) break;
    ids.push(...reply.body.collection.map(({ id }: { id: string }) => id));
    totals.add(reply.body.pagingModel.totalRecords);
  }
  return { ids, totals: [...totals] };
}

it('the count and the list agree for every filter', async () => {
  await fc.assert(
    fc.asyncProperty(
      arbitraryFilter,
      fc.integer({ min: 9, max: 60 }),
      fc.boolean(),
      async (filter, pageSize, isAscending) => {
        const { about, ...rest } = filter;
        const body = { ...rest, billIds: about?.map((billIndex) => Number(bills[billIndex])) };
        const expected = events
          .flatMap((event, position) =>
            matchesFilter(event, filter) ? [{ event, id: ids[position] ?? '' }] : [],
          )
          .map(({ event, id }) => `${event.startDate}#${event.startsAt ?? ''}#${id}`)
          .sort()
          .map((sort) => sort.split('#')[2]);
        const count = await service.post(`${base}/count`, body);
        expect(count.body.data).toBe(expected.length);
        const pages = await listAllPages({ ...body, isAscending }, pageSize);
        expect(pages.totals).toEqual([expected.length]);
        expect(pages.ids).toEqual(isAscending ? expected : expected.reverse());
      },
    ),
    { numRuns: 70 },
  );
});
