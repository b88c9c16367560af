// What a page of the calendar costs among a thousand events, by DynamoDB's own figures (access control included).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolveEventTimes } from '../../../functions/billtracking/events/record/event-times.ts';
import { upsertEvents } from '../../../functions/billtracking/events/upsert-events.ts';
import { addDays } from '../../../shared/time/calendar-day.ts';
import { type BillsPlatform, startBillsPlatform } from '../bills/bills-platform.ts';

let service: BillsPlatform;
const base = '/api/1.0/bill/event/calendar';
const EVENTS = 1000;

beforeAll(async () => {
  service = await startBillsPlatform({ hasCorrectUnits: true });
  const events = Array.from({ length: EVENTS }, (_, index) => {
    const startDate = addDays('2041-01-01', Math.floor(index / 4));
    const resolved = resolveEventTimes({ startDate, startTime: `${10 + (index % 4)}:00` }, 'America/Chicago');
    if ('errors' in resolved) throw new Error('sound times');
    return {
      ...resolved.times,
      title: `Public hearing of the Committee on Ways and Means, number ${index}`,
      eventType: index % 50 === 0 ? ('VOTE' as const) : ('HEARING' as const),
      status: 'SCHEDULED' as const,
      stateId: index % 4 === 0 ? 47 : 48,
      committees: [{ id: 480001, name: 'Ways and Means' }],
      location: 'Capitol Extension, Room E1.030',
      description: 'The committee takes testimony on the measures of its agenda. '.repeat(3),
      billIds: [],
      sourceId: String(index),
    };
  });
  await upsertEvents(service.store, events, service.now);
});
afterAll(() => service.platform.stop());

const all = { startDate: '2041-01-01', endDate: '2042-12-31' };
const month = { startDate: '2041-06-01', endDate: '2041-06-30' };

describe('among a thousand events', () => {
  it.each<[string, object, number, number, number]>([
    ['the first page of everything', all, EVENTS, 50, 16],
    ['a page amid everything', { ...all, pageNumber: 10 }, EVENTS, 50, 22],
    ['the last days first', { ...all, isAscending: false }, EVENTS, 50, 16],
    ['a page amid a state', { ...all, stateIds: [48], pageNumber: 8 }, 750, 50, 22],
    ['a month of a state', { ...month, stateIds: [47] }, 30, 30, 18],
    ['a page without days', { stateIds: [48], pageNumber: 8 }, 750, 50, 16],
  ])('%s', async (_, filter, total, length, budget) => {
    const { body, readUnits, roundTrips } = await service.post(base, filter);
    expect(body.pagingModel.totalRecords).toBe(total);
    expect(body.collection).toHaveLength(length);
    expect(readUnits).toBeLessThanOrEqual(budget);
    expect(roundTrips).toBeLessThanOrEqual(10);
    const count = await service.post(`${base}/count`, filter);
    expect(count.body.data).toBe(total);
    expect(count.readUnits).toBeLessThanOrEqual(14);
  });

  it('a filter without an index costs in proportion to the events of the days and states', async () => {
    const votes = { eventTypes: ['VOTE'] };
    const june = await service.post(base, { ...month, ...votes, stateIds: [48] });
    expect(june.body.pagingModel.totalRecords).toBe(june.body.collection.length);
    expect(june.readUnits).toBeLessThanOrEqual(14);
    const years = await service.post(base, { ...all, ...votes });
    expect(years.body.pagingModel.totalRecords).toBe(EVENTS / 50);
    expect(years.readUnits).toBeGreaterThan(50);
  });
});
