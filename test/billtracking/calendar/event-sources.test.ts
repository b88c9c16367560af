// The same hearing from two sources is one event with the word of both, and its notices say who changed what, and how long before.
//
// Open States' events are in the shape of github.com/openstates/api-v3 (schemas.py: Event), with new ids for what has moved
// (github.com/openstates/openstates-core, importers/events.py: get_object finds an event by its name and times, postimport deletes the others).
// LegiScan's hearings are those of its API user manual (getBill: calendar with type_id, date, time, location and description).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SourceName } from '../../../functions/billtracking/source-name.ts';
import { importBills } from '../../../functions/billtracking/sources/import-bills.ts';
import {
  cancelDeletedEvents,
  findDeletedEvents,
} from '../../../functions/billtracking/sources/import-deleted-events.ts';
import { importEvents } from '../../../functions/billtracking/sources/import-events.ts';
import { importLegiscanBills } from '../../../functions/billtracking/sources/import-legiscan-bills.ts';
import { parseLegiscanBill } from '../../../functions/billtracking/sources/read/legiscan-bills.ts';
import { parseOpenStatesBills } from '../../../functions/billtracking/sources/read/openstates-bills.ts';
import { parseOpenStatesEvents } from '../../../functions/billtracking/sources/read/openstates-events.ts';
import type { SourceRun } from '../../../functions/billtracking/sources/source-run.ts';
import { type BillsPlatform, startBillsPlatform } from '../bills/bills-platform.ts';
import { buildOpenStatesBill, buildOpenStatesEvent } from '../feeds/open-states-provider.ts';

let service: BillsPlatform;
beforeAll(async () => {
  service = await startBillsPlatform();
});
afterAll(() => service.platform.stop());

interface TestRun extends SourceRun {
  readonly outcomes: string[];
  readonly remarks: string[];
}

/** A run of a source at a moment. */
function buildRun(source: SourceName, now: string): TestRun {
  const [outcomes, remarks]: [string[], string[]] = [[], []];
  return {
    tenant: service.store,
    ...{ source, now: new Date(now), dryRun: false, outcomes, remarks },
    report: {
      count: (_, outcome) => outcomes.push(outcome),
      refuse: (_, row, problems) => outcomes.push(`refused ${row}: ${JSON.stringify(problems)}`),
      leaveOut: () => undefined,
    },
    progress: { begin: () => undefined, add: () => undefined, end: () => undefined },
    remark: (sentences) => void remarks.push(...sentences),
  };
}

type Json = Record<string, unknown>;

/** A hearing of Open States about some bills. */
const buildHearing = (id: string, start: string, bills: readonly string[], more: Json = {}): Json =>
  buildOpenStatesEvent(id, start, {
    agenda: bills.map((name, order) => ({
      ...{ description: name, classification: [], order, subjects: [], notes: [], extras: {} },
      related_entities: [{ note: '', name, entity_type: 'bill' }],
    })),
    ...more,
  });

/** What a feed of Open States does with events, and with those that it lists as deleted. */
async function readOpenStates(
  now: string,
  { live, deleted = [], source = 'OPEN_STATES_API' }: { live: Json[]; deleted?: Json[]; source?: SourceName },
): Promise<TestRun> {
  const run = buildRun(source, now);
  const gone = await findDeletedEvents(run, parseOpenStatesEvents(deleted, 'deleted '));
  const held = new Set(gone.map(({ eventId }) => eventId));
  await importEvents(run, parseOpenStatesEvents(live, ''), { kind: 'open' }, held);
  await cancelDeletedEvents(run, gone);
  return run;
}

/** A bill of LegiScan with its calendar. */
const buildLegiscanBill = (bill_id: number, bill_number: string, calendar: Json[]): Json => ({
  ...{ bill_id, bill_number, state: 'VT', state_id: 45, change_hash: `hash ${calendar.length}` },
  session: {
    session_id: 2100,
    state_id: 45,
    year_start: 2027,
    year_end: 2028,
    prefile: 0,
    sine_die: 0,
    prior: 0,
    special: 0,
    session_tag: 'Regular Session',
    session_title: '2027-2028 Regular Session',
    session_name: '2027-2028 Regular Session',
  },
  ...{
    url: '',
    state_link: '',
    completed: 0,
    status: 1,
    status_date: '2027-01-05',
    progress: [{ date: '2027-01-05', event: 1 }],
  },
  ...{ bill_type: 'B', bill_type_id: '1', body: 'H', body_id: 100, current_body: 'H', current_body_id: 100 },
  ...{ title: `An act relating to ${bill_number}`, description: '', pending_committee_id: 0, committee: [] },
  ...{
    referrals: [],
    history: [
      { date: '2027-01-05', action: 'Read first time', chamber: 'H', chamber_id: 100, importance: 1 },
    ],
  },
  ...{ sponsors: [], sasts: [], subjects: [], texts: [], votes: [], amendments: [], supplements: [] },
  calendar,
});
const buildCalendarEntry = (date: string, time: string, description: string, location = 'Room 10'): Json => ({
  ...{ type_id: 1, type: 'Hearing', date, time, location, description },
});

async function readLegiscan(
  now: string,
  bills: readonly Json[],
  source: SourceName = 'LEGISCAN_API',
): Promise<TestRun> {
  const run = buildRun(source, now);
  await importLegiscanBills(
    run,
    bills.map((bill) => ({
      row: parseLegiscanBill(`bill ${String(bill.bill_id)}`, bill as never, {
        people: new Map(),
        rollCalls: new Map(),
      }),
      bill: bill as never,
    })),
  );
  return run;
}

interface EventView {
  readonly id: string;
  readonly title: string;
  readonly startDate: string;
  readonly status: string;
  readonly isDisputed?: boolean;
}

const listDays = async (from: string, to: string): Promise<EventView[]> => {
  const { body } = await service.post('/api/1.0/bill/event/calendar', {
    ...{ stateIds: [50], startDate: from, endDate: to, pageSize: 100 },
  });
  return body.collection;
};
/** The only event of some days, with its history. */
async function readOnly(from: string, to = from) {
  const events = await listDays(from, to);
  expect(events).toHaveLength(1);
  const { body, text } = await service.get(`/api/1.0/bill/event/${events[0]?.id}`);
  expect(body.success, text).toBe(true);
  return body.data;
}
const kinds = ({ notices }: { notices: { what: string; source?: string; by?: string }[] }) =>
  notices.map(({ what, source, by }) => `${what} by ${source ?? by}`);

async function addBills(...numbers: readonly string[]): Promise<void> {
  const run = buildRun('OPEN_STATES_API', '2027-01-05T12:00:00Z');
  await importBills(
    run,
    parseOpenStatesBills(numbers.map((one) => buildOpenStatesBill(one, '2027-01-05T00:00:00+00:00'))),
  );
  expect(run.outcomes.some((one) => one.startsWith('refused'))).toBe(false);
}

describe('a hearing of two sources', () => {
  it('is one event, and each source that repeats what it said is unchanged', async () => {
    await addBills('H 1');
    const hearing = buildHearing('one', '2027-03-01T10:00:00-05:00', ['H 1'], { location: { name: '' } });
    expect((await readOpenStates('2027-02-01T12:00:00Z', { live: [hearing] })).outcomes).toEqual(['created']);
    const bill = buildLegiscanBill(1, 'H1', [
      buildCalendarEntry('2027-03-01', '10:05', 'House Roads hearing'),
    ]);
    const joined = await readLegiscan('2027-02-02T12:00:00Z', [bill]);
    expect(joined.outcomes.at(-1)).toBe('updated');
    const event = await readOnly('2027-03-01');
    expect(event).toMatchObject({
      title: 'Hearing one',
      // The time of the first source, and the place that only the second one knows.
      ...{ startTime: '10:00', location: 'Room 10' },
      sources: [
        {
          source: 'OPEN_STATES_API',
          sourceId: 'openstates:ocd-event/one',
          firstSeen: '2027-02-01',
          lastSeen: '2027-02-01',
        },
        { source: 'LEGISCAN_API', firstSeen: '2027-02-02', lastSeen: '2027-02-02', startTime: '10:05' },
      ],
    });
    expect((await readOpenStates('2027-02-03T12:00:00Z', { live: [hearing] })).outcomes).toEqual([
      'unchanged',
    ]);
    expect((await readLegiscan('2027-02-03T12:00:00Z', [bill])).outcomes.at(-1)).toBe('unchanged');
    expect(await readOnly('2027-03-01')).toMatchObject({
      sources: [{ lastSeen: '2027-02-03' }, { lastSeen: '2027-02-03' }],
      modifiedDate: event.modifiedDate,
    });
  });

  it('is moved by the one that brings it first, and not back by the one that is late', async () => {
    await addBills('H 2');
    const at = (day: string) => buildHearing('two', `${day}T10:00:00-05:00`, ['H 2']);
    const bill = (day: string) =>
      buildLegiscanBill(2, 'H2', [buildCalendarEntry(day, '10:00', 'House Rivers hearing')]);
    await readLegiscan('2027-02-01T12:00:00Z', [bill('2027-03-03')]);
    await readOpenStates('2027-02-01T13:00:00Z', { live: [at('2027-03-03')] });
    await readOpenStates('2027-02-02T15:00:00Z', { live: [at('2027-03-04')] });
    expect((await readLegiscan('2027-02-03T12:00:00Z', [bill('2027-03-03')])).outcomes.at(-1)).toBe(
      'unchanged',
    );
    expect(await readOnly('2027-03-02', '2027-03-05')).toMatchObject({
      startDate: '2027-03-04',
      isDisputed: true,
    });
    // The late source says it too: nothing changes for those who attend.
    await readLegiscan('2027-02-04T12:00:00Z', [bill('2027-03-04')]);
    const event = await readOnly('2027-03-02', '2027-03-05');
    expect(event.isDisputed).toBeUndefined();
    expect(kinds(event)).toEqual(['ANNOUNCED by LEGISCAN_API', 'MOVED by OPEN_STATES_API']);
    // 2 February 15:00 UTC to 4 March 15:00 UTC are 30 days, and to the former start a day less.
    expect(event.notices[1]).toMatchObject({
      ...{ noticeHours: 720, hoursBeforeFormerStart: 696 },
      from: { startDate: '2027-03-03', startTime: '10:00' },
      to: { startDate: '2027-03-04', startTime: '10:00' },
    });
  });

  it('that one cancels while the other lists it is cancelled, and shown as disputed', async () => {
    await addBills('H 3');
    const bill = buildLegiscanBill(3, 'H3', [
      buildCalendarEntry('2027-03-08', '10:00', 'House Fish hearing'),
    ]);
    const hearing = buildHearing('three', '2027-03-08T10:00:00-05:00', ['H 3']);
    await readLegiscan('2027-02-01T12:00:00Z', [bill]);
    await readOpenStates('2027-02-01T13:00:00Z', { live: [hearing] });
    await readOpenStates('2027-02-02T13:00:00Z', { live: [{ ...hearing, status: 'cancelled' }] });
    expect((await readLegiscan('2027-02-03T12:00:00Z', [bill])).outcomes.at(-1)).toBe('unchanged');
    expect((await listDays('2027-03-08', '2027-03-08'))[0]).toMatchObject({
      status: 'CANCELLED',
      isDisputed: true,
    });
    expect((await readOnly('2027-03-08')).sources).toMatchObject([
      { source: 'LEGISCAN_API', status: 'SCHEDULED', isListed: true },
      { source: 'OPEN_STATES_API', status: 'CANCELLED', isListed: false, changed: ['status'] },
    ]);
  });

  it('that one no longer has stays as long as the other lists it', async () => {
    await addBills('H 4');
    const bill = (calendar: Json[]) => buildLegiscanBill(4, 'H4', calendar);
    const entry = buildCalendarEntry('2027-03-09', '10:00', 'House Game hearing');
    const hearing = buildHearing('four', '2027-03-09T10:00:00-05:00', ['H 4']);
    await readOpenStates('2027-02-01T12:00:00Z', { live: [hearing] });
    await readLegiscan('2027-02-01T13:00:00Z', [bill([entry])]);
    const run = await readOpenStates('2027-02-02T12:00:00Z', {
      live: [],
      deleted: [{ ...hearing, deleted: true }],
    });
    expect(run.remarks.join()).toContain('it stays, because another source still lists it');
    const event = await readOnly('2027-03-09');
    expect(event).toMatchObject({ status: 'SCHEDULED', isDisputed: true });
    expect(event.notices.at(-1)).toMatchObject({ what: 'NO_LONGER_LISTED', source: 'OPEN_STATES_API' });
    expect((await readLegiscan('2027-02-03T12:00:00Z', [bill([entry])])).outcomes.at(-1)).toBe('unchanged');
    await readLegiscan('2027-02-04T12:00:00Z', [bill([])]);
    const cancelled = await readOnly('2027-03-09');
    expect(cancelled).toMatchObject({ status: 'CANCELLED' });
    expect(cancelled.isDisputed).toBeUndefined();
    await readLegiscan('2027-02-05T12:00:00Z', [bill([entry])]);
    expect(kinds(await readOnly('2027-03-09')).slice(-2)).toEqual([
      'CANCELLED by LEGISCAN_API',
      'BACK by LEGISCAN_API',
    ]);
  });

  it('of a file and a feed of one provider follows the feed, also when the file is imported again', async () => {
    await addBills('H 5');
    const at = (time: string) => buildHearing('five', `2027-03-10T${time}:00-05:00`, ['H 5']);
    await readOpenStates('2027-02-01T12:00:00Z', { live: [at('10:00')], source: 'OPEN_STATES_FILE' });
    await readOpenStates('2027-02-02T12:00:00Z', { live: [at('14:00')] });
    expect(await readOnly('2027-03-10')).toMatchObject({ startTime: '14:00' });
    const again = await readOpenStates('2027-02-03T12:00:00Z', {
      live: [at('10:00')],
      source: 'OPEN_STATES_FILE',
    });
    expect(again.outcomes).toEqual(['unchanged']);
    expect(await readOnly('2027-03-10')).toMatchObject({ startTime: '14:00' });
  });

  it('is another one at another time, of another chamber or without anything in common', async () => {
    await addBills('H 6', 'H 7');
    const bill = (time: string) =>
      buildLegiscanBill(6, 'H6', [buildCalendarEntry('2027-03-11', time, 'House Bees hearing')]);
    await readOpenStates('2027-02-01T12:00:00Z', {
      live: [
        buildHearing('six', '2027-03-11T10:00:00-05:00', ['H 6']),
        buildHearing('seven', '2027-03-12T10:00:00-05:00', ['H 7']),
      ],
    });
    // Fifteen minutes apart it is the same one, sixteen are another.
    await readLegiscan('2027-02-01T13:00:00Z', [bill('10:15')]);
    expect(await listDays('2027-03-11', '2027-03-11')).toHaveLength(1);
    await readLegiscan('2027-02-01T13:00:00Z', [
      buildLegiscanBill(7, 'H7', [buildCalendarEntry('2027-03-12', '10:16', 'House Wasps hearing')]),
    ]);
    expect(await listDays('2027-03-12', '2027-03-12')).toHaveLength(2);
  });
});

describe('an event that Open States deletes and creates under another id', () => {
  it('is moved, also back, and keeps its id in the calendar', async () => {
    await addBills('H 11');
    const former = buildHearing('former', '2027-04-01T10:00:00-04:00', ['H 11'], { name: 'House Roads' });
    const later = buildHearing('later', '2027-04-15T10:00:00-04:00', ['H 11'], { name: 'House Roads' });
    await readOpenStates('2027-03-01T12:00:00Z', { live: [former] });
    const before = await readOnly('2027-04-01', '2027-04-15');
    const moved = await readOpenStates('2027-03-02T12:00:00Z', {
      live: [later],
      deleted: [{ ...former, deleted: true }],
    });
    expect(moved.outcomes).toEqual(['updated']);
    const event = await readOnly('2027-04-01', '2027-04-15');
    expect(event).toMatchObject({ id: before.id, startDate: '2027-04-15', status: 'SCHEDULED', sequence: 1 });
    expect(kinds(event)).toEqual(['ANNOUNCED by OPEN_STATES_API', 'MOVED by OPEN_STATES_API']);
    const again = await readOpenStates('2027-03-03T12:00:00Z', {
      live: [later],
      deleted: [{ ...former, deleted: true }],
    });
    expect(again.outcomes).toEqual(['unchanged']);
    await readOpenStates('2027-03-04T12:00:00Z', { live: [former], deleted: [{ ...later, deleted: true }] });
    expect(await readOnly('2027-04-01', '2027-04-15')).toMatchObject({
      id: before.id,
      startDate: '2027-04-01',
    });
  });

  it('is cancelled, and the new one is another, where that is not certain', async () => {
    const weekly = (id: string, day: string) =>
      buildOpenStatesEvent(id, `${day}T09:00:00-04:00`, { name: 'Senate Rules' });
    await readOpenStates('2027-03-01T12:00:00Z', { live: [weekly('w1', '2027-05-03')] });
    await readOpenStates('2027-03-02T12:00:00Z', {
      live: [weekly('w2', '2027-05-10')],
      deleted: [{ ...weekly('w1', '2027-05-03'), deleted: true }],
    });
    expect(
      (await listDays('2027-05-01', '2027-05-31')).map(({ startDate, status }) => `${startDate} ${status}`),
    ).toEqual(['2027-05-03 CANCELLED', '2027-05-10 SCHEDULED']);
  });

  it('that comes back in the week after is moved too', async () => {
    await addBills('H 12');
    const former = buildHearing('gone', '2027-06-01T10:00:00-04:00', ['H 12'], { name: 'House Trees' });
    await readOpenStates('2027-03-01T12:00:00Z', { live: [former] });
    await readOpenStates('2027-03-02T12:00:00Z', { live: [], deleted: [{ ...former, deleted: true }] });
    expect(await readOnly('2027-06-01', '2027-06-30')).toMatchObject({ status: 'CANCELLED' });
    const later = buildHearing('new', '2027-06-08T10:00:00-04:00', ['H 12'], { name: 'House Trees' });
    await readOpenStates('2027-03-03T12:00:00Z', { live: [later] });
    const event = await readOnly('2027-06-01', '2027-06-30');
    expect(event).toMatchObject({ startDate: '2027-06-08', status: 'SCHEDULED' });
    expect(kinds(event)).toEqual([
      ...['ANNOUNCED', 'CANCELLED', 'BACK', 'MOVED'].map((what) => `${what} by OPEN_STATES_API`),
    ]);
  });
});

describe('the notices of a hearing', () => {
  it('say who changed what, and how many hours before it begins', async () => {
    await addBills('H 21', 'H 22');
    const hearing = (bills: string[], more: Json = {}) =>
      buildHearing('notices', '2027-07-01T10:00:00-04:00', bills, more);
    await readOpenStates('2027-06-01T12:00:00Z', { live: [hearing(['H 21'])] });
    await readOpenStates('2027-06-30T13:59:00Z', { live: [hearing(['H 21', 'H 22'])] });
    await readOpenStates('2027-06-30T14:00:00Z', {
      live: [hearing(['H 21', 'H 22'], { location: { name: 'Room 11' } })],
    });
    await readOpenStates('2027-06-30T14:01:00Z', {
      live: [hearing(['H 21', 'H 22'], { location: { name: 'Room 12' } })],
    });
    const { id, notices } = await readOnly('2027-07-01');
    expect(notices).toMatchObject([
      {
        what: 'ANNOUNCED',
        at: '2027-06-01T12:00:00.000Z',
        to: { startDate: '2027-07-01', startTime: '10:00' },
      },
      { what: 'AGENDA_CHANGED', from: { bills: ['H 21'] }, to: { bills: ['H 21', 'H 22'] }, noticeHours: 24 },
      { what: 'PLACE_CHANGED', from: { location: 'Room 10' }, to: { location: 'Room 11' }, noticeHours: 24 },
      { what: 'PLACE_CHANGED', noticeHours: 23.9 },
    ]);
    const token = await service.platform.tokenFor({
      tenant: 'demo',
      permissions: ['billtracking.events.write'],
    });
    const saved = await service.post('/api/1.0/bill/event/save', { id, status: 'CANCELLED' }, { token });
    expect(saved.body.success, saved.text).toBe(true);
    const last = (await readOnly('2027-07-01')).notices.at(-1);
    expect(last).toMatchObject({
      what: 'CANCELLED',
      from: { status: 'SCHEDULED' },
      to: { status: 'CANCELLED' },
    });
    expect(last.source).toBeUndefined();
    expect(last.by).toEqual(expect.any(String));
  });

  it('are the first and the last ones where there are many', async () => {
    const { body } = await service.post('/api/1.0/bill/event/save', {
      ...{
        title: 'Often moved',
        eventType: 'HEARING',
        stateId: 50,
        startDate: '2027-08-02',
        startTime: '09:00',
      },
    });
    for (let room = 1; room <= 50; room += 1)
      await service.post('/api/1.0/bill/event/save', { id: body.data.id, location: `Room ${room}` });
    const { notices } = await readOnly('2027-08-02');
    expect(notices).toHaveLength(50);
    expect([notices[0].what, notices[1].to.location, notices.at(-1).to.location]).toEqual([
      'ANNOUNCED',
      'Room 2',
      'Room 50',
    ]);
  });
});
