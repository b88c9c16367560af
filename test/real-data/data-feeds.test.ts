// The 11 real bills of the bundle, served as congress.gov serves bills, read by a data feed twice: nothing changes the second time
// (docs/interface/billtracking.md#data-feeds).
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { handler as runDataFeeds } from '../../functions/billtracking/jobs/run-data-feeds/handler.ts';
import { type BillsPlatform, publicBills, startBillsPlatform } from '../billtracking/bills/bills-platform.ts';
import { type FeedProviders, startFeedProviders } from '../billtracking/feeds/feed-providers.ts';
import { sharedBundle } from './shared-bundle.ts';

interface RealBill {
  readonly congress: string;
  readonly govtrackType: string;
  readonly number: string;
  readonly updated: string;
  readonly introduced: string;
  readonly titles: readonly { readonly title: string }[];
  readonly sponsorGovtrackId: string;
  readonly actions: readonly { readonly datetime: string; readonly text: string }[];
  readonly subjects: readonly string[];
  readonly summary: string;
}

const types: Readonly<Record<string, string>> = {
  ...{ h: 'HR', hr: 'HRES', hj: 'HJRES', hc: 'HCONRES' },
  ...{ s: 'S', sr: 'SRES', sj: 'SJRES', sc: 'SCONRES' },
};

let service: BillsPlatform;
let providers: FeedProviders;
let token: string;
let bills: readonly RealBill[];
let minutes = 0;

/** A real bill in the shape of the API, with its lists. The bundle names sponsors by the ids of GovTrack. */
const toReply = (bill: RealBill) => {
  const type = types[bill.govtrackType] ?? '';
  const lists = {
    actions: bill.actions
      .map(({ datetime, text }) => ({ actionDate: datetime.slice(0, 10), text, type: 'Floor' }))
      .toReversed(),
    subjects: { legislativeSubjects: bill.subjects.map((name) => ({ name })) },
    summaries: bill.summary ? [{ actionDate: bill.introduced, text: bill.summary }] : [],
    titles: bill.titles.map(({ title }) => ({ title, titleType: 'Official Title as Introduced' })),
  };
  const counted = Object.entries(lists).map(([name, list]) => [
    name,
    {
      count: Array.isArray(list) ? list.length : bill.subjects.length,
      url: `https://api.congress.gov/${name}`,
    },
  ]);
  return {
    lists,
    item: {
      ...{ congress: Number(bill.congress), type, number: bill.number },
      ...{ originChamber: type.startsWith('H') ? 'House' : 'Senate', originChamberCode: type.slice(0, 1) },
      ...{ title: bill.titles[0]?.title, introducedDate: bill.introduced },
      ...{
        updateDate: bill.updated.slice(0, 10),
        updateDateIncludingText: new Date(bill.updated).toISOString(),
      },
      sponsors: [{ fullName: `GovTrack ${bill.sponsorGovtrackId}`, isByRequest: 'N' }],
      ...Object.fromEntries(counted),
    },
  };
};

beforeAll(async () => {
  [service, providers] = await Promise.all([startBillsPlatform(), startFeedProviders()]);
  process.env.DATA_FEED_HOSTS = providers.address;
  process.env.WEBHOOKS_TO_LOOPBACK = 'allowed';
  token = await service.platform.tokenFor({ tenant: 'demo', permissions: ['billtracking.feeds.write'] });
  bills = JSON.parse(await readFile(`${sharedBundle}/bills-sample.json`, 'utf8'));
  providers.congress.bills = bills.map(toReply);
});
afterAll(async () => {
  delete process.env.DATA_FEED_HOSTS;
  await service?.platform.stop();
  await providers?.stop();
});

const call = (method: string, path: string, body?: object) =>
  service.platform.call(method, 'billtracking', `/api/1.0/datafeed${path}`, {
    ...{ tenant: 'demo', token },
    ...(body && { body }),
  });

/** Creates a feed of the congresses of the bundle. */
async function createFeed(name: string): Promise<string> {
  const sessions = [...new Set(bills.map(({ congress }) => congress))];
  const feed = {
    name,
    provider: 'CONGRESS_GOV',
    stateIds: [0],
    sessions,
    key: 'a-secret-key',
    isPaused: true,
  };
  const reply = await call('POST', '', feed);
  expect(reply.status, reply.text).toBe(201);
  return reply.body.data.id;
}

/** Runs a feed to its end and returns its last run. */
async function run(id: string) {
  expect((await call('POST', `/${id}/run`)).status).toBe(202);
  minutes += 1;
  await runDataFeeds(undefined, undefined, () => new Date(Date.now() + minutes * 60_000));
  return (await call('GET', `/${id}`)).body.data.lastRun;
}

it('real bills are imported once, with all their actions, and are unchanged the second time', async () => {
  const first = await run(await createFeed('The Congress'));
  expect(first).toMatchObject({ status: 'DONE', reason: null });
  expect(first.bills).toMatchObject({ created: 11, changed: 0, refused: 0 });
  const { body: sessions } = await service.get('/api/1.0/dropdown/sessions?stateId=0');
  const { body } = await service.post(`${publicBills}/list`, {
    ...{ trackingStatuses: ['NOT_TRACKED'], stateIds: [0], pageSize: 100 },
    sessionIds: sessions.data.map(({ id }: { id: number }) => id),
  });
  const found = await Promise.all(
    body.collection.map(({ id }: { id: number }) => service.get(`${publicBills}/${id}/actionhistory/`)),
  );
  const distinct = bills.map(
    ({ actions }) => new Set(actions.map(({ datetime, text }) => `${datetime.slice(0, 10)} ${text}`)).size,
  );
  const stored = found.map((reply) => reply.body.length as number);
  expect(stored.toSorted((a, b) => a - b)).toEqual(distinct.toSorted((a, b) => a - b));

  // Another feed of the same bills knows no hash of them, so it reads each and compares.
  const second = await run(await createFeed('The same again'));
  expect(second.bills).toMatchObject({ created: 0, changed: 0, unchanged: 11, refused: 0 });
});

it('a feed that is run again asks for no bill that has not changed', async () => {
  const id = await createFeed('Twice');
  await run(id);
  providers.seen.length = 0;
  const again = await run(id);
  expect(again.bills).toMatchObject({ created: 0, changed: 0, refused: 0 });
  // Only the lists are asked for.
  expect(providers.seen.filter(({ path }) => path.split('/').length > 3)).toEqual([]);
});
