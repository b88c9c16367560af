// One session day by day, from the introduction of its bills to the chapter of a law and the day on which LegiScan archives it, read
// bill by bill and as data sets. Shapes and codes: LegiScan API User Manual (getSessionList, getBill, "Status / Progress"); the order of
// the law's events is that of Arkansas HB1044 of 2012 (github.com/fanghuiz/legiscanrr, inst/extdata/bill).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler as runDataFeeds } from '../../../functions/billtracking/jobs/run-data-feeds/handler.ts';
import { addDays } from '../../../shared/time/calendar-day.ts';
import type { TestPlatform } from '../../harness/platform.ts';
import { describeBill, type FeedPlatform, startFeedPlatform } from './feed-platform.ts';
import { buildLegiscanBill, type FeedProviders, legiscanSession } from './feed-providers.ts';

let platform: TestPlatform;
let providers: FeedProviders;
let call: FeedPlatform['call'];
let stop: FeedPlatform['stop'];

beforeAll(async () => {
  ({ platform, providers, call, stop } = await startFeedPlatform());
});
afterAll(() => stop?.());

/** What happens to a bill: day, words, the events of `progress`, chamber. */
type Step = readonly [day: string, action: string, events: readonly number[], chamber?: string];

const passed: readonly Step[] = [
  ['2027-01-06', 'Read the first time and referred to the Committee on Roads', [1, 9]],
  ['2027-02-03', 'Returned by the Committee Do Pass', [10]],
  ['2027-02-20', 'Read the third time and passed and ordered transmitted to the Senate.', [2]],
];
const enrolled: readonly Step[] = [
  ...passed,
  ['2027-03-10', "Correctly enrolled and ordered transmitted to the Governor's Office.", [3]],
];
const histories: Readonly<Record<string, readonly Step[]>> = {
  law: [
    ...enrolled,
    ['2027-05-20', 'Signed by Governor', [4]],
    ['2027-06-10', 'Notification that the bill is now Act 36', [8]],
  ],
  overridden: [
    ...enrolled,
    ['2027-05-20', 'Vetoed by Governor', [5]],
    ['2027-06-10', 'Veto overridden by both chambers', [7], 'S'],
  ],
  'failed in the Senate': [...passed, ['2027-03-10', 'Failed to pass in Senate', [6], 'S']],
  withdrawn: [...passed.slice(0, 1), ['2027-02-03', 'Withdrawn by the author', []]],
};

const numberOf = (name: string, base: number): number => base + Object.keys(histories).indexOf(name);

/** `status` has the last code of 0 to 6. */
const buildBills = (day: string, base: number, session: object) =>
  Object.entries(histories).map(([name, steps]) => {
    const done = steps.filter(([when]) => when <= day);
    const progress = done.flatMap(([date, , events]) => events.map((event) => ({ date, event })));
    const present = progress.findLast(({ event }) => event <= 6);
    const id = numberOf(name, base);
    return buildLegiscanBill(id, `${id} ${done.at(-1)?.[0]}`, {
      ...{ session, status: present?.event, status_date: present?.date, progress },
      history: done.map(([date, action, , chamber = 'H']) => ({ date, action, chamber, importance: 1 })),
    });
  });

/** Per day: status, outcome and whether it has crossed over. */
const expected: Readonly<Record<string, readonly string[]>> = {
  '2027-01-06': [
    ...['Introduced, UNDECIDED, no', 'Introduced, UNDECIDED, no'],
    ...['Introduced, UNDECIDED, no', 'Introduced, UNDECIDED, no'],
  ],
  '2027-02-03': [
    ...['Introduced, UNDECIDED, no', 'Introduced, UNDECIDED, no'],
    ...['Introduced, UNDECIDED, no', 'Introduced, FAILED, no'],
  ],
  '2027-02-20': [
    ...['Engrossed, UNDECIDED, yes', 'Engrossed, UNDECIDED, yes'],
    ...['Engrossed, UNDECIDED, yes', 'Introduced, FAILED, no'],
  ],
  '2027-03-10': [
    ...['Enrolled, UNDECIDED, yes', 'Enrolled, UNDECIDED, yes'],
    ...['Failed, FAILED, yes', 'Introduced, FAILED, no'],
  ],
  // The session adjourned on 15 May; a special one is held.
  '2027-05-20': [
    ...['Passed, ENACTED, yes', 'Vetoed, VETOED, yes'],
    ...['Failed, FAILED, yes', 'Introduced, FAILED, no'],
  ],
  // LegiScan has archived it since the last run.
  '2027-06-10': [
    ...['Chaptered, ENACTED, yes', 'Veto Overridden, ENACTED, yes'],
    ...['Failed, FAILED, yes', 'Introduced, FAILED, no'],
  ],
};

const send = async (method: string, path: string, body?: object) =>
  (await call(method, path, { body })).body?.data;

describe.each([
  ['LEGISCAN_API', 100],
  ['LEGISCAN_DATASET', 200],
] as const)('a session through %s', (provider, base) => {
  it('reaches what became of each bill on the day on which it did, until it is archived', async () => {
    const { id } = await send('POST', '', {
      ...{ name: `Session ${base}`, provider, stateIds: [50], key: 'a-secret-key' },
    });
    const runOn = async (day: string) => {
      await runDataFeeds(undefined, undefined, () => new Date(`${day}T16:00:00Z`));
      return (await send('GET', `/${id}`)).lastRun;
    };
    for (const [day, outcomes] of Object.entries(expected)) {
      const regular = {
        ...legiscanSession,
        ...{ sine_die: day > '2027-05-15' ? 1 : 0, prior: day > '2027-06-01' ? 1 : 0 },
      };
      const special = {
        ...{ ...legiscanSession, session_id: 2109, special: 1, session_tag: '1st Special Session' },
        session_name: '2027 1st Special Session',
      };
      providers.legiscan = {
        ...{ datasetHash: day, rollCalls: [], bills: buildBills(day, base, regular) },
        sessions: day > '2027-05-15' ? [special, regular] : [regular],
      };
      if (provider === 'LEGISCAN_DATASET' && day > '2027-05-15')
        providers.legiscan.bills.push(
          buildLegiscanBill(base + 50, 'a1', { session_id: 2109, session: special }),
        );
      const run = await runOn(day);
      expect([run.status, run.reason, run.bills.refused], day).toEqual(['DONE', null, 0]);
      for (const [index, outcome] of outcomes.entries())
        expect(await describeBill(platform, `H ${base + index}`), `bill ${index} on ${day}`).toBe(outcome);
      const again = await runOn(addDays(day, 1));
      expect([again.bills.created, again.bills.changed], `the day after ${day}`).toEqual([0, 0]);
    }
    await send('DELETE', `/${id}`);
  });
});
