// Data feeds read legislation from providers that are served on this machine, over HTTP (docs/interface/billtracking.md#data-feeds).
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listRollCalls } from '../../functions/billtracking/bills/store.ts';
import { handler as runDataFeeds } from '../../functions/billtracking/jobs/run-data-feeds/handler.ts';
import { commit, remove } from '../../shared/data/changes.ts';
import type { Reply, TestPlatform } from '../harness/platform.ts';
import { type FeedPlatform, startFeedPlatform } from './feed-platform.ts';
import {
  buildCongressBill,
  buildLegiscanBill,
  type FeedProviders,
  legiscanSession,
} from './feed-providers.ts';
import { buildAction, buildOpenStatesBill, buildOpenStatesEvent } from './open-states-provider.ts';

let platform: TestPlatform;
let providers: FeedProviders;
let call: FeedPlatform['call'];
let stop: FeedPlatform['stop'];
let minutes = 0;

beforeAll(async () => {
  ({ platform, providers, call, stop } = await startFeedPlatform());
});
afterAll(() => stop?.());
beforeEach(async () => {
  providers.instead = undefined;
  providers.congress = { bills: [] };
  providers.seen.length = 0;
  // The limits of a provider are those of a tenant, and each test begins with all of them.
  const store = platform.store('demo');
  await commit(
    ['openstates', 'legiscan', 'congress'].map((service) => remove(store.key('DATA-FEED-QUOTA', service))),
  );
});

const create = async (body: object): Promise<string> => {
  const reply = await call('POST', '', {
    body: { name: 'Feed', key: 'a-secret-key', isPaused: true, ...body },
  });
  expect(reply.status, reply.text).toBe(201);
  created.push(reply.body.data.id);
  return reply.body.data.id;
};
// A tenant may have twenty feeds.
const created: string[] = [];
afterEach(async () => {
  for (const id of created.splice(0)) await call('DELETE', `/${id}`);
});

/** The clock of the job goes on by a minute with each call. */
const runJob = (later = 1) => {
  minutes += later;
  return runDataFeeds(undefined, undefined, () => new Date(Date.now() + minutes * 60_000));
};

/** Runs a feed and returns its last run. */
async function runOnce(id: string) {
  expect((await call('POST', `/${id}/run`)).status).toBe(202);
  await runJob();
  return (await call('GET', `/${id}`)).body.data.lastRun;
}

const counts = (created: number, changed: number, unchanged: number, refused = 0) =>
  expect.objectContaining({ created, changed, unchanged, refused });

const moment = (minute: number) => `2027-02-01T10:${String(minute).padStart(2, '0')}:00.000001+00:00`;
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
const findBill = async (billNumber: string) => {
  const { body } = await platform.call('POST', 'billtracking', '/api/1.0/legislative/public-bills/list', {
    tenant: 'demo',
    body: { billNumber, stateIds: [50], trackingStatuses: ['NOT_TRACKED'] },
  });
  return body.collection[0];
};

describe('a feed of Open States', () => {
  beforeEach(() => {
    providers.openStates = {
      ...{ bills: [], events: [], archiveUpdatedAt: '2027-02-01T00:00:00+00:00' },
      ...{ filesHost: 'data.openstates.org', forms: ['csv'] },
    };
  });

  it('imports what is new, then what was updated since, page by page', async () => {
    providers.openStates.bills = Array.from({ length: 23 }, (_, index) =>
      // The bills around the end of a page were updated at one moment.
      buildOpenStatesBill(`H ${index + 1}`, moment(index > 17 && index < 22 ? 18 : index)),
    );
    providers.openStates.events = [buildOpenStatesEvent('roads', '2999-03-01T10:00:00-05:00')];
    const id = await create({ provider: 'OPEN_STATES_API', stateIds: [50] });
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
    const id = await create({ provider: 'OPEN_STATES_API', stateIds: [50] });
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
    const id = await create({ provider: 'OPEN_STATES_API', stateIds: [50] });
    expect(await runOnce(id)).toMatchObject({ status: 'DONE', events: counts(1, 0, 0) });
    const event = (await listEvents()).find(({ title }) => title === 'Hearing agenda');
    expect(event?.bills).toMatchObject([{ billNumber: 'SB 1' }]);
  });

  it('waits when the limit of requests is reached, and goes on where it was', async () => {
    providers.openStates.bills = Array.from({ length: 200 }, (_, index) =>
      buildOpenStatesBill(`S ${index + 1}`, `2027-03-01T10:00:00.${String(index).padStart(6, '0')}+00:00`),
    );
    const id = await create({ provider: 'OPEN_STATES_API', stateIds: [50] });
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
    const id = await create(paid);
    expect((await call('GET', `/${id}`)).body.data.requestLimits).toEqual({
      ...{ perMinute: 14, perHour: null, perDay: 1000, perMonth: null },
    });
    // The sessions, eleven pages of bills (each begins with the last bill of the one before), the events and the deleted ones.
    expect(await runOnce(id)).toMatchObject({ status: 'DONE', requests: 14 });
    expect(await runOnce(await create({ ...paid, requestLimits: { perMinute: 13 } }))).toMatchObject({
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
    const id = await create({ provider: 'OPEN_STATES_API', stateIds: [50] });
    providers.instead = { status: 429, body: { detail: 'exceeded limit of 250/day: 251' } };
    expect(await runOnce(id)).toMatchObject({ status: 'RUNNING' });
    providers.instead = undefined;
    const begun = new Date(Date.now() + minutes * 60_000);
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
    const id = await create({ provider: 'OPEN_STATES_API', stateIds: [50], requestLimits: { perMinute: 2 } });
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
    const wrong = await create({ provider: 'OPEN_STATES_API', stateIds: [50], key: 'wrong-key' });
    expect((await runOnce(wrong)).reason).toMatch(
      /^Open States refuses the key. It says: Invalid API Key. Login/,
    );
  });

  // jurisdictions.py: a jurisdiction that is not there is a 404.
  it('says why it brings nothing, and never that it is done', async () => {
    const run = async (more: object) => runOnce(await create({ stateIds: [50], ...more }));
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
    const empty = await create({ provider: 'OPEN_STATES_BULK', stateIds: [50] });
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
  it('takes the same parts of a bill in another order for the same', async () => {
    const vote = {
      ...{ id: 'ocd-vote/order', motion_text: 'Passage', motion_classification: ['passage'], result: 'pass' },
      ...{ start_date: '2027-02-02', organization: { classification: 'lower' } },
      counts: [{ option: 'yes', value: 1 }],
    };
    const cast = ['yes', 'no'].map((option) => ({ option, voter_name: 'Smith' }));
    const versions = ['Introduced', 'Engrossed'].map((note) => ({
      ...{ note, date: '2027-01-05' },
      links: [{ url: `https://legislature.example.org/${note}.pdf`, media_type: 'application/pdf' }],
    }));
    const sponsorships = ['Ames', 'Smith', 'Smith'].map((name) => ({ name, primary: false }));
    const feed = await create({ provider: 'OPEN_STATES_API', stateIds: [50] });
    const bring = (at: number, order: <T>(list: T[]) => T[]) => {
      providers.openStates.bills = [
        buildOpenStatesBill('H 910', moment(at), {
          ...{ versions: order([...versions]), sponsorships: order([...sponsorships]) },
          ...{ subject: order(['ROADS', 'WATER']), votes: [{ ...vote, votes: order([...cast]) }] },
        }),
      ];
      return runOnce(feed);
    };
    expect((await bring(10, (list) => list)).bills).toMatchObject({ created: 1 });
    expect((await bring(11, (list) => list.toReversed())).bills).toMatchObject({ changed: 0, unchanged: 1 });
    expect((await bring(12, (list) => list.slice(1))).bills).toMatchObject({ changed: 1 });
  });

  it('reads an archive only when it has changed', async () => {
    providers.openStates.bills = [
      buildOpenStatesBill('H 901', '2027-02-01T00:00:00+00:00'),
      buildOpenStatesBill('H 902', '2027-02-01T00:00:00+00:00', { title: '' }),
    ];
    const id = await create({ provider: 'OPEN_STATES_BULK', stateIds: [50] });
    const first = await runOnce(id);
    expect(first).toMatchObject({ status: 'DONE_WITH_REFUSALS', bills: counts(1, 0, 0, 1) });
    const refusals = (await call('GET', `/${id}/runs/${first.id}/refusals`)).body.data.refusals;
    expect(refusals).toEqual([
      expect.objectContaining({ outcome: 'REFUSED', field: 'title', reason: 'is missing' }),
    ]);
    providers.seen.length = 0;
    expect((await runOnce(id)).bills).toEqual(counts(0, 0, 2));
    expect(providers.seen.some(({ path }) => path.startsWith('openstates-files'))).toBe(false);
    providers.openStates.archiveUpdatedAt = '2027-02-08T00:00:00+00:00';
    expect((await runOnce(id)).bills).toEqual(counts(0, 0, 1, 1));
    // The file needs no key.
    expect(providers.seen.find(({ path }) => path.startsWith('openstates-files'))?.key).toBeUndefined();
  });

  // openstates.org, bulk_export.py: the same bills as tables, as a list, and from the API.
  it('reads downloads of both forms, and a bill of the API is the same one', async () => {
    const papers = {
      links: [{ url: 'https://legislature.example.org/a.pdf', media_type: 'application/pdf' }],
    };
    const senate = { id: 'ocd-organization/2', name: 'Senate', classification: 'upper' };
    providers.openStates.bills = [
      buildOpenStatesBill('H 911', moment(1), {
        title: 'An act, "relating" to\nroads',
        subject: ["GOVERNOR'S ROADS", 'BRIDGES'],
        abstracts: [{ abstract: 'Roads; and bridges.', note: '' }],
        related_bills: [
          { identifier: 'S 9012', legislative_session: '2027-2028', relation_type: 'companion' },
        ],
        versions: [{ id: 'v', note: 'As introduced', date: '2027-01-05', ...papers }],
        documents: [{ id: 'd', note: 'Fiscal note', date: '2027-01-20', ...papers }],
        actions: [
          buildAction('Read first time', '2027-01-05', ['introduction', 'referral-committee']),
          buildAction('Read third time and passed', '2027-03-11T04:40:25+00:00', ['reading-3', 'passage'], {
            ...{ order: 1, organization: senate },
          }),
        ],
        votes: [
          {
            ...{ id: 'ocd-vote/7', identifier: '', motion_text: 'Third reading', start_date: '2027-03-10' },
            ...{ motion_classification: ['passage'], result: 'pass', organization: senate, extras: {} },
            counts: [
              { option: 'yes', value: 2 },
              { option: 'no', value: 1 },
            ],
            votes: [{ id: 'x', option: 'yes', voter_name: 'Gale' }],
            sources: [{ url: 'https://legislature.example.org/vote', note: '' }],
          },
        ],
      }),
      buildOpenStatesBill('S 9012', moment(2), { from_organization: senate }),
    ];
    const api = await create({ provider: 'OPEN_STATES_API', stateIds: [50] });
    expect((await runOnce(api)).bills).toEqual(counts(2, 0, 0));
    expect(await findBill('H 911')).toMatchObject({ status: 'Passed Chamber', lastActionOn: '2027-03-10' });
    const bulk = await create({ provider: 'OPEN_STATES_BULK', stateIds: [50] });
    const second = await runOnce(bulk);
    expect([second.status, second.reason]).toEqual(['DONE', null]);
    // The bill with a vote gets what the second source says of it.
    expect(second.bills).toEqual(counts(0, 1, 1));
    // A list has less: no relation's kind, no id and no source of a vote.
    providers.openStates.forms = ['json'];
    providers.openStates.archiveUpdatedAt = '2027-02-09T00:00:00+00:00';
    expect((await runOnce(bulk)).bills).toEqual(counts(0, 1, 1));
    expect(providers.seen.filter(({ path }) => path.startsWith('openstates-files'))).toHaveLength(2);
    expect(await findBill('H 911')).toMatchObject({ status: 'Passed Chamber', lastActionOn: '2027-03-10' });
  });

  it('takes archives from the host of Open States only', async () => {
    providers.openStates.filesHost = '169.254.169.254';
    providers.openStates.archiveUpdatedAt = '2027-03-08T00:00:00+00:00';
    const id = await create({ provider: 'OPEN_STATES_BULK', stateIds: [50] });
    const run = await runOnce(id);
    expect(run).toMatchObject({
      status: 'FAILED',
      reason: expect.stringContaining('another host than data.openstates.org'),
    });
  });
});

describe('a feed of LegiScan', () => {
  const vote = {
    roll_call_id: 5,
    date: '2027-02-01',
    desc: 'Third reading',
    passed: 1,
    chamber: 'H',
    yea: 1,
    nay: 0,
    nv: 0,
    absent: 0,
  };
  const rollCall = { ...vote, bill_id: 611, votes: [{ people_id: 9, vote_id: 1, vote_text: 'Yea' }] };

  it('asks only for bills whose change_hash is another one, and for roll calls once', async () => {
    providers.legiscan = {
      ...{ datasetHash: 'd1', rollCalls: [rollCall] },
      bills: [buildLegiscanBill(611, 'a1', { votes: [vote] }), buildLegiscanBill(612, 'a2')],
    };
    const id = await create({ provider: 'LEGISCAN_API', stateIds: [50] });
    const first = await runOnce(id);
    expect(first).toMatchObject({ status: 'DONE', bills: counts(2, 0, 0) });
    providers.seen.length = 0;
    expect((await runOnce(id)).bills).toEqual(counts(0, 0, 2));
    expect(providers.seen.map(({ query }) => query.get('op'))).toEqual([
      'getSessionList',
      'getMasterListRaw',
    ]);
    providers.legiscan.bills[0] = buildLegiscanBill(611, 'a9', { votes: [vote], title: 'Another title' });
    providers.seen.length = 0;
    expect((await runOnce(id)).bills).toEqual(counts(0, 1, 1));
    expect(providers.seen.map(({ query }) => query.get('op'))).toEqual([
      ...['getSessionList', 'getMasterListRaw', 'getBill'],
    ]);
    const bills = await platform.call('POST', 'billtracking', '/api/1.0/legislative/public-bills/list', {
      tenant: 'demo',
      body: { searchText: 'Another title', trackingLevels: [] },
    });
    expect(bills.status).toBe(200);
  });

  it('imports a data set when its dataset_hash is another one', async () => {
    providers.legiscan = {
      ...{ datasetHash: 'd1', rollCalls: [{ ...rollCall, roll_call_id: 6, bill_id: 621 }] },
      bills: [
        buildLegiscanBill(621, 'b1', { votes: [{ ...vote, roll_call_id: 6 }] }),
        buildLegiscanBill(622, 'b2'),
      ],
    };
    const id = await create({ provider: 'LEGISCAN_DATASET', stateIds: [50] });
    expect(await runOnce(id)).toMatchObject({ status: 'DONE', bills: counts(2, 0, 0) });
    expect((await runOnce(id)).bills).toEqual(counts(0, 0, 2));
    providers.legiscan.datasetHash = 'd2';
    providers.legiscan.bills[1] = buildLegiscanBill(622, 'b3', { title: 'New words' });
    expect((await runOnce(id)).bills).toEqual(counts(0, 1, 1));
  });

  const refusalsOf = async (id: string, runId: string) => {
    const found: { row: string; reason: string }[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const page: Reply = await call('GET', `/${id}/runs/${runId}/refusals${cursor && `?cursor=${cursor}`}`);
      found.push(...page.body.data.refusals);
      cursor = page.body.data.next;
    }
    return found;
  };

  // "Unknown bill id" is what LegiScan says of a bill that it no longer has.
  it('reads every bill but those that LegiScan refuses, says which, and asks for them again', async () => {
    providers.legiscan = {
      ...{ datasetHash: 'd1', rollCalls: [] },
      bills: Array.from({ length: 30 }, (_, index) => buildLegiscanBill(700 + index, 'a1')),
      refusals: Object.fromEntries([3, 4, 5, 6, 7, 8, 25].map((at) => [700 + at, 'Unknown bill id'])),
    };
    const id = await create({ provider: 'LEGISCAN_API', stateIds: [50] });
    const first = await runOnce(id);
    expect(first).toMatchObject({ status: 'DONE_WITH_REFUSALS', bills: counts(23, 0, 0, 7) });
    expect(first.reason).toBe(
      '7 rows were refused, and all others were read. ' +
        [703, 704, 705, 706, 707]
          .map((bill) => `bill_id ${bill}: LegiScan refuses getBill. It says: Unknown bill id`)
          .join('; ') +
        '; and 2 more',
    );
    expect((await refusalsOf(id, first.id)).map(({ row }) => row)).toEqual(
      [703, 704, 705, 706, 707, 708, 725].map((bill) => `bill_id ${bill}`),
    );
    // Only the refused ones are asked for again.
    providers.legiscan.refusals = { 725: 'Unknown bill id' };
    providers.seen.length = 0;
    expect(await runOnce(id)).toMatchObject({
      ...{ status: 'DONE_WITH_REFUSALS', bills: counts(6, 0, 23, 1) },
    });
    expect(providers.seen.filter(({ query }) => query.get('op') === 'getBill')).toHaveLength(7);
    providers.legiscan.refusals = {};
    expect(await runOnce(id)).toMatchObject({ status: 'DONE', reason: null, bills: counts(1, 0, 29) });
  });

  it('imports a bill whose roll call is refused, and asks for both again', async () => {
    providers.legiscan = {
      ...{ datasetHash: 'd1', rollCalls: [{ ...rollCall, roll_call_id: 77, bill_id: 631 }] },
      bills: [buildLegiscanBill(631, 'a1', { votes: [{ ...vote, roll_call_id: 77 }] })],
      refusals: { 77: 'Unknown roll call id' },
    };
    const id = await create({ provider: 'LEGISCAN_API', stateIds: [50] });
    const first = await runOnce(id);
    expect(first.bills).toMatchObject({ created: 1, refused: 0, leftOut: 1 });
    expect(await refusalsOf(id, first.id)).toMatchObject([{ row: 'roll_call_id 77', outcome: 'LEFT_OUT' }]);
    providers.legiscan.refusals = {};
    expect((await runOnce(id)).bills).toEqual(counts(0, 1, 0));
    expect((await runOnce(id)).bills).toEqual(counts(0, 0, 1));
  });

  it('reads the sessions around one that LegiScan refuses, and each bill but one of an unknown shape', async () => {
    const second = { ...legiscanSession, session_id: 2103, session_name: '2027 Second Session' };
    providers.legiscan = {
      ...{ datasetHash: 'd1', rollCalls: [], sessions: [second, legiscanSession] },
      bills: [
        buildLegiscanBill(781, 'a1'),
        buildLegiscanBill(782, 'a1', { history: 'none', sponsors: [null] }),
      ],
      refusals: { 2103: 'Unknown session id' },
    };
    const id = await create({ provider: 'LEGISCAN_API', stateIds: [50] });
    const run = await runOnce(id);
    expect(run).toMatchObject({ status: 'DONE_WITH_REFUSALS', bills: counts(1, 0, 0, 2) });
    expect(run.reason).toMatch(
      /2027 Second Session: LegiScan refuses getMasterListRaw.*bill_id 782: history is/,
    );
  });

  it('ends when LegiScan refuses the account in the middle of a run, and goes on from there', async () => {
    providers.legiscan = {
      ...{ datasetHash: 'd1', rollCalls: [] },
      bills: Array.from({ length: 30 }, (_, index) => buildLegiscanBill(740 + index, 'a1')),
      refusals: { 765: 'API query limit exceeded for this account' },
    };
    const id = await create({ provider: 'LEGISCAN_API', stateIds: [50] });
    expect(await runOnce(id)).toMatchObject({
      ...{ status: 'FAILED', reason: expect.stringContaining('limit exceeded'), bills: counts(20, 0, 0) },
    });
    providers.legiscan.refusals = {};
    expect(await runOnce(id)).toMatchObject({ status: 'DONE', bills: counts(10, 0, 20) });
  });

  // API User Manual, getSessionList: `sine_die` is the adjournment, `prior` says that a session is archived out of updates.
  it('reads a session after its adjournment, next to a special one, and once more when it is archived', async () => {
    const regular = {
      ...legiscanSession,
      session_id: 2101,
      sine_die: 1,
      session_name: '2027 Regular Session',
    };
    const special = {
      ...{ ...legiscanSession, session_id: 2102, special: 1, session_tag: '1st Special Session' },
      session_name: '2027 1st Special Session',
    };
    const at = (session: typeof regular) => ({ session_id: session.session_id, session });
    providers.legiscan = {
      ...{ datasetHash: 'd1', rollCalls: [], sessions: [special, regular] },
      bills: [
        buildLegiscanBill(801, 'a1', { ...at(regular), status: 3, status_date: '2027-04-01' }),
        buildLegiscanBill(802, 'a1', at(special)),
      ],
    };
    const id = await create({ provider: 'LEGISCAN_API', stateIds: [50] });
    expect(await runOnce(id)).toMatchObject({ status: 'DONE', bills: counts(2, 0, 0) });
    const statusOf = async (billNumber: string) => (await findBill(billNumber))?.status;
    const sign = (date: string, hash: string, more: object = {}) =>
      buildLegiscanBill(801, hash, {
        ...{ ...at(regular), status: 4, status_date: date, progress: [{ date, event: 4 }] },
        history: [{ date, action: 'Signed by Governor', chamber: '', chamber_id: 0, importance: 1 }],
        ...more,
      });
    providers.legiscan.bills[0] = sign('2027-04-09', 'a2');
    expect((await runOnce(id)).bills).toEqual(counts(0, 1, 1));
    expect(await statusOf('H 801')).toBe('Passed');
    // The last change before the session is archived.
    providers.legiscan.sessions = [special, { ...regular, prior: 1 }];
    const progress = [
      { date: '2027-04-09', event: 4 },
      { date: '2027-04-12', event: 8 },
    ];
    providers.legiscan.bills[0] = sign('2027-04-09', 'a3', { progress });
    expect((await runOnce(id)).bills).toEqual(counts(0, 1, 1));
    expect(await statusOf('H 801')).toBe('Chaptered');
    providers.legiscan.bills[0] = sign('2027-04-09', 'a4', { title: 'Not read' });
    expect((await runOnce(id)).bills).toEqual(counts(0, 0, 1));
    // A feed that begins now does not read it, and one that reads archived sessions only says so.
    providers.legiscan.sessions = [{ ...regular, prior: 1 }];
    expect(await runOnce(await create({ provider: 'LEGISCAN_API', stateIds: [50] }))).toMatchObject({
      ...{ status: 'EMPTY', reason: expect.stringContaining('archived all sessions') },
    });
  });

  it('fails with the words of the provider and without the key when the key is refused', async () => {
    const id = await create({ provider: 'LEGISCAN_API', stateIds: [50], key: 'wrong-key' });
    const run = await runOnce(id);
    expect(run).toMatchObject({ status: 'FAILED', reason: expect.stringContaining('Invalid API key') });
    expect(JSON.stringify(run)).not.toContain('wrong-key');
  });
});

describe('a feed of congress.gov', () => {
  it('asks for the bills that were updated, with their lists', async () => {
    providers.congress.bills = [
      buildCongressBill('7', '2027-01-22T03:00:00Z'),
      buildCongressBill('8', '2027-01-23T03:00:00Z', { committees: undefined, summaries: undefined }),
    ];
    const id = await create({ provider: 'CONGRESS_GOV', stateIds: [0], sessions: ['120'] });
    expect(await runOnce(id)).toMatchObject({ status: 'DONE', bills: counts(2, 0, 0) });
    providers.seen.length = 0;
    // All are listed again, and asked for only when they were updated.
    expect((await runOnce(id)).bills).toEqual(counts(0, 0, 2));
    expect(providers.seen.map(({ path }) => path)).toEqual([
      ...['congress/house-vote/120', 'congress/bill/120', 'congress/committee-meeting/120'],
    ]);
    providers.congress.bills[0] = buildCongressBill('7', '2027-01-25T03:00:00Z', { title: 'Another act' });
    expect((await runOnce(id)).bills).toEqual(counts(0, 1, 1));
  });

  const without = Object.fromEntries(
    [
      'actions',
      'committees',
      'cosponsors',
      'relatedBills',
      'subjects',
      'summaries',
      'textVersions',
      'titles',
    ].map((list) => [list, undefined]),
  );

  // BillEndpoint.md: `updateDate` leaves out updates of the text. Issue 230 of the API: a list can't be sorted by the other one.
  it('passes over no bill while texts are newer than bills and bills change between two pages', async () => {
    providers.congress.bills = Array.from({ length: 300 }, (_, index) => {
      const updateDate = `2027-02-${String(1 + (index % 28)).padStart(2, '0')}`;
      const withText = index % 30 === 0 ? '2027-03-20T03:00:00Z' : `${updateDate}T03:00:00Z`;
      return buildCongressBill(String(3001 + index), withText, { ...without, updateDate });
    });
    const touch = (index: number, day: string, title?: string) => {
      const { number } = providers.congress.bills[index]?.item ?? {};
      providers.congress.bills[index] = buildCongressBill(String(number), `${day}T05:00:00Z`, {
        ...{ ...without, updateDate: day },
        ...(title !== undefined && { title }),
      });
    };
    let pages = 0;
    providers.congress.afterPage = () => {
      pages += 1;
      if (pages !== 1) return;
      // Twenty of the earliest, which the next page would have had, are the latest now, and one is taken out.
      for (let index = 0; index < 20; index += 1) touch(index * 14, '2027-04-01');
      providers.congress.bills.splice(1, 1);
    };
    const id = await create({ provider: 'CONGRESS_GOV', stateIds: [0], sessions: ['120'] });
    const first = await runOnce(id);
    providers.congress.afterPage = undefined;
    const second = await runOnce(id);
    expect([first.status, second.status]).toEqual(['DONE', 'DONE']);
    expect(first.bills.created + second.bills.created).toBeGreaterThanOrEqual(299);
    expect((await runOnce(id)).bills).toEqual(counts(0, 0, 299));
    // Only the text of a bill far down in the list was updated.
    const [bill] = providers.congress.bills.slice(150);
    if (bill) bill.item.updateDateIncludingText = '2027-04-02T05:00:00Z';
    providers.seen.length = 0;
    expect((await runOnce(id)).bills).toEqual(counts(0, 0, 299));
    expect(providers.seen.map(({ path }) => path).filter((path) => path.includes('/hr/'))).toEqual([
      `congress/bill/120/hr/${bill?.item.number}`,
    ]);
  });

  it('reads every bill but those that the API fails at, and asks for them again', async () => {
    providers.congress.bills = [51, 52, 53].map((number) =>
      buildCongressBill(String(number), '2027-01-22T03:00:00Z', without),
    );
    providers.congress.refusals = { '/bill/120/hr/51': 404, '/bill/120/hr/52': 500 };
    const id = await create({ provider: 'CONGRESS_GOV', stateIds: [0], sessions: ['120'] });
    expect(await runOnce(id)).toMatchObject({
      ...{ status: 'DONE_WITH_REFUSALS', bills: counts(1, 0, 0, 2) },
      reason: expect.stringMatching(/^2 rows were refused.*hr51: congress.gov answers 404.*No Bill matches/),
    });
    providers.congress.refusals = {};
    expect(await runOnce(id)).toMatchObject({ status: 'DONE', bills: counts(2, 0, 1) });
  });

  // HouseRollCallVoteEndpoint.md and swagger.json: roll call 17 of the first session of the 119th Congress, on HR 30.
  it('reads roll calls of the House with the votes of its members', async () => {
    providers.congress.bills = [buildCongressBill('30', '2027-01-22T03:00:00Z', without)];
    const vote = {
      ...{ congress: 120, identifier: 1_201_202_717, sessionNumber: 1, rollCallNumber: 17 },
      ...{ legislationNumber: '30', legislationType: 'HR', result: 'Passed', voteType: 'Yea-and-Nay' },
      ...{ startDate: '2027-01-16T22:30:00-05:00', updateDate: '2027-01-18T08:44:47-04:00' },
      ...{ url: 'https://api.congress.gov/v3/house-vote/120/1/17', voteQuestion: 'On Passage' },
      results: Array.from({ length: 300 }, (_, index) => ({
        ...{
          bioguideID: `A${String(index).padStart(6, '0')}`,
          firstName: 'Robert',
          lastName: `Case ${index}`,
        },
        ...{ voteParty: index % 2 ? 'D' : 'R', voteState: 'AL' },
        voteCast: index < 200 ? 'Yea' : index < 290 ? 'Nay' : index < 299 ? 'Not Voting' : 'Present',
      })),
    };
    providers.congress.votes = [vote];
    const id = await create({ provider: 'CONGRESS_GOV', stateIds: [0], sessions: ['120'] });
    expect(await runOnce(id)).toMatchObject({ status: 'DONE', bills: counts(1, 0, 0) });
    const list = async () => {
      const bills = await platform.call('POST', 'billtracking', '/api/1.0/legislative/public-bills/list', {
        tenant: 'demo',
        body: { billNumber: 'HR 30', stateIds: [0], trackingStatuses: ['NOT_TRACKED'] },
      });
      const store = platform.store('demo');
      return listRollCalls(store, String(bills.body.collection[0].id));
    };
    expect(await list()).toMatchObject([
      {
        ...{ identifier: 'h17-2027', chamber: 'lower', date: '2027-01-16', at: '2027-01-17T03:30:00.000Z' },
        ...{ motion: 'passage', passed: true, yea: 200, nay: 90, absent: 9, notVoting: 1 },
      },
    ]);
    expect((await list())[0]?.votes).toHaveLength(300);
    // A second vote comes with an update of the list of votes alone.
    const recommit = { ...vote, rollCallNumber: 18, voteQuestion: 'On Motion to Recommit', result: 'Failed' };
    providers.congress.votes = [vote, { ...recommit, results: vote.results.slice(0, 2) }];
    providers.seen.length = 0;
    expect((await runOnce(id)).bills).toEqual(counts(0, 1, 0));
    expect(providers.seen.filter(({ path }) => path.includes('/1/17'))).toEqual([]);
    expect(await list()).toMatchObject([{ identifier: 'h17-2027' }, { motion: 'procedure', passed: false }]);
  });

  // CommitteeMeetingEndpoint.md: the example /committee-meeting/118/house/115538.
  it('reads committee meetings, with their bills, papers and witnesses', async () => {
    const number = '115538';
    providers.congress.bills = [buildCongressBill('1532', '2027-01-22T03:00:00Z', without)];
    const meeting = {
      ...{ eventId: number, congress: 120, chamber: 'House', type: 'Hearing', meetingStatus: 'Scheduled' },
      ...{
        updateDate: '2027-02-12T04:44:57Z',
        date: '2999-03-24T13:00:00Z',
        hearingTranscript: [],
        videos: [],
      },
      title:
        'Legislative hearing on: \u2022\tH.R. 1532 (Rep. Hageman), To authorize any Indian Tribe to lease',
      location: { building: 'Longworth House Office Building', room: '1324' },
      committees: [
        { name: 'House Natural Resources Subcommittee on Indian and Insular Affairs', systemCode: 'hsii24' },
      ],
      relatedItems: {
        bills: [
          { congress: 120, number: '1532', type: 'HR', url: 'https://api.congress.gov/v3/bill/120/hr/1532' },
        ],
        ...{ nominations: [], treaties: [] },
      },
      meetingDocuments: [
        {
          ...{ description: null, documentType: 'Support Document', format: 'PDF', name: 'Hearing Notice' },
          url: 'https://www.congress.gov/118/meeting/house/115538/documents/HHRG-118-II24-20230324-SD001.pdf',
        },
      ],
      witnesses: [
        {
          name: 'The Honorable Bryan Newland',
          organization: 'Bureau of Indian Affairs',
          position: 'Assistant Secretary',
        },
      ],
    };
    providers.congress.meetings = [
      meeting,
      { ...meeting, eventId: '2', date: 'soon', relatedItems: undefined },
      {
        ...meeting,
        eventId: '3',
        chamber: 'Senate',
        type: 'Meeting',
        title: 'Business meeting',
        relatedItems: {},
      },
    ];
    const id = await create({ provider: 'CONGRESS_GOV', stateIds: [0], sessions: ['120'] });
    const first = await runOnce(id);
    expect(first).toMatchObject({ status: 'DONE_WITH_REFUSALS', events: counts(2, 0, 0, 1) });
    expect(first.reason).toContain('meeting 2: date is not a moment');
    const read = async () => {
      const { body } = await platform.call('POST', 'billtracking', '/api/1.0/bill/event/calendar', {
        tenant: 'demo',
        body: { stateIds: [0], startDate: '2999-01-01', endDate: '2999-12-31', pageSize: 100 },
      });
      return body.collection;
    };
    expect(await read()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          ...{ title: expect.stringMatching(/^Legislative hearing on: . H.R. 1532/), status: 'SCHEDULED' },
          bills: [expect.objectContaining({ billNumber: 'HR 1532' })],
        }),
        expect.objectContaining({ title: 'Business meeting', bills: [] }),
      ]),
    );
    providers.congress.meetings[0] = {
      ...{ ...meeting, meetingStatus: 'Canceled', updateDate: '2027-02-13T04:44:57Z' },
    };
    providers.seen.length = 0;
    expect((await runOnce(id)).events).toEqual(counts(0, 1, 2));
    expect(providers.seen.filter(({ path }) => /meeting\/120\/./.test(path))).toHaveLength(1);
    expect((await read()).filter(({ status }: { status: string }) => status === 'CANCELLED')).toHaveLength(1);
  });
});

describe('a data feed', () => {
  it('never shows its key, and is refused without states', async () => {
    const refused = await call('POST', '', {
      body: { name: 'x', provider: 'LEGISCAN_API', key: 'a-secret-key' },
    });
    expect(refused.status).toBe(400);
    expect(refused.body.details.errors).toMatchObject([{ target: 'stateIds', code: 'REQUIRED_FIELD' }]);
    const id = await create({ provider: 'LEGISCAN_API', stateIds: [50], key: 'not-to-be-seen' });
    const replies = [
      await call('GET', `/${id}`),
      await call('GET', ''),
      await call('PUT', `/${id}`, { body: { key: 'not-to-be-seen-either' } }),
    ];
    for (const { text } of replies) expect(text).not.toContain('not-to-be-seen');
    const store = platform.store('demo');
    const stored = await store.queryAll(store.partition(`FEED#${id}`));
    expect(JSON.stringify(stored)).not.toContain('not-to-be-seen');
  });

  it('of any provider that has nothing ends as empty, with the reason', async () => {
    providers.congress.bills = [];
    const id = await create({ provider: 'CONGRESS_GOV', stateIds: [0], sessions: ['120'] });
    expect(await runOnce(id)).toMatchObject({
      status: 'EMPTY',
      reason: expect.stringMatching(/^Nothing was found to read. congress.gov has no bill/),
    });
  });

  it('waits as long as Retry-After says, and is tried again when the provider fails', async () => {
    providers.congress.bills = [buildCongressBill('17', '2027-01-22T03:00:00Z')];
    const id = await create({ provider: 'CONGRESS_GOV', stateIds: [0], sessions: ['120'] });
    providers.instead = { status: 429, headers: { 'Retry-After': '600' } };
    expect(await runOnce(id)).toMatchObject({ status: 'RUNNING' });
    providers.instead = undefined;
    await runJob(8);
    expect((await call('GET', `/${id}`)).body.data.lastRun).toMatchObject({ status: 'RUNNING', requests: 0 });
    providers.instead = { status: 502 };
    await runJob(3);
    providers.instead = undefined;
    await runJob(2);
    expect((await call('GET', `/${id}`)).body.data.lastRun).toMatchObject({
      status: 'DONE',
      bills: counts(1, 0, 0),
    });
  });

  it('is read at its hour in its time zone, and not while it is paused', async () => {
    providers.congress.bills = [buildCongressBill('27', '2027-01-22T03:00:00Z')];
    const schedule = { frequency: 'daily', hour: 5, timeZone: 'Pacific/Honolulu' };
    const id = await create({
      provider: 'CONGRESS_GOV',
      stateIds: [0],
      sessions: ['120'],
      schedule,
      isPaused: false,
    });
    const { nextRunDate } = (await call('GET', `/${id}`)).body.data;
    expect(nextRunDate).toMatch(/T15:00:00\.000Z$/);
    await runDataFeeds(undefined, undefined, () => new Date(Date.parse(nextRunDate) - 60_000));
    expect((await call('GET', `/${id}`)).body.data.lastRun).toBeNull();
    await runDataFeeds(undefined, undefined, () => new Date(nextRunDate));
    const read = (await call('GET', `/${id}`)).body.data;
    expect(read.lastRun).toMatchObject({ status: 'DONE', trigger: 'SCHEDULE' });
    expect(Date.parse(read.nextRunDate) - Date.parse(nextRunDate)).toBe(86_400_000);
    const paused = await call('PUT', `/${id}`, { body: { isPaused: true } });
    expect(paused.body.data.nextRunDate).toBeNull();
    await runDataFeeds(undefined, undefined, () => new Date(Date.parse(nextRunDate) + 2 * 86_400_000));
    expect((await call('GET', `/${id}/runs`)).body.data.runs).toHaveLength(1);
  });

  it('lists its runs by cursor, and leaves nothing when it is deleted', async () => {
    const id = await create({ provider: 'CONGRESS_GOV', stateIds: [0], sessions: ['120'] });
    for (let run = 0; run < 3; run += 1) await runOnce(id);
    const first = (await call('GET', `/${id}/runs?limit=2`)).body.data;
    expect(first.runs).toHaveLength(2);
    const rest = (await call('GET', `/${id}/runs?limit=2&cursor=${first.next}`)).body.data;
    expect(rest.runs).toHaveLength(1);
    expect(rest.next).toBeUndefined();
    expect((await call('DELETE', `/${id}`)).status).toBe(204);
    await runJob();
    expect((await call('GET', `/${id}`)).status).toBe(404);
    const store = platform.store('demo');
    expect(await store.queryAll(store.partition(`FEED#${id}`))).toEqual([]);
  });
});
