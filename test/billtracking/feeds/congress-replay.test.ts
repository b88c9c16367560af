// A Congress day by day, from the introduction of its bills to the number of a law, read through congress.gov. Codes: BillEndpoint.md and
// congress.gov/help/field-values/action-codes, with the codes of the House in usgpo/bill-status (User Guide, table 3). Words: those of bills
// of the 116th to 118th Congress: H.R. 6395 (overridden), S.J. Res. 7 and H.J. Res. 76 (sustained), H.R. 1 (a law).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { handler as runDataFeeds } from '../../../functions/billtracking/jobs/run-data-feeds/handler.ts';
import { addDays } from '../../../shared/time/calendar-day.ts';
import type { TestPlatform } from '../../harness/platform.ts';
import { describeBill, type FeedPlatform, startFeedPlatform } from './feed-platform.ts';
import { buildCongressBill, type FeedProviders } from './feed-providers.ts';

let platform: TestPlatform;
let providers: FeedProviders;
let call: FeedPlatform['call'];
let stop: FeedPlatform['stop'];

beforeAll(async () => {
  ({ platform, providers, call, stop } = await startFeedPlatform());
});
afterAll(() => stop?.());

/** What happens to a bill: day, code, words. The House and the Library of Congress both report what the President does. */
type Step = readonly [day: string, code: string | undefined, text: string];

const introduced: Step = ['2027-01-20', '1000', 'Introduced in House'];
const passed: readonly Step[] = [
  introduced,
  ['2027-01-20', 'H11100', 'Referred to the House Committee on Armed Services.'],
  ['2027-02-03', '5000', 'Reported (Amended) by the Committee on Armed Services. H. Rept. 120-1.'],
  [
    '2027-02-20',
    '8000',
    'Passed/agreed to in House: On passage Passed by recorded vote: 295 - 125 (Roll no. 8).',
  ],
];
const presented: readonly Step[] = [
  ...passed,
  ['2027-03-10', '17000', 'Passed/agreed to in Senate: Passed Senate by Yea-Nay Vote. 86 - 14.'],
  ['2027-05-12', 'E20000', 'Presented to President.'],
  ['2027-05-12', '28000', 'Presented to President.'],
];
const vetoed: readonly Step[] = [
  ...presented,
  ['2027-05-20', 'E30000', 'Vetoed by President.'],
  ['2027-05-20', '31000', 'Vetoed by President.'],
];
const overriddenInHouse: readonly Step[] = [
  ...vetoed,
  [
    '2027-05-28',
    '32000',
    'Passed House over veto: On passage, the objections of the President Passed 322 - 87.',
  ],
];

const bills: Readonly<Record<string, readonly [type: string, steps: readonly Step[]]>> = {
  law: [
    'HR',
    [
      ...presented,
      ['2027-05-20', 'E30000', 'Signed by President.'],
      ['2027-05-20', '36000', 'Signed by President.'],
      ['2027-06-10', 'E40000', 'Became Public Law No: 120-3.'],
      ['2027-06-10', '36000', 'Became Public Law No: 120-3.'],
    ],
  ],
  overridden: [
    'HR',
    [
      ...overriddenInHouse,
      ['2027-06-10', '34000', 'Passed Senate over veto: Passed Senate over veto by Yea-Nay Vote. 81 - 13.'],
    ],
  ],
  'sustained in the Senate': [
    'HR',
    [
      ...overriddenInHouse,
      ['2027-06-10', '35000', 'Failed of passage in Senate over veto: Failed by Yea-Nay Vote. 49 - 44.'],
    ],
  ],
  'kept by the President': ['HR', [...presented, ['2027-06-10', '30000', 'Pocket Vetoed by President.']]],
  'failed in the Senate': [
    'HJRES',
    [
      ...passed,
      ['2027-03-10', '18000', 'Failed of passage/not agreed to in Senate: Failed by Yea-Nay Vote. 40 - 60.'],
    ],
  ],
  resolution: [
    'HRES',
    [introduced, ['2027-02-03', '8000', 'Passed/agreed to in House: Agreed to by voice vote.']],
  ],
  'resolution of both': [
    'HCONRES',
    [
      introduced,
      ['2027-02-03', '8000', 'Passed/agreed to in House: Agreed to by voice vote.'],
      ['2027-03-10', '17000', 'Passed/agreed to in Senate: Agreed to by Voice Vote.'],
    ],
  ],
};

const numbers = Object.entries(bills).map(([name, [type]], index) => ({
  name,
  type,
  number: String(index + 1),
}));

/** The bills as the API has them on a day: the latest action first. */
const buildBills = (day: string) =>
  numbers.map(({ name, type, number }) => {
    const done = (bills[name]?.[1] ?? []).filter(([when]) => when <= day);
    const last = done.at(-1)?.[0] ?? '';
    const law = done.some(([, code]) => code === 'E40000') ? [{ number: '120-3', type: 'Public Law' }] : [];
    const built = buildCongressBill(number, `${last}T12:00:00Z`, { type, laws: law });
    const actions = done.toReversed().map(([actionDate, actionCode, text]) => ({
      ...{ actionDate, text, ...(actionCode && { actionCode }) },
      sourceSystem: /^\d/.test(actionCode ?? '')
        ? { code: 9, name: 'Library of Congress' }
        : { code: 2, name: 'House floor actions' },
    }));
    return {
      item: { ...built.item, actions: { count: actions.length } },
      lists: { ...built.lists, actions },
    };
  });

/** Per day: status, outcome and whether it has crossed over, in the order of the bills. */
const expected: Readonly<Record<string, readonly string[]>> = {
  '2027-01-20': Array.from({ length: 7 }, () => 'Introduced, UNDECIDED, no'),
  '2027-02-03': [
    ...Array.from({ length: 5 }, () => 'Reported by Committee, UNDECIDED, no'),
    ...['Agreed To, ENACTED, yes', 'Passed House, UNDECIDED, yes'],
  ],
  '2027-02-20': [
    ...Array.from({ length: 5 }, () => 'Passed House, UNDECIDED, yes'),
    ...['Agreed To, ENACTED, yes', 'Passed House, UNDECIDED, yes'],
  ],
  '2027-03-10': [
    ...Array.from({ length: 4 }, () => 'Passed Senate, UNDECIDED, yes'),
    ...['Failed in Senate, FAILED, yes', 'Agreed To, ENACTED, yes', 'Agreed To, ENACTED, yes'],
  ],
  '2027-05-20': [
    ...['Signed by President, ENACTED, yes', 'Vetoed, VETOED, yes', 'Vetoed, VETOED, yes'],
    ...['Passed Congress, UNDECIDED, yes', 'Failed in Senate, FAILED, yes'],
    ...['Agreed To, ENACTED, yes', 'Agreed To, ENACTED, yes'],
  ],
  '2027-05-28': [
    ...['Signed by President, ENACTED, yes', 'Veto Overridden in One Chamber, VETOED, yes'],
    ...['Veto Overridden in One Chamber, VETOED, yes', 'Passed Congress, UNDECIDED, yes'],
    ...['Failed in Senate, FAILED, yes', 'Agreed To, ENACTED, yes', 'Agreed To, ENACTED, yes'],
  ],
  '2027-06-10': [
    ...['Enacted, ENACTED, yes', 'Veto Overridden, ENACTED, yes', 'Veto Sustained, VETOED, yes'],
    ...['Vetoed, VETOED, yes', 'Failed in Senate, FAILED, yes'],
    ...['Agreed To, ENACTED, yes', 'Agreed To, ENACTED, yes'],
  ],
};

it('reaches what became of each bill of a Congress on the day on which it did', async () => {
  const created = await call('POST', '', {
    body: { name: 'The Congress', provider: 'CONGRESS_GOV', stateIds: [0], key: 'a-secret-key' },
  });
  const { id } = created.body.data;
  const runOn = async (day: string) => {
    await runDataFeeds(undefined, undefined, () => new Date(`${day}T22:00:00Z`));
    return (await call('GET', `/${id}`)).body.data.lastRun;
  };
  for (const [day, outcomes] of Object.entries(expected)) {
    providers.congress = { bills: buildBills(day) };
    const run = await runOn(day);
    expect([run.status, run.reason, run.bills.refused], day).toEqual(['DONE', null, 0]);
    const found = await Promise.all(
      numbers.map(({ type, number }) => describeBill(platform, `${type} ${number}`, 0)),
    );
    expect(found, day).toEqual(outcomes);
    const again = await runOn(addDays(day, 1));
    expect([again.bills.created, again.bills.changed], `the day after ${day}`).toEqual([0, 0]);
  }
});
