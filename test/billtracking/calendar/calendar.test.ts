// The calendar over HTTP: which events are listed by day and by filter, and how they are presented
// (docs/interface/billtracking.md#calendar-filter, #calendar-events).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { committeesByState } from '../../../shared/legislature/committee-numbers.ts';
import { type BillsPlatform, buildBill, startBillsPlatform } from '../bills/bills-platform.ts';

let service: BillsPlatform;
const base = '/api/1.0/bill/event';

beforeAll(async () => {
  service = await startBillsPlatform();
});
afterAll(() => service.platform.stop());

/** Saves an event and returns its id. */
async function saveEvent(event: object): Promise<string> {
  const { status, body, text } = await service.post(`${base}/save`, {
    title: 'Hearing',
    eventType: 'HEARING',
    stateId: 53,
    ...event,
  });
  expect(status, text).toBe(200);
  return body.data.id;
}

interface ListedEvent {
  readonly id: string;
  readonly title: string;
}

async function findEvents(filter: object, options: object = {}): Promise<ListedEvent[]> {
  const [list, count] = await Promise.all([
    service.post(`${base}/calendar`, filter, options),
    service.post(`${base}/calendar/count`, filter, options),
  ]);
  expect(list.status, list.text).toBe(200);
  expect(count.body).toEqual({
    data: list.body.pagingModel.totalRecords,
    success: true,
    message: expect.any(String),
  });
  return list.body.collection;
}

const findTitles = async (filter: object): Promise<string[]> =>
  (await findEvents(filter)).map(({ title }) => title);

describe('days (inclusive, in the state’s own time zone)', () => {
  it('are those of the state: an evening in Olympia belongs to that day, even if UTC has the next day', async () => {
    await saveEvent({ title: 'Late', startDate: '2031-02-03', startTime: '23:30' });
    await saveEvent({ title: 'Next morning', startDate: '2031-02-04', startTime: '00:05' });
    const stateIds = [53];
    expect(await findTitles({ stateIds, startDate: '2031-02-03', endDate: '2031-02-03' })).toEqual(['Late']);
    expect(await findTitles({ stateIds, startDate: '02-04-2031', endDate: '02-04-2031' })).toEqual([
      'Next morning',
    ]);
    expect(await findTitles({ stateIds, startDate: '2031-02-03', endDate: '2031-02-04' })).toEqual([
      'Late',
      'Next morning',
    ]);
  });

  it('differ between states: one instant has two dates in two states', async () => {
    // 22:30 in Olympia is 01:30 of the next day in Annapolis.
    await saveEvent({ title: 'In Olympia', startDate: '2031-02-10', startTime: '22:30' });
    await saveEvent({ title: 'In Annapolis', stateId: 24, startDate: '2031-02-11', startTime: '01:30' });
    expect(await findTitles({ startDate: '2031-02-10', endDate: '2031-02-10' })).toEqual(['In Olympia']);
    expect(await findTitles({ startDate: '2031-02-11', endDate: '2031-02-11' })).toEqual(['In Annapolis']);
  });

  it('are correct on the days of a daylight saving change', async () => {
    // Clocks go forward on 2031-03-09 and back on 2031-11-02 in Olympia.
    for (const day of ['2031-03-09', '2031-11-02']) {
      await saveEvent({ title: `First of ${day}`, startDate: day, startTime: '00:00', endTime: '00:30' });
      await saveEvent({ title: `Last of ${day}`, startDate: day, startTime: '23:59' });
      const filter = { stateIds: [53], startDate: day, endDate: day };
      expect(await findTitles(filter)).toEqual([`First of ${day}`, `Last of ${day}`]);
    }
  });

  it('all list an event that lasts several days, and a range of days has it once', async () => {
    const id = await saveEvent({ title: 'Assembly', startDate: '2031-04-29', endDate: '2031-05-02' });
    for (const day of ['2031-04-29', '2031-04-30', '2031-05-01', '2031-05-02'])
      expect(await findTitles({ stateIds: [53], startDate: day, endDate: day }), day).toEqual(['Assembly']);
    for (const day of ['2031-04-28', '2031-05-03'])
      expect(await findTitles({ stateIds: [53], startDate: day, endDate: day }), day).toEqual([]);
    expect(await findTitles({ startDate: '2031-04-01', endDate: '2031-05-31' })).toEqual(['Assembly']);
    await service.post(`${base}/save`, { id, startDate: '2031-06-29' });
    expect(await findTitles({ startDate: '2031-04-01', endDate: '2031-05-31' })).toEqual([]);
    expect(await findTitles({ startDate: '2031-07-02', endDate: '2031-07-02' })).toEqual(['Assembly']);
  });

  it('may have no start, no end or neither', async () => {
    await saveEvent({ title: 'Long ago', stateId: 41, startDate: '1999-02-01' });
    await saveEvent({ title: 'Far ahead', stateId: 41, startDate: '2099-02-01' });
    expect(await findTitles({ stateIds: [41] })).toEqual(['Long ago', 'Far ahead']);
    expect(await findTitles({ stateIds: [41], startDate: '2000-01-01', endDate: '' })).toEqual(['Far ahead']);
    expect(await findTitles({ stateIds: [41], endDate: '2000-01-01' })).toEqual(['Long ago']);
    expect((await findEvents({})).length).toBeGreaterThan(2);
  });

  it('with an end before the start are refused', async () => {
    for (const path of ['calendar', 'calendar/count']) {
      const { status, body } = await service.post(`${base}/${path}`, {
        startDate: '2031-02-03',
        endDate: '2031-02-02',
      });
      expect(status).toBe(400);
      expect(body.message).toBe('endDate must not be before startDate.');
    }
  });
});

describe('filters', () => {
  const days = { startDate: '2032-01-01', endDate: '2032-01-31' };
  let committeeIds: number[];
  let bills: string[];

  beforeAll(async () => {
    committeeIds = (await committeesByState(service.store, 53)).map(({ number }) => number);
    const washington = { stateId: 53, sessionId: 5301, session: '2025-2026' };
    bills = await service.importBills(
      buildBill('HB 9101', washington),
      buildBill('HB 9102', washington),
      buildBill('HB 9103', washington),
      buildBill('HB 9104', washington),
    );
    const [billOne, billTwo, billThree, billFour] = bills;
    const personId = service.platform.demo.values.personId;
    await service.track(billOne ?? '', {
      trackingStatus: 'PRIORITY',
      position: 'SUPPORT',
      assignedPersonIds: [personId],
    });
    await service.track(billTwo ?? '', { trackingStatus: 'WATCHING' });
    await service.track(billFour ?? '', { trackingStatus: 'ARCHIVED' });
    const [first, second] = committeeIds;
    await saveEvent({
      title: 'A',
      startDate: '2032-01-05',
      committeeIds: [first],
      billIds: [billOne, billThree],
      sessionId: 5301,
    });
    await saveEvent({
      title: 'B',
      startDate: '2032-01-06',
      committeeIds: [first, second],
      billIds: [billTwo],
      eventType: 'vote',
    });
    await saveEvent({
      title: 'C',
      startDate: '2032-01-07',
      billIds: [billThree],
      location: 'Cherberg Building',
    });
    await saveEvent({ title: 'D', startDate: '2032-01-08', billIds: [billFour], eventType: 'FLOOR_SESSION' });
    await saveEvent({
      title: 'E',
      startDate: '2032-01-09',
      stateId: 24,
      status: 'CANCELLED',
      description: 'Budget matters',
    });
  });

  it.each<[string, () => object, string[]]>([
    ['states', () => ({ stateIds: ['24'] }), ['E']],
    ['several states', () => ({ stateIds: [24, 53] }), ['A', 'B', 'C', 'D', 'E']],
    ['no states at all', () => ({ stateIds: [], eventTypes: '', statuses: [] }), ['A', 'B', 'C', 'D', 'E']],
    ['sessions', () => ({ sessionIds: [5301] }), ['A']],
    ['a committee', () => ({ committeeIds: [committeeIds[1]] }), ['B']],
    ['any of several committees', () => ({ committeeIds: committeeIds.slice(0, 2) }), ['A', 'B']],
    ['types, in any case', () => ({ eventTypes: ['vote', 'FLOOR_SESSION'] }), ['B', 'D']],
    ['one type that is no list', () => ({ eventTypes: 'floor_session' }), ['D']],
    ['a status: cancelled ones stay', () => ({ statuses: ['CANCELLED'] }), ['E']],
    ['bills', () => ({ billIds: [Number(bills[2])] }), ['A', 'C']],
    ['followed bills, archived ones not among them', () => ({ trackedOnly: true }), ['A', 'B']],
    ['followed ones of some bills', () => ({ trackedOnly: 'true', billIds: bills.slice(1) }), ['B']],
    ['words of the place', () => ({ text: 'cherberg' }), ['C']],
    ['words of the description', () => ({ text: 'BUDG', searchFields: ['summary'] }), ['E']],
    ['words in another field than searched', () => ({ text: 'budget', searchFields: ['title'] }), []],
    [
      'all at once',
      () => ({ stateIds: [53], committeeIds: [committeeIds[0]], trackedOnly: true, eventTypes: ['VOTE'] }),
      ['B'],
    ],
  ])('by %s', async (_, filter, expected) => {
    expect(await findTitles({ ...days, ...filter() })).toEqual(expected);
  });

  it('"mine" selects events of tracked bills that are assigned to the caller’s person', async () => {
    const { personId } = service.platform.demo.values;
    const permissions = ['billtracking.events.read'] as const;
    const token = await service.platform.tokenFor({ tenant: 'demo', permissions, personId });
    const ownEvents = await findEvents({ ...days, mine: true }, { token });
    expect(ownEvents.map(({ title }) => title)).toEqual(['A']);
    const withoutPerson = await service.post(`${base}/calendar`, { ...days, mine: true });
    expect(withoutPerson.status).toBe(400);
    expect(withoutPerson.body.message).toContain('send the token of a user with a person');
    expect(withoutPerson.body.message).toContain('with a personId');
  });

  it('can be combined with an order and pages', async () => {
    expect(await findTitles({ ...days, isAscending: false })).toEqual(['E', 'D', 'C', 'B', 'A']);
    expect(await findTitles({ ...days, isAsscending: false, pageSize: 2, pageNumber: 2 })).toEqual([
      'C',
      'B',
    ]);
    expect(await findTitles({ ...days, stateIds: [53], pageSize: '3', pageNumber: '2' })).toEqual(['D']);
    expect(await findTitles({ ...days, pageSize: 3, pageNumber: 9 })).toEqual([]);
    expect(await findTitles({ ...days, sortBy: 'eventType' })).toEqual(['D', 'A', 'C', 'E', 'B']);
    expect(await findTitles({ ...days, sortBy: 'State', isAscending: true })).toEqual([
      'E',
      'A',
      'B',
      'C',
      'D',
    ]);
  });

  it('present bills with the current tracking of the tenant', async () => {
    const [event] = await findEvents({ ...days, sessionIds: [5301] });
    expect(event).toMatchObject({
      title: 'A',
      eventType: 'HEARING',
      status: 'SCHEDULED',
      state: { id: 53, abbreviation: 'WA', name: 'Washington' },
      committees: [{ id: committeeIds[0], name: expect.any(String) }],
      timeZone: 'America/Los_Angeles',
      isAllDay: true,
      startDate: '2032-01-05',
      sequence: 0,
      bills: [
        { id: Number(bills[0]), billNumber: 'HB 9101', trackingStatus: 'PRIORITY', position: 'SUPPORT' },
        {
          id: Number(bills[2]),
          billNumber: 'HB 9103',
          trackingStatus: 'NOT_TRACKED',
          position: 'NO_POSITION',
        },
      ],
    });
    await service.track(bills[2] ?? '', { position: 'OPPOSE' });
    const again = await service.get(`${base}/${event?.id}`);
    expect(again.body.data.bills[1]).toMatchObject({ position: 'OPPOSE' });
  });
});

it('the calendar has only the events of its tenant', async () => {
  const id = await saveEvent({ title: 'Ours', startDate: '2033-01-05' });
  const year = { startDate: '2033-01-01', endDate: '2033-12-31' };
  expect(await findTitles(year)).toEqual(['Ours']);
  const harbor = await service.platform.call('POST', 'billtracking', `${base}/calendar`, {
    tenant: 'harbor',
    body: year,
  });
  expect(harbor.body.collection).toEqual([]);
  const elsewhere = await service.platform.call('GET', 'billtracking', `${base}/${id}`, { tenant: 'harbor' });
  expect(elsewhere.status).toBe(404);
});
