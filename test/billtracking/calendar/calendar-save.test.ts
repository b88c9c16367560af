// Creating, moving, postponing and cancelling calendar events over HTTP
// (docs/interface/billtracking.md#calendar-events: cancelled ones stay).
// Rules: docs/interface/errors.md#area-d-envelope.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventsByBill } from '../../../functions/billtracking/events/record/store.ts';
import { committeesByState } from '../../../shared/legislature/committee-numbers.ts';
import type { CallOptions } from '../../harness/platform.ts';
import { type BillsPlatform, buildBill, startBillsPlatform } from '../bills/bills-platform.ts';

let service: BillsPlatform;
let committee: { readonly number: number; readonly name: string };
let bills: number[];
const base = '/api/1.0/bill/event';
const postEvent = (body: object, options: CallOptions = {}) => service.post(`${base}/save`, body, options);
const hearing = { title: 'Public hearing', eventType: 'HEARING', stateId: 53, startDate: '2034-02-07' };

beforeAll(async () => {
  service = await startBillsPlatform();
  const [first] = await committeesByState(service.store, 53);
  if (!first) throw new Error('a committee');
  committee = first;
  const washington = { stateId: 53, sessionId: 5301, session: '2025-2026' };
  bills = (
    await service.importBills(
      buildBill('HB 9301', washington),
      buildBill('HB 9302', washington),
      buildBill('HB 9303'),
    )
  ).map(Number);
});
afterAll(() => service.platform.stop());

/** Saves an event and returns it as the response presents it. */
async function saveEvent(body: object) {
  const { status, body: reply, text } = await postEvent(body);
  expect(status, text).toBe(200);
  return reply.data;
}

describe('a new event', () => {
  it('is stored as it was sent, in the time zone of its state', async () => {
    const { status, body, headers } = await postEvent({
      ...hearing,
      sessionId: 5301,
      chamber: 'lower',
      committeeIds: [String(committee.number)],
      billIds: [bills[1], bills[0], bills[1]],
      location: 'House Hearing Room A',
      description: 'Remote testimony by video.',
      sourceType: 'Public Hearing',
      sourceUrl: 'https://app.leg.wa.gov/committeeschedules/',
      startTime: '1:30 PM',
      endTime: '15:25',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, message: 'The event was added to the calendar.' });
    expect(body.data).toMatchObject({
      title: 'Public hearing',
      status: 'SCHEDULED',
      state: { id: 53, abbreviation: 'WA' },
      committees: [{ id: committee.number, name: committee.name }],
      isAllDay: false,
      startTime: '13:30',
      endTime: '15:25',
      endDate: '2034-02-07',
      startsAt: '2034-02-07T21:30:00.000Z',
      endsAt: '2034-02-07T23:25:00.000Z',
      timeZone: 'America/Los_Angeles',
      bills: [{ billNumber: 'HB 9302' }, { billNumber: 'HB 9301' }],
      sequence: 0,
    });
    const again = await service.get(`${base}/${body.data.id}`);
    const { notices, sources, ...read } = again.body.data;
    expect(read).toEqual(body.data);
    expect([notices.map(({ what }: { what: string }) => what), sources]).toEqual([['ANNOUNCED'], []]);
    expect(headers.get('etag')).toBe('"1"');
    expect(again.headers.get('etag')).toMatch(/^"1\./);
  });

  it('is refused with all its errors at once', async () => {
    const { body, status } = await postEvent({
      eventType: 'HEARING',
      stateId: 53,
      sessionId: 2402,
      committeeIds: [committee.number, 999999],
      billIds: [bills[2], 777777],
      startDate: '2034-03-12',
      startTime: '02:30',
    });
    expect(status).toBe(400);
    const response = JSON.stringify(body);
    for (const part of [
      'title is required.',
      'sessionId names a session of Maryland, but the event is in Washington.',
      'committeeIds[1] must be the id of a legislative committee, but was 999999.',
      'billIds[0] names a bill of Maryland, but the event is in Washington.',
      'billIds[1] must be the id of a bill, but was 777777.',
      'startTime 02:30 does not exist on 2034-03-12 in America/Los_Angeles: clocks are put forward to 03:00',
    ])
      expect(response).toContain(part);
  });

  it.each([
    ['no state', { stateId: 61 }, 'stateId must be the FIPS code of a state, or 0, but was 61.'],
    ['an end before the start', { startTime: '10:00', endTime: '09:00' }, 'endDate must be 2034-02-08'],
    ['hours of a whole day', { isAllDay: true, startTime: '10:00' }, 'must be omitted when isAllDay is true'],
    [
      'a completed event that has not begun',
      { status: 'COMPLETED' },
      'must not be COMPLETED before the event begins',
    ],
    [
      'too many bills',
      { billIds: Array.from({ length: 41 }, (_, index) => index + 1) },
      'billIds must have at most 40',
    ],
    ['an unknown type', { eventType: 'PARTY' }, 'eventType must be one of HEARING, VOTE'],
  ])('is refused with %s', async (_, wrong, message) => {
    const { status, body } = await postEvent({ ...hearing, ...wrong });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(message);
  });

  it('under an unknown id returns 404', async () => {
    const { status, body } = await postEvent({ ...hearing, id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301' });
    expect([status, body.error]).toEqual([404, 'RESOURCE_NOT_FOUND']);
  });

  it('may belong to the Congress, whose state id is 0', async () => {
    const event = await saveEvent({ ...hearing, stateId: 0, startTime: '10:00' });
    expect(event).toMatchObject({
      state: { id: 0, abbreviation: 'US' },
      startsAt: '2034-02-07T15:00:00.000Z',
    });
    const filter = { stateIds: [0], startDate: '2034-02-07', endDate: '2034-02-07' };
    const { body } = await service.post(`${base}/calendar/count`, filter);
    expect(body.data).toBe(1);
  });

  it('may be in the past', async () => {
    expect(await saveEvent({ ...hearing, startDate: '2021-02-02', status: 'completed' })).toMatchObject({
      status: 'COMPLETED',
    });
  });
});

describe('a change', () => {
  it('moves a postponed event: same id and length, higher sequence (RFC 5545 3.8.7.4)', async () => {
    const { id } = await saveEvent({ ...hearing, startTime: '13:30', endTime: '15:25', billIds: [bills[0]] });
    const postponed = await saveEvent({ id, startDate: '2034-03-14', status: 'POSTPONED' });
    expect(postponed).toMatchObject({
      id,
      status: 'POSTPONED',
      sequence: 1,
      startDate: '2034-03-14',
      startTime: '13:30',
      endTime: '15:25',
      startsAt: '2034-03-14T20:30:00.000Z',
      title: 'Public hearing',
      bills: [{ id: bills[0] }],
    });
    const on = async (day: string) => {
      const reply = await service.post(`${base}/calendar`, { stateIds: [53], startDate: day, endDate: day });
      return reply.body.collection.map((event: { id: string }) => event.id);
    };
    expect(await on('2034-03-14')).toContain(id);
    expect(await on('2034-02-07')).not.toContain(id);
  });

  it('cancels an event, which stays in the calendar and can be scheduled again', async () => {
    const { id } = await saveEvent({ ...hearing, startDate: '2034-04-04' });
    expect(await saveEvent({ id, status: 'CANCELLED' })).toMatchObject({ status: 'CANCELLED', sequence: 1 });
    const filter = { startDate: '2034-04-04', endDate: '2034-04-04' };
    const listed = await service.post(`${base}/calendar`, filter);
    expect(listed.body.collection).toMatchObject([{ id, status: 'CANCELLED' }]);
    expect(await saveEvent({ id, status: 'SCHEDULED' })).toMatchObject({ status: 'SCHEDULED', sequence: 2 });
    const deleted = await service.platform.call('DELETE', 'billtracking', `${base}/${id}`, {
      tenant: 'demo',
    });
    expect(deleted.status).toBe(405);
  });

  it('of fields that no calendar shows does not increase the sequence', async () => {
    const { id } = await saveEvent({
      ...hearing,
      startDate: '2034-05-02',
      location: 'Room A',
      committeeIds: [committee.number],
    });
    expect(await saveEvent({ id, sessionId: 5301, sourceType: 'Work Session' })).toMatchObject({
      sequence: 0,
    });
    expect(await saveEvent({ id, title: hearing.title })).toMatchObject({ sequence: 0 });
    expect(await saveEvent({ id, location: null, committeeIds: [] })).toMatchObject({
      sequence: 1,
      committees: [],
    });
    expect(await saveEvent({ id, billIds: [bills[0]] })).toMatchObject({ sequence: 2 });
  });

  it('never moves an event to another state', async () => {
    const { id } = await saveEvent({ ...hearing, startDate: '2034-05-09' });
    const { status, body } = await postEvent({ id, stateId: 24 });
    expect(status).toBe(400);
    expect(body.message).toContain('stateId must stay 53');
  });

  it('updates the list of events of each bill', async () => {
    const { id } = await saveEvent({ ...hearing, startDate: '2034-06-06', billIds: [bills[0], bills[1]] });
    const of = async (bill: number | undefined) =>
      (await eventsByBill(service.store, bill ?? 0)).map((event) => event.id);
    expect(await of(bills[1])).toContain(id);
    await saveEvent({ id, billIds: [bills[0]] });
    expect(await of(bills[1])).not.toContain(id);
    expect(await of(bills[0])).toContain(id);
  });

  it('is refused with an old If-Match; without If-Match concurrent changes of different fields are all stored', async () => {
    const { id } = await saveEvent({ ...hearing, startDate: '2034-07-04' });
    const stale = { headers: { 'If-Match': '"1"' } };
    expect((await postEvent({ id, title: 'First' }, stale)).status).toBe(200);
    expect((await postEvent({ id, title: 'Second' }, stale)).status).toBe(412);
    const fields = [
      { location: 'Room A' },
      { description: 'Words' },
      { chamber: 'lower' },
      { title: 'Last' },
    ];
    const replies = await Promise.all(fields.map((field) => postEvent({ id, ...field })));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { body } = await service.get(`${base}/${id}`);
    expect(body.data).toMatchObject({ ...Object.assign({}, ...fields), sequence: 5 });
  });
});

it('the count of a calendar is exact after many concurrent saves', async () => {
  const month = { stateIds: [41], startDate: '2035-01-01', endDate: '2035-01-31' };
  const replies = await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      postEvent({
        ...hearing,
        stateId: 41,
        title: `At once ${index}`,
        startDate: `2035-01-${String((index % 12) + 1).padStart(2, '0')}`,
      }),
    ),
  );
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  const count = await service.post(`${base}/calendar/count`, month);
  const list = await service.post(`${base}/calendar`, month);
  expect([count.body.data, list.body.collection.length]).toEqual([24, 24]);
});
