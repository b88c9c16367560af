// The bills that an account of LegiScan monitors are tracked with a position for each stance
// (docs/interface/billtracking.md#monitor-lists). The lists are those of the API User Manual, getMonitorListRaw.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { handler as runDataFeeds } from '../../../functions/billtracking/jobs/run-data-feeds/handler.ts';
import { commit, remove } from '../../../shared/data/changes.ts';
import type { TestPlatform } from '../../harness/platform.ts';
import { type FeedPlatform, startFeedPlatform } from './feed-platform.ts';
import { buildLegiscanBill, buildMonitored, type FeedProviders, legiscanSession } from './feed-providers.ts';

let platform: TestPlatform;
let providers: FeedProviders;
let call: FeedPlatform['call'];
let stop: FeedPlatform['stop'];
let token: string;
let minutes = 0;

beforeAll(async () => {
  ({ platform, providers, call, stop } = await startFeedPlatform());
  token = await platform.tokenFor({ tenant: 'demo', permissions: ['billtracking.bills.write'] });
});
afterAll(() => stop?.());
beforeEach(async () => {
  providers.seen.length = 0;
  providers.legiscan = { bills: [], rollCalls: [], datasetHash: 'd1', sessions: [] };
  const store = platform.store('demo');
  await commit([remove(store.key('DATA-FEED-QUOTA', 'legiscan'))]);
});
const created: string[] = [];
afterEach(async () => {
  for (const id of created.splice(0)) await call('DELETE', `/${id}`);
});

const create = async (body: object = {}): Promise<string> => {
  const reply = await call('POST', '', {
    body: {
      ...{ name: 'Monitored', key: 'a-secret-key', isPaused: true, readsMonitorList: true },
      ...{ provider: 'LEGISCAN_API', stateIds: [50], ...body },
    },
  });
  expect(reply.status, reply.text).toBe(201);
  created.push(reply.body.data.id);
  return reply.body.data.id;
};
const runOnce = async (id: string) => {
  expect((await call('POST', `/${id}/run`)).status).toBe(202);
  minutes += 1;
  await runDataFeeds(undefined, undefined, () => new Date(Date.now() + minutes * 60_000));
  return (await call('GET', `/${id}`)).body.data.lastRun;
};
const operations = () =>
  providers.seen.map(({ query }) =>
    [query.get('op'), query.get('id') ?? query.get('record')].filter(Boolean).join(' '),
  );
const monitor = (...current: ReturnType<typeof buildMonitored>[]) => {
  providers.legiscan.monitorLists = { current };
};
const importList = async (id: string, body: object = {}, query = '') => {
  const reply = await call('POST', `/${id}/monitor-list${query}`, { token, body });
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data;
};
interface Entry {
  readonly billNumber: string;
  readonly outcome: string;
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
}
const outcomesOf = ({ entries }: { entries: Entry[] }) =>
  entries.map(({ billNumber, outcome, before, after }) => ({
    ...{ billNumber, outcome },
    ...{ before: Object.values(before).join(' '), after: Object.values(after).join(' ') },
  }));
const row = (billNumber: string, outcome: string, before: string, after = before) => ({
  ...{ billNumber, outcome, before, after },
});

it('shows the difference, tracks each bill with the position of its stance, and imports it again unchanged', async () => {
  const bills = [501, 502, 503];
  providers.legiscan.bills = bills.map((id) => buildLegiscanBill(id, 'a'));
  monitor(...bills.map((id, stance) => buildMonitored(id, stance, 'a')));
  const id = await create();
  expect(await importList(id)).toEqual({ readDate: null, entries: [] });
  // No session is current: the bills come by the list alone.
  expect(await runOnce(id)).toMatchObject({ status: 'DONE', bills: { created: 3, refused: 0 } });
  expect(operations()).toEqual([
    ...['getSessionList', 'getMonitorListRaw current', 'getBill 501', 'getBill 502', 'getBill 503'],
  ]);
  const changed = [
    row('H 501', 'changed', 'NOT_TRACKED NO_POSITION', 'WATCHING MONITOR'),
    row('H 502', 'changed', 'NOT_TRACKED NO_POSITION', 'TRACKING SUPPORT'),
    row('H 503', 'changed', 'NOT_TRACKED NO_POSITION', 'TRACKING OPPOSE'),
  ];
  expect(outcomesOf(await importList(id, {}, '?validateOnly=true'))).toEqual(changed);
  expect(outcomesOf(await importList(id, {}, '?validateOnly=true'))).toEqual(changed);
  expect(outcomesOf(await importList(id))).toEqual(changed);
  expect(outcomesOf(await importList(id))).toEqual([
    row('H 501', 'unchanged', 'WATCHING MONITOR'),
    row('H 502', 'unchanged', 'TRACKING SUPPORT'),
    row('H 503', 'unchanged', 'TRACKING OPPOSE'),
  ]);
  providers.seen.length = 0;
  expect(await runOnce(id)).toMatchObject({ status: 'DONE', bills: { unchanged: 3 } });
  expect(operations()).toEqual(['getSessionList', 'getMonitorListRaw current']);
});

it('keeps what the tenant decided since, until the stance changes at LegiScan', async () => {
  providers.legiscan.bills = [buildLegiscanBill(511, 'a'), buildLegiscanBill(512, 'a')];
  monitor(buildMonitored(511, 1, 'a'), buildMonitored(512, 1, 'a'));
  const id = await create();
  await runOnce(id);
  const [entry] = (await importList(id, { positions: { support: 'NEUTRAL' } })).entries;
  expect(entry.after).toEqual({ trackingStatus: 'TRACKING', position: 'NEUTRAL' });
  const save = await platform.call('POST', 'billtracking', '/api/1.0/bill/tracking/save', {
    ...{ tenant: 'demo', token },
    body: { billId: entry.billId, trackingStatus: 'PRIORITY', position: 'SUPPORT' },
  });
  expect(save.status, save.text).toBe(200);
  const options = { positions: { support: 'NEUTRAL' } };
  expect(outcomesOf(await importList(id, options))).toEqual([
    row('H 511', 'unchanged', 'PRIORITY SUPPORT'),
    row('H 512', 'unchanged', 'TRACKING NEUTRAL'),
  ]);
  monitor(buildMonitored(511, 2, 'a'), buildMonitored(512, 2, 'a'));
  await runOnce(id);
  expect(outcomesOf(await importList(id, options))).toEqual([
    row('H 511', 'changed', 'PRIORITY SUPPORT', 'PRIORITY OPPOSE'),
    row('H 512', 'changed', 'TRACKING NEUTRAL', 'TRACKING OPPOSE'),
  ]);
});

it('leaves bills alone that are no longer monitored, unless asked, and those of an archived session always', async () => {
  providers.legiscan.bills = [521, 522, 523].map((id) => buildLegiscanBill(id, 'a'));
  monitor(buildMonitored(521, 1, 'a'), buildMonitored(522, 1, 'a'), buildMonitored(523, 1, 'a'));
  const id = await create();
  await runOnce(id);
  await importList(id);
  providers.legiscan.monitorLists = {
    current: [buildMonitored(521, 1, 'a')],
    archived: [buildMonitored(523, 1, 'a')],
  };
  await runOnce(id);
  const isRemoved = (await importList(id)).entries.map((entry: { isRemoved: boolean }) => entry.isRemoved);
  expect(isRemoved).toEqual([false, true, false]);
  expect(outcomesOf(await importList(id))).toEqual(
    ['H 521', 'H 522', 'H 523'].map((number) => row(number, 'unchanged', 'TRACKING SUPPORT')),
  );
  expect(outcomesOf(await importList(id, { removed: 'ARCHIVED' }))[1]).toEqual(
    row('H 522', 'changed', 'TRACKING SUPPORT', 'ARCHIVED SUPPORT'),
  );
});

it('reads a bill of the list again only when it has changed, and not twice where its session is read too', async () => {
  providers.legiscan.sessions = [legiscanSession];
  providers.legiscan.bills = [buildLegiscanBill(531, 'a')];
  monitor(buildMonitored(531, 0, 'a'));
  const id = await create();
  await runOnce(id);
  providers.seen.length = 0;
  providers.legiscan.bills = [buildLegiscanBill(531, 'b', { title: 'Another title' })];
  monitor(buildMonitored(531, 0, 'b'));
  expect(await runOnce(id)).toMatchObject({ status: 'DONE', bills: { changed: 1 } });
  expect(operations().filter((operation) => operation === 'getBill 531')).toHaveLength(1);
  providers.legiscan.sessions = [];
  providers.legiscan.bills = [buildLegiscanBill(531, 'c', { title: 'A third title' })];
  monitor(buildMonitored(531, 0, 'c'));
  expect(await runOnce(id)).toMatchObject({ bills: { changed: 1 } });
});

it('refuses an entry whose stance is not understood, and takes nothing away for it', async () => {
  providers.legiscan.bills = [buildLegiscanBill(541, 'a')];
  monitor(buildMonitored(541, 1, 'a'));
  const id = await create();
  await runOnce(id);
  monitor(buildMonitored(541, 7, 'a'));
  const run = await runOnce(id);
  expect(run).toMatchObject({ status: 'DONE_WITH_REFUSALS', bills: { refused: 1 } });
  expect(run.reason).toContain('bill_id 541: stance is not 0 (watch), 1 (support) or 2 (oppose)');
  expect((await importList(id)).entries).toMatchObject([{ stance: 'SUPPORT', isRemoved: false }]);
});

it('says when a list is empty, and which feeds have none', async () => {
  monitor();
  const id = await create();
  expect((await runOnce(id)).reason).toContain('The monitor list of the key');
  const other = await create({ readsMonitorList: false });
  const refused = await call('POST', `/${other}/monitor-list`, { token, body: {} });
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('reads no monitor list')]);
  const elsewhere = await call('POST', '', {
    body: {
      ...{ name: 'X', key: 'a-secret-key', provider: 'OPEN_STATES_API', stateIds: [50] },
      readsMonitorList: true,
    },
  });
  expect(elsewhere.status).toBe(400);
});

it('keeps to the limit of a paid key within 30 days, which is that of a free one by default', async () => {
  providers.legiscan.bills = [551, 552].map((id) => buildLegiscanBill(id, 'a'));
  monitor(buildMonitored(551, 0, 'a'), buildMonitored(552, 0, 'a'));
  // The sessions, the list, and two bills.
  const just = await create({ requestLimits: { perMonth: 4 } });
  expect(await runOnce(just)).toMatchObject({ status: 'DONE', requests: 4 });
  const short = await create({ requestLimits: { perMonth: 3 } });
  expect(await runOnce(short)).toMatchObject({ status: 'RUNNING', requests: 3 });
  const free = await create();
  expect((await call('GET', `/${free}`)).body.data.requestLimits.perMonth).toBe(30_000);
});
