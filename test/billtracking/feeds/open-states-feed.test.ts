// Feeds of the API of Open States, which is served on this machine by its source (docs/interface/billtracking.md#data-feeds).
import { describe, expect, it } from 'vitest';
import {
  call,
  counts,
  createFeed,
  platform,
  providers,
  readJobClock,
  runJob,
  runOnce,
  useFeeds,
} from './feed-runs.ts';
import { buildOpenStatesBill, buildOpenStatesEvent } from './open-states-provider.ts';

useFeeds();

const listEvents = async () => {
  const { body } = await platform.call('POST', 'billtracking', '/api/1.0/bill/event/calendar', {
    tenant: 'demo',
    body: { stateIds: [50], startDate: '2020-01-01', endDate: '2999-12-31', pageSize: 100 },
  });
  return body.collection as readonly { title: string; status: string; bills: { billNumber: string }[] }[];
};
const statusesOf = async (...titles: string[]) =>
  (await listEvents())
    .filter(({ title }) => titles.includes(title))
    .map(({ title, status }) => `${title}: ${status}`)
    .toSorted();
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const moment = (minute: number) => `2027-02-01T10:${String(minute).padStart(2, '0')}:00.000001+00:00`;

describe('a feed of Open States', () => {
  it('imports what is new, then what was updated since, page by page', async () => {
    providers.openStates.bills = Array.from({ length: 23 }, (_, index) =>
      // The bills around the end of a page were updated at one moment.
      buildOpenStatesBill(`H ${index + 1}`, moment(index > 17 && index < 22 ? 18 : index)),
    );
    providers.openStates.events = [buildOpenStatesEvent('roads', '2999-03-01T10:00:00-05:00')];
    const id = await createFeed({ provider: 'OPEN_STATES_API', stateIds: [50] });
    const first = await runOnce(id);
    expect(first).toMatchObject({ status: 'DONE', trigger: 'REQUEST', reason: null });
    expect(first.bills).toEqual(counts(23, 0, 0));
    expect(first.events).toEqual(counts(1, 0, 0));
    expect(new Set(providers.seen.map(({ key }) => key))).toEqual(new Set(['a-secret-key']));
    // bills.py: BillInclude.
    expect(providers.seen.find(({ path }) => path.endsWith('/bills'))?.query.getAll('include')).toEqual(
      expect.arrayContaining(['documents', 'versions', 'related_bills', 'votes', 'actions']),
    );

    providers.openStates.bills[3] = buildOpenStatesBill('H 4', moment(40), { title: 'Another title' });
    providers.openStates.events[0] = { ...providers.openStates.events[0], deleted: true };
    providers.seen.length = 0;
    const second = await runOnce(id);
    // The last bill of the first run has the moment from which the second one begins.
    expect(second.bills).toEqual(counts(0, 1, 1));
    expect(second.events).toEqual(counts(0, 1, 0));
    expect(providers.seen.find(({ path }) => path.endsWith('/bills'))?.query.get('updated_since')).toBe(
      moment(22),
    );
    const third = await runOnce(id);
    expect(third.bills).toEqual(counts(0, 0, 1));
  });

  // events.py: `deleted` is compared for equality. openstates-core, importers/events.py: what a legislature lists no longer is deleted.
  it('asks for live and for deleted events, and cancels only those that the tenant has and that have not begun', async () => {
    const at = `T18:00:00+00:00`;
    const events = [
      buildOpenStatesEvent('held', `${dayFromNow(-2)}${at}`),
      buildOpenStatesEvent('tomorrow', `${dayFromNow(2)}${at}`),
      buildOpenStatesEvent('kept', `${dayFromNow(3)}${at}`),
    ];
    providers.openStates.events = [
      ...events,
      buildOpenStatesEvent('never seen', `${dayFromNow(4)}${at}`, { deleted: true }),
    ];
    const id = await createFeed({ provider: 'OPEN_STATES_API', stateIds: [50] });
    expect((await runOnce(id)).events).toEqual(counts(3, 0, 0));
    const titles = ['Hearing held', 'Hearing tomorrow', 'Hearing kept', 'Hearing never seen'];
    expect(await statusesOf(...titles)).toEqual([
      ...['Hearing held: COMPLETED', 'Hearing kept: SCHEDULED', 'Hearing tomorrow: SCHEDULED'],
    ]);
    providers.openStates.events = events.map((event) =>
      event.id === 'ocd-event/kept' ? event : { ...event, deleted: true },
    );
    expect((await runOnce(id)).events).toEqual(counts(0, 1, 1));
    expect(await statusesOf(...titles)).toEqual([
      ...['Hearing held: COMPLETED', 'Hearing kept: SCHEDULED', 'Hearing tomorrow: CANCELLED'],
    ]);
    providers.openStates.events = events;
    expect((await runOnce(id)).events).toEqual(counts(0, 1, 2));
  });

  // api-v3, tests/test_events.py: an agenda's bill is {"note": "", "name": "SB 1", "entity_type": "bill"}.
  it('links bills of an agenda that Open States has not matched', async () => {
    providers.openStates.bills = [buildOpenStatesBill('SB 1', moment(1))];
    providers.openStates.events = [
      buildOpenStatesEvent('agenda', '2027-03-01T15:00:00+00:00', {
        agenda: [
          {
            ...{
              description: 'Agenda Item 1',
              classification: [],
              order: 1,
              subjects: [],
              notes: [],
              extras: {},
            },
            ...{ related_entities: [{ note: '', name: 'SB 1', entity_type: 'bill' }], media: [] },
          },
        ],
      }),
    ];
    const id = await createFeed({ provider: 'OPEN_STATES_API', stateIds: [50] });
    expect(await runOnce(id)).toMatchObject({ status: 'DONE', events: counts(1, 0, 0) });
    const event = (await listEvents()).find(({ title }) => title === 'Hearing agenda');
    expect(event?.bills).toMatchObject([{ billNumber: 'SB 1' }]);
  });

  it('waits when the limit of requests is reached, and goes on where it was', async () => {
    providers.openStates.bills = Array.from({ length: 200 }, (_, index) =>
      buildOpenStatesBill(`S ${index + 1}`, `2027-03-01T10:00:00.${String(index).padStart(6, '0')}+00:00`),
    );
    const id = await createFeed({ provider: 'OPEN_STATES_API', stateIds: [50] });
    const first = await runOnce(id);
    expect(first).toMatchObject({ status: 'RUNNING', requests: 10 });
    expect(providers.seen).toHaveLength(10);
    await runJob(2);
    expect((await call('GET', `/${id}`)).body.data.lastRun).toMatchObject({
      status: 'DONE',
      bills: counts(200, 0, 0),
    });
  });

  // api-v3, api/auth.py: Tier("bronze", 40, 0, 1000).
  it('keeps to the limits of a paid key, which are counted for the feed alone', async () => {
    providers.openStates.bills = Array.from({ length: 200 }, (_, index) =>
      buildOpenStatesBill(`S ${index + 1}`, `2027-03-01T10:00:00.${String(index).padStart(6, '0')}+00:00`),
    );
    const paid = {
      provider: 'OPEN_STATES_API',
      stateIds: [50],
      requestLimits: { perMinute: 14, perDay: 1000 },
    };
    const id = await createFeed(paid);
    expect((await call('GET', `/${id}`)).body.data.requestLimits).toEqual({
      ...{ perMinute: 14, perHour: null, perDay: 1000, perMonth: null },
    });
    // The sessions, eleven pages of bills (each begins with the last bill of the one before), the events and the deleted ones.
    expect(await runOnce(id)).toMatchObject({ status: 'DONE', requests: 14 });
    expect(await runOnce(await createFeed({ ...paid, requestLimits: { perMinute: 13 } }))).toMatchObject({
      ...{ status: 'RUNNING', requests: 13 },
    });
    const free = await call('PUT', `/${id}`, { body: { requestLimits: {} } });
    expect(free.body.data.requestLimits).toMatchObject({ perMinute: 10, perDay: 250 });
    expect((await call('PUT', `/${id}`, { body: { requestLimits: { perDay: 0 } } })).status).toBe(400);
    const store = platform.store('demo');
    expect(
      (await store.queryAll(store.partition<{ sk: string }>(`FEED#${id}`))).map(({ sk }) => sk),
    ).toContain('QUOTA');
    expect((await call('DELETE', `/${id}`)).status).toBe(204);
    await runJob();
    expect(await store.queryAll(store.partition(`FEED#${id}`))).toEqual([]);
  });

  // api-v3, api/auth.py: 429 with the words of rrl, without Retry-After; rrl counts days of UTC.
  it('waits for the next day when the limit of a day is reached', async () => {
    providers.openStates.bills = [buildOpenStatesBill('H 31', moment(1))];
    const id = await createFeed({ provider: 'OPEN_STATES_API', stateIds: [50] });
    providers.instead = { status: 429, body: { detail: 'exceeded limit of 250/day: 251' } };
    expect(await runOnce(id)).toMatchObject({ status: 'RUNNING' });
    providers.instead = undefined;
    const begun = readJobClock();
    const { nextRunDate } = (await call('GET', `/${id}`)).body.data;
    const midnight = Date.parse(
      `${new Date(begun.getTime() + 86_400_000).toISOString().slice(0, 10)}T00:00:00Z`,
    );
    expect(Math.abs(Date.parse(nextRunDate) - midnight)).toBeLessThan(60_000);
    await runJob(24 * 60);
    expect((await call('GET', `/${id}`)).body.data.lastRun).toMatchObject({ status: 'DONE' });
  });

  // pagination.py: a page after the last one is a 404.
  it('ends a list whose last page is gone, and says what a parameter is refused for', async () => {
    providers.openStates.bills = Array.from({ length: 21 }, (_, index) =>
      buildOpenStatesBill(`H ${401 + index}`, moment(7)),
    );
    const id = await createFeed({
      provider: 'OPEN_STATES_API',
      stateIds: [50],
      requestLimits: { perMinute: 2 },
    });
    expect(await runOnce(id)).toMatchObject({ status: 'RUNNING', bills: counts(20, 0, 0) });
    providers.openStates.bills.length = 20;
    await runJob(2);
    await runJob(2);
    expect((await call('GET', `/${id}`)).body.data.lastRun).toMatchObject({
      ...{ status: 'DONE', bills: counts(20, 0, 0) },
    });
    const detail = [
      { loc: ['query', 'include', 0], msg: 'value is not a valid enumeration member', type: 'x' },
    ];
    providers.instead = { status: 422, body: { detail } };
    expect((await runOnce(id)).reason).toBe(
      'Open States answers 422. It says: value is not a valid enumeration member',
    );
    providers.instead = undefined;
    const wrong = await createFeed({ provider: 'OPEN_STATES_API', stateIds: [50], key: 'wrong-key' });
    expect((await runOnce(wrong)).reason).toMatch(
      /^Open States refuses the key. It says: Invalid API Key. Login/,
    );
  });

  // jurisdictions.py: a jurisdiction that is not there is a 404.
  it('says why it brings nothing, and never that it is done', async () => {
    const run = async (more: object) => runOnce(await createFeed({ stateIds: [50], ...more }));
    expect(await run({ provider: 'OPEN_STATES_API' })).toMatchObject({
      status: 'EMPTY',
      reason: expect.stringMatching(
        /^Nothing was found to read. Open States has no bill of the session 2027-2028 of Vermont. .*no event of Vermont from 20/,
      ),
    });
    expect(await run({ provider: 'OPEN_STATES_API', sessions: ['2031'] })).toMatchObject({
      status: 'EMPTY',
      reason: expect.stringContaining(
        'none of the sessions 2031 of Vermont; its latest are 2027-2028, 2025-2026.',
      ),
    });
    expect(await run({ provider: 'OPEN_STATES_BULK', stateIds: [53] })).toMatchObject({
      ...{ status: 'EMPTY', reason: 'Nothing was found to read. Open States does not have Washington.' },
    });
    providers.openStates.forms = [];
    expect(await run({ provider: 'OPEN_STATES_BULK' })).toMatchObject({
      status: 'EMPTY',
      reason: expect.stringContaining('offers no download of the session 2027-2028 of Vermont'),
    });
    providers.openStates.forms = ['csv'];
    const empty = await createFeed({ provider: 'OPEN_STATES_BULK', stateIds: [50] });
    for (const _ of ['new', 'unchanged'])
      expect(await runOnce(empty)).toMatchObject({
        ...{ status: 'EMPTY', reason: expect.stringContaining('The archive of 2027-2028 has no bill.') },
      });
    // One state that is not there does not hide the others.
    providers.openStates.bills = [buildOpenStatesBill('H 61', moment(1))];
    expect(await run({ provider: 'OPEN_STATES_API', stateIds: [54, 50] })).toMatchObject({
      status: 'DONE_WITH_REFUSALS',
      reason: expect.stringContaining('Open States does not have West Virginia.'),
    });
  });

  // api-v3, api/db/models.py: only the actions of a bill have an order.
});
