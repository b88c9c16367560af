// Bills with the numbers that legislatures print: imported, found by their numbers, and linked from agendas. The forms and
// their sources are in shared/legislature/bill-number-forms.test.ts.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { billIdsByNaturalKey, numberClaimKey } from '../../../functions/billtracking/bills/record/store.ts';
import { eventsByDay } from '../../../functions/billtracking/events/record/store.ts';
import { importBills } from '../../../functions/billtracking/sources/import-bills.ts';
import { importEvents } from '../../../functions/billtracking/sources/import-events.ts';
import { parseOpenStatesBills } from '../../../functions/billtracking/sources/read/openstates-bills.ts';
import { parseOpenStatesEvents } from '../../../functions/billtracking/sources/read/openstates-events.ts';
import type { SourceRun } from '../../../functions/billtracking/sources/source-run.ts';
import { commit, put } from '../../../shared/data/changes.ts';
import { type BillsPlatform, publicBills, startBillsPlatform } from './bills-platform.ts';

let service: BillsPlatform;
beforeAll(async () => {
  service = await startBillsPlatform();
});
afterAll(() => service.platform.stop());

/** A run that gathers its outcomes, such as `created` and `refused HB 1`. */
function buildRun(): SourceRun & { readonly outcomes: string[] } {
  const outcomes: string[] = [];
  return {
    tenant: service.store,
    source: 'OPEN_STATES_FILE',
    now: service.now,
    dryRun: false,
    report: {
      count: (_, outcome) => outcomes.push(outcome),
      refuse: (_, row) => outcomes.push(`refused ${row}`),
      leaveOut: () => undefined,
    },
    progress: { begin: () => undefined, add: () => undefined, end: () => undefined },
    remark: () => undefined,
    outcomes,
  };
}

const bill = (state: string, identifier: string, session = '2026') => ({
  identifier,
  session,
  title: `Concerning ${identifier}`,
  jurisdiction: `ocd-jurisdiction/country:us/${state}/government`,
});

const importNumbers = async (...bills: readonly ReturnType<typeof bill>[]): Promise<string[]> => {
  const run = buildRun();
  await importBills(run, parseOpenStatesBills(bills));
  return run.outcomes;
};

const printed = [
  bill('state:co', 'HB26-1001', '2026A'),
  bill('district:dc', 'B26-0034', '26'),
  bill('district:dc', 'PR26-0100', '26'),
  bill('state:ca', 'ABX1 2', '20252026 Special Session 1'),
  bill('state:mi', 'HJR A'),
  bill('state:mi', 'HJR AA'),
  bill('state:de', 'HS 1 for HB 75', '153'),
  bill('state:de', 'HB 13', '153'),
  bill('state:ne', 'AM 104-0012', '109'),
  bill('state:ny', 'S1234-A', '2025-2026'),
  bill('state:nv', 'AB1', '83'),
  bill('state:nv', 'AB1*', '83'),
  bill('territory:vi', '36-0001', '36'),
  bill('territory:gu', 'B-163-37', '37th'),
];

const find = async (filter: object): Promise<string[]> => {
  const asked = { pageSize: 200, trackingStatuses: ['NOT_TRACKED'], ...filter };
  const { body } = await service.post(`${publicBills}/list`, asked, service.staff);
  return body.collection.map(({ billNumber }: { readonly billNumber: string }) => billNumber);
};

it('a bill with any printed number is imported, and unchanged when it comes again', async () => {
  expect(await importNumbers(...printed)).toEqual(printed.map(() => 'created'));
  expect(await importNumbers(...printed)).toEqual(printed.map(() => 'unchanged'));
});

it('two printed forms of a bill are one bill; a print of another bill is not', async () => {
  const again = (identifier: string) => ({
    ...bill('district:dc', identifier, '26'),
    title: 'Concerning B26-0034',
  });
  for (const form of ['B 26-0034', 'b26-0034', 'B26-34'])
    expect(await importNumbers(again(form)), form).toEqual([form === 'B26-34' ? 'updated' : 'unchanged']);
  expect(await importNumbers(again('B26-0034'))).toEqual(['updated']);
  const nevada = { ...bill('state:nv', 'AB1**', '83') };
  expect(await importNumbers(nevada)).toEqual(['created']);
});

it.each([
  ['HB26-1001', 'HB 26-1001'],
  ['hb261001', 'HB 26-1001'],
  ['b260034', 'B 26-0034'],
  ['PR26-100', 'PR 26-0100'],
  ['abx12', 'ABX1 2'],
  ['hjra', 'HJR A'],
  ['HJR AA', 'HJR AA'],
  ['hs1forhb75', 'HS 1 for HB 75'],
  ['am1040012', 'AM 104-0012'],
  ['S 1234-A', 'S 1234'],
  ['360001', '36-0001'],
  ['B 163-37', 'B 163-37'],
])('%s finds %s by its number and by a search', async (typed, number) => {
  expect(await find({ billNumber: typed })).toEqual([number]);
  expect(await find({ searchText: typed })).toContain(number);
});

it('bill numbers are in their natural order', async () => {
  const numbers = ['B 26-0009', 'B 26-0010', 'B 26-0100', 'PR 26-0002'];
  await importNumbers(...numbers.toReversed().map((number) => bill('district:dc', number, '26')));
  const council = await find({
    stateIds: [11],
    searchText: 'concerning',
    sortBy: 'BillNumber',
    isAscending: true,
  });
  expect(council).toEqual([...numbers.slice(0, 2), 'B 26-0034', 'B 26-0100', 'PR 26-0002', 'PR 26-0100']);
});

it('an agenda names a bill in any form; a substitute that is not stored stands for its bill', async () => {
  const item = (name: string) => ({
    related_entities: [{ entity_type: 'bill', name, bill: { identifier: name, session: '153' } }],
  });
  const event = {
    id: 'ocd-event/7c1d2f3e-0000-4000-8000-000000000009',
    name: 'House Education Committee',
    start_date: '2999-02-11T13:00:00-05:00',
    jurisdiction: 'ocd-jurisdiction/country:us/state:de/government',
    // "HS 2 for HB 13" is the example in scrapers/de/events.py.
    agenda: [item('HS 1 for HB 75'), item('HS 2 for HB 13')],
  };
  await importEvents(buildRun(), parseOpenStatesEvents([event], ''));
  const { items } = await service.store.query(eventsByDay(service.store, 10).listing);
  const { body } = await service.post(
    `${publicBills}/list`,
    { trackingStatuses: ['NOT_TRACKED'], stateIds: [10], searchText: 'concerning' },
    service.staff,
  );
  expect(items[0]?.billIds.toSorted()).toEqual(
    body.collection.map(({ id }: { readonly id: number }) => String(id)).toSorted(),
  );
});

it('a bill of Florida that was stored as another source writes it is the same bill', async () => {
  const [florida] = [bill('state:fl', 'SB 1718', '2026')];
  // As an earlier version stored it: under the letter alone.
  const key = { stateId: 12, session: '2026', billNumber: 'X 1' };
  const { pk } = numberClaimKey(service.store, key);
  await commit([
    put({ ...numberClaimKey(service.store, key), pk, sk: 'S1718' }, { type: 'bill-claim', billId: '999001' }),
  ]);
  expect(await importNumbers(florida)).toEqual(['created']);
  const written = { stateId: 12, session: '2026' };
  expect(
    await billIdsByNaturalKey(service.store, [
      { ...written, billNumber: 'S1718' },
      { ...written, billNumber: 'SB 1718' },
      { ...written, billNumber: 'HB 1718' },
    ]),
  ).toEqual(['999001', '999001', undefined]);
  expect(await importNumbers(bill('state:fl', 'S1718', '2026'))).toEqual(['updated']);
});
