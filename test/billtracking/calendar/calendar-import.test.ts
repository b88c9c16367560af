// Events from a source: a repeated import changes nothing, a moved event gets a higher sequence, and events with the
// same name are distinguished.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CalendarEventContent } from '../../../functions/billtracking/events/record/calendar-event.ts';
import { resolveEventTimes } from '../../../functions/billtracking/events/record/event-times.ts';
import {
  eventById,
  eventsByBill,
  eventsInRange,
} from '../../../functions/billtracking/events/record/store.ts';
import { upsertEvents } from '../../../functions/billtracking/events/upsert-events.ts';
import { type BillsPlatform, buildBill, startBillsPlatform } from '../bills/bills-platform.ts';

let service: BillsPlatform;
const now = new Date('2036-01-05T12:00:00Z');

beforeAll(async () => {
  service = await startBillsPlatform();
});
afterAll(() => service.platform.stop());

function createEvent(
  startDate: string,
  startTime: string,
  more: Partial<CalendarEventContent> = {},
): CalendarEventContent {
  const resolved = resolveEventTimes({ startDate, startTime }, 'America/Chicago');
  if ('errors' in resolved) throw new Error(JSON.stringify(resolved.errors));
  return {
    ...resolved.times,
    title: 'Meeting of the Committee on Rules',
    eventType: 'COMMITTEE_MEETING',
    status: 'SCHEDULED',
    stateId: 48,
    committees: [],
    billIds: [],
    ...more,
  };
}

const upsert = (events: readonly CalendarEventContent[], options = {}) =>
  upsertEvents(service.store, events, now, options);

describe('events of a source', () => {
  it('are created once, however often they are imported', async () => {
    const events = [
      createEvent('2036-02-01', '10:00', { sourceId: 'a' }),
      createEvent('2036-02-02', '10:00', { sourceId: 'b' }),
    ];
    const dry = await upsert(events, { dryRun: true });
    expect(dry.map(({ outcome }) => outcome)).toEqual(['created', 'created']);
    expect(await eventById(service.store, dry[0]?.id ?? '')).toBeUndefined();
    const first = await upsert(events);
    expect(first).toEqual(dry);
    expect((await upsert(events)).map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged']);
    const found = await eventsInRange(service.store, {
      stateIds: [48],
      from: '2036-02-01',
      to: '2036-02-28',
    });
    expect(found.map(({ id }) => id)).toEqual(first.map(({ id }) => id));
  });

  it('show their documents and witnesses in their details, also after a change by hand', async () => {
    const documents = [{ title: 'Agenda', links: [{ url: 'https://example.org/a.pdf', format: 'PDF' }] }];
    const witnesses = [{ name: 'Ann Day', organization: 'Counties', documents: [] }];
    const event = createEvent('2036-03-01', '10:00', { sourceId: 'papers', documents, witnesses });
    const [{ id = '' } = {}] = await upsert([event]);
    expect((await service.get(`/api/1.0/bill/event/${id}`)).body.data).toMatchObject({
      documents,
      witnesses,
    });
    const moved = { id, stateId: 48, location: 'Room 2' };
    const saved = await service.post('/api/1.0/bill/event/save', moved);
    expect(saved.body.data, saved.text).toMatchObject({ location: 'Room 2', documents, witnesses });
    // The source publishes the event again without its witnesses, who are in a file of their own.
    const { witnesses: _, ...alone } = event;
    expect((await upsert([alone])).map(({ outcome }) => outcome)).toEqual(['unchanged']);
    expect((await service.get(`/api/1.0/bill/event/${id}`)).body.data).toMatchObject({
      location: 'Room 2',
      witnesses,
    });
  });

  it('move under the same id, and each change that a calendar shows increases the sequence', async () => {
    const [created] = await upsert([createEvent('2036-03-01', '10:00', { sourceId: 'moves' })]);
    const [movedEvent] = await upsert([
      createEvent('2036-03-08', '10:00', { sourceId: 'moves', status: 'POSTPONED' }),
    ]);
    expect(movedEvent).toEqual({ id: created?.id, outcome: 'updated' });
    await upsert([
      createEvent('2036-03-08', '10:00', { sourceId: 'moves', status: 'POSTPONED', sourceType: 'Markup' }),
    ]);
    await upsert([
      createEvent('2036-03-08', '10:00', { sourceId: 'moves', status: 'CANCELLED', sourceType: 'Markup' }),
    ]);
    expect(await eventById(service.store, created?.id ?? '')).toMatchObject({
      startDate: '2036-03-08',
      status: 'CANCELLED',
      sequence: 2,
      version: 4,
    });
  });

  it('without ids are identified by state, day, committee and title, and on the same day by their order', async () => {
    const day = [createEvent('2036-04-01', '09:00'), createEvent('2036-04-01', '14:00')];
    const created = await upsert(day);
    expect(new Set(created.map(({ id }) => id)).size).toBe(2);
    const again = await upsert([createEvent('2036-04-01', '09:30'), createEvent('2036-04-01', '14:00')]);
    expect(again.map(({ outcome }) => outcome)).toEqual(['updated', 'unchanged']);
    expect(again.map(({ id }) => id)).toEqual(created.map(({ id }) => id));
    const [other] = await upsert([
      createEvent('2036-04-01', '09:00', { committees: [{ id: 480001, name: 'Rules' }] }),
    ]);
    expect(other?.outcome).toBe('created');
  });

  it('do not overwrite what the tenant changed by hand until the source changes', async () => {
    const event = createEvent('2036-05-01', '10:00', { sourceId: 'by-hand' });
    const [created] = await upsert([event]);
    const id = created?.id ?? '';
    await service.post('/api/1.0/bill/event/save', { id, location: 'Room E1.030' });
    expect((await upsert([event])).map(({ outcome }) => outcome)).toEqual(['unchanged']);
    expect(await eventById(service.store, id)).toMatchObject({ location: 'Room E1.030' });
    await upsert([{ ...event, location: 'Room E2.012' }]);
    expect(await eventById(service.store, id)).toMatchObject({ location: 'Room E2.012', sequence: 2 });
  });

  it('are completed once they are over, and keep what the tenant changed by hand', async () => {
    const plain = createEvent('2036-05-02', '10:00', { sourceId: 'over' });
    const cancelled = createEvent('2036-05-02', '10:00', { sourceId: 'called-off' });
    const [held, calledOff] = (await upsert([plain, cancelled])).map(({ id }) => id);
    await service.post('/api/1.0/bill/event/save', { id: held, location: 'Room E1.030' });
    await service.post('/api/1.0/bill/event/save', { id: calledOff, status: 'CANCELLED' });
    const over: CalendarEventContent[] = [
      { ...plain, status: 'COMPLETED' },
      { ...cancelled, status: 'COMPLETED' },
    ];
    expect((await upsert(over)).map(({ outcome }) => outcome)).toEqual(['updated', 'unchanged']);
    expect((await upsert(over)).map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged']);
    expect(await eventById(service.store, held ?? '')).toMatchObject({
      status: 'COMPLETED',
      location: 'Room E1.030',
    });
    expect(await eventById(service.store, calledOff ?? '')).toMatchObject({ status: 'CANCELLED' });
  });

  it('may have an agenda that does not fit in one transaction, and its removal is complete too', async () => {
    const numbers = Array.from({ length: 120 }, (_, index) => `HB ${4000 + index}`);
    const billIds = await service.importBills(...numbers.map((number) => buildBill(number)));
    const event = createEvent('2036-06-01', '10:00', { sourceId: 'calendar', billIds });
    const [created] = await upsert([event]);
    expect((await eventsByBill(service.store, billIds[119] ?? '')).map(({ id }) => id)).toEqual([
      created?.id,
    ]);
    await upsert([{ ...event, billIds: [] }]);
    expect(await eventsByBill(service.store, billIds[119] ?? '')).toEqual([]);
  });

  it('are refused one by one when their days are invalid', async () => {
    const event = createEvent('2036-07-02', '10:00', { sourceId: 'turned', endDate: '2036-07-01' });
    const long = createEvent('2036-07-02', '10:00', { sourceId: 'long', endDate: '2038-07-01' });
    const sound = createEvent('2036-07-02', '10:00', { sourceId: 'sound' });
    const outcomes = await upsert([event, long, sound]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['refused', 'refused', 'created']);
    expect(outcomes[0]?.reason).toContain('endDate (2036-07-01) must not be before startDate (2036-07-02)');
  });
});
