// One session day by day, from the introduction of its bills to the chapter of a law, read through each way of Open States
// (open-states-provider.ts follows its sources; docs/interface/billtracking.md#data-feeds).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listActions } from '../../../functions/billtracking/bills/record/store.ts';
import { handler as runDataFeeds } from '../../../functions/billtracking/jobs/run-data-feeds/handler.ts';
import { commit, remove } from '../../../shared/data/changes.ts';
import { addDays } from '../../../shared/time/calendar-day.ts';
import type { TestPlatform } from '../../harness/platform.ts';
import { describeBill, type FeedPlatform, startFeedPlatform } from './feed-platform.ts';
import type { FeedProviders } from './feed-providers.ts';
import { buildAction, buildOpenStatesBill, buildOpenStatesEvent } from './open-states-provider.ts';

let platform: TestPlatform;
let providers: FeedProviders;
let call: FeedPlatform['call'];
let stop: FeedPlatform['stop'];

beforeAll(async () => {
  ({ platform, providers, call, stop } = await startFeedPlatform());
});
afterAll(() => stop?.());

const house = { id: 'ocd-organization/1', name: 'House', classification: 'lower' };
const senate = { id: 'ocd-organization/2', name: 'Senate', classification: 'upper' };
const governor = { id: 'ocd-organization/3', name: 'Office of the Governor', classification: 'executive' };

/** What happens to a bill: day, words, classifications (openstates-core, data/common.py), where. */
type Step = readonly [day: string, text: string, kinds: string[], at?: typeof house];

/** The histories of four bills, by name. */
const histories: Readonly<Record<string, readonly Step[]>> = {
  law: [
    [
      '2027-01-06',
      'Read first time and referred to the Committee on Roads',
      ['introduction', 'referral-committee'],
    ],
    ['2027-02-03', 'Favorable report by the Committee on Roads', ['committee-passage-favorable']],
    // 23:40 on 20 February in Vermont.
    ['2027-02-21T04:40:25+00:00', 'Read third time and passed', ['reading-3', 'passage']],
    ['2027-03-10', 'Read third time and passed in concurrence', ['reading-3', 'passage'], senate],
    ['2027-05-12', 'Delivered to the Governor', ['enrolled', 'executive-receipt'], governor],
    ['2027-05-20', 'Signed by the Governor', ['executive-signature'], governor],
    ['2027-06-10', 'Chapter 12 of the laws of 2027', ['became-law'], governor],
  ],
  overridden: [
    ['2027-01-06', 'Read first time', ['introduction']],
    ['2027-02-20', 'Passed', ['passage']],
    ['2027-03-10', 'Passed in concurrence', ['passage'], senate],
    ['2027-05-20', 'Vetoed by the Governor', ['executive-veto'], governor],
    ['2027-06-10', 'House and Senate override the veto', ['veto-override-passage'], senate],
  ],
  'failed in the Senate': [
    ['2027-01-06', 'Read first time', ['introduction']],
    ['2027-02-20', 'Read third time and passed', ['reading-3', 'passage']],
    ['2027-03-10', 'Read third time and failed', ['reading-3', 'failure'], senate],
  ],
  withdrawn: [
    ['2027-01-06', 'Read first time', ['introduction']],
    ['2027-02-03', 'Withdrawn by the sponsor', ['withdrawal']],
  ],
};

const number = (name: string, base: number): string => `H ${base + Object.keys(histories).indexOf(name)}`;

/** The bills as Open States has them on a day. */
const buildBills = (day: string, base: number) =>
  Object.entries(histories).map(([name, steps]) => {
    const done = steps.filter(([when]) => when.slice(0, 10) <= day);
    return buildOpenStatesBill(number(name, base), `${done.at(-1)?.[0].slice(0, 10)}T12:00:00+00:00`, {
      actions: done.map(([when, text, kinds, at = house], order) =>
        buildAction(text, when, kinds, { order, organization: at }),
      ),
      first_action_date: '2027-01-06',
      latest_action_date: done.at(-1)?.[0],
      latest_action_description: done.at(-1)?.[1],
    });
  });

/** Per day: status, outcome and whether it has crossed over, of each bill. */
const expected: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '2027-01-06': {
    ...{ law: 'In Committee, UNDECIDED, no', overridden: 'Introduced, UNDECIDED, no' },
    ...{ 'failed in the Senate': 'Introduced, UNDECIDED, no', withdrawn: 'Introduced, UNDECIDED, no' },
  },
  '2027-02-03': {
    ...{ law: 'Passed Committee, UNDECIDED, no', overridden: 'Introduced, UNDECIDED, no' },
    ...{ 'failed in the Senate': 'Introduced, UNDECIDED, no', withdrawn: 'Withdrawn, FAILED, no' },
  },
  '2027-02-21': {
    ...{ law: 'Passed Chamber, UNDECIDED, yes', overridden: 'Passed Chamber, UNDECIDED, yes' },
    ...{ 'failed in the Senate': 'Passed Chamber, UNDECIDED, yes', withdrawn: 'Withdrawn, FAILED, no' },
  },
  '2027-03-10': {
    ...{ law: 'Passed Chamber, UNDECIDED, yes', overridden: 'Passed Chamber, UNDECIDED, yes' },
    ...{ 'failed in the Senate': 'Failed, FAILED, yes', withdrawn: 'Withdrawn, FAILED, no' },
  },
  '2027-05-12': {
    ...{ law: 'Sent to Governor, UNDECIDED, yes', overridden: 'Passed Chamber, UNDECIDED, yes' },
    ...{ 'failed in the Senate': 'Failed, FAILED, yes', withdrawn: 'Withdrawn, FAILED, no' },
  },
  // The session ended on 15 May; a special one is held.
  '2027-05-20': {
    ...{ law: 'Signed, ENACTED, yes', overridden: 'Vetoed, VETOED, yes' },
    ...{ 'failed in the Senate': 'Failed, FAILED, yes', withdrawn: 'Withdrawn, FAILED, no' },
  },
  '2027-06-10': {
    ...{ law: 'Enacted, ENACTED, yes', overridden: 'Veto Overridden, ENACTED, yes' },
    ...{ 'failed in the Senate': 'Failed, FAILED, yes', withdrawn: 'Withdrawn, FAILED, no' },
  },
};

const send = async (method: string, path: string, body?: object) =>
  (await call(method, path, { body })).body?.data;

const eventOf = async (title: string) => {
  const { body } = await platform.call('POST', 'billtracking', '/api/1.0/bill/event/calendar', {
    tenant: 'demo',
    body: { stateIds: [50], startDate: '2027-01-01', endDate: '2027-12-31', pageSize: 100 },
  });
  const found = body.collection.filter((event: { title: string }) => event.title === title);
  return found.map(
    ({ status, startDate, bills }: { status: string; startDate: string; bills: object[] }) => ({
      ...{ status, startDate, bills: bills.length },
    }),
  );
};

describe.each([
  ['OPEN_STATES_API', 100, 'csv'],
  ['OPEN_STATES_BULK', 200, 'csv'],
  ['OPEN_STATES_BULK', 300, 'json'],
] as const)('a session through %s (%i, %s)', (provider, base, form) => {
  it('reaches what became of each bill on the day on which it did', async () => {
    const session = (identifier: string, start_date: string, end_date: string) => ({
      ...{ identifier, name: identifier, classification: 'primary', start_date, end_date },
    });
    const url = `https://data.openstates.org/${form}/latest/VT_2027-2028_${form}_1.zip`;
    const { id } = await send('POST', '', {
      ...{ name: `Session ${base}`, provider, stateIds: [50], key: 'a-secret-key' },
    });
    const runOn = async (day: string) => {
      const store = platform.store('demo');
      await commit([remove(store.key('DATA-FEED-QUOTA', 'openstates'))]);
      await runDataFeeds(undefined, undefined, () => new Date(`${day}T16:00:00Z`));
      return (await send('GET', `/${id}`)).lastRun;
    };
    for (const [day, bills] of Object.entries(expected)) {
      const agenda = [
        {
          ...{ description: 'Bills', classification: [], order: 0, subjects: [], notes: [], media: [] },
          related_entities: [{ note: 'consideration', name: number('law', base), entity_type: 'bill' }],
          extras: {},
        },
      ];
      providers.openStates = {
        ...{ bills: buildBills(day, base), forms: [form], filesHost: 'data.openstates.org' },
        archiveUpdatedAt: `${day}T00:00:00+00:00`,
        sessions: [
          {
            ...session('2027-2028', '2027-01-06', '2027-05-15'),
            downloads: [{ data_type: form, url, updated_at: `${day}T00:00:00+00:00`, created_at: day }],
          },
          ...(day < '2027-05-16' ? [] : [session('2027 Special Session', '2027-05-18', '2027-07-01')]),
        ],
        events: [buildOpenStatesEvent(`hearing-${base}`, '2027-02-02T15:00:00+00:00', { agenda })],
      };
      const run = await runOn(day);
      expect([run.status, run.reason, run.bills.refused], day).toEqual(['DONE', null, 0]);
      for (const [name, outcome] of Object.entries(bills))
        expect(await describeBill(platform, number(name, base)), `${name} on ${day}`).toBe(outcome);
      const again = await runOn(addDays(day, 1));
      expect([again.bills.created, again.bills.changed], `the day after ${day}`).toEqual([0, 0]);
    }
    await send('DELETE', `/${id}`);
    const { body } = await platform.call('POST', 'billtracking', '/api/1.0/legislative/public-bills/list', {
      tenant: 'demo',
      body: { billNumber: number('law', base), stateIds: [50], trackingStatuses: ['NOT_TRACKED'] },
    });
    const actions = await listActions(platform.store('demo'), String(body.collection[0].id));
    expect(actions.map(({ date }) => date)).toEqual([
      ...['2027-01-06', '2027-02-03', '2027-02-20', '2027-03-10', '2027-05-12', '2027-05-20', '2027-06-10'],
    ]);
    if (provider === 'OPEN_STATES_API')
      expect(await eventOf(`Hearing hearing-${base}`)).toEqual([
        { status: 'COMPLETED', startDate: '2027-02-02', bills: 1 },
      ]);
  });
});
