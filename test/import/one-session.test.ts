// One session under the names that sources give it, and so one bill whichever file brought it (docs/imports.md).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BillsPlatform, publicBills, startBillsPlatform } from '../billtracking/bills/bills-platform.ts';
import { importText } from './import-into.ts';

let service: BillsPlatform;
beforeAll(async () => {
  service = await startBillsPlatform();
});
afterAll(() => service.platform.stop());

const lower = { classification: 'lower' };
const openStates = (state: string, session: string) => [
  {
    session,
    jurisdiction: { id: `ocd-jurisdiction/country:us/state:${state}/government` },
    from_organization: lower,
    identifier: 'HB 9001',
    title: 'Zoning; housing.',
  },
];
const legiscan = (state: string, session: Record<string, unknown>) => ({
  bill: { state, bill_number: 'HB9001', title: 'Zoning; housing.', body: 'H', session },
});
const bring = (kind: 'openstates' | 'legiscan', value: unknown) =>
  importText(kind, JSON.stringify(value), { name: 'bills.json' });

const listSessions = async (stateId: number): Promise<{ id: number; identifier: string }[]> =>
  (await service.get(`/api/1.0/dropdown/sessions?stateId=${stateId}`)).body.data;
async function listBills(sessionId: number): Promise<{ id: number; session: string }[]> {
  const filter = { trackingStatuses: ['NOT_TRACKED'], sessionId, billNumber: 'HB 9001' };
  return (await service.post(`${publicBills}/list`, filter)).body.collection;
}

it.each([
  ['Georgia', 'ga', 13, '2025', '2025_26', { session_name: '2025-2026 Regular Session' }],
  ['California', 'ca', 6, '20252026', '20252026', { session_name: '2025-2026 Regular Session' }],
  [
    'Texas',
    'tx',
    48,
    '89R',
    '89',
    { session_name: '89th Legislature Regular Session', year_start: 2025, year_end: 2026 },
  ],
])(
  'a bill of %s is one bill in the files of both sources',
  async (_, state, stateId, known, name, session) => {
    const before = await listSessions(stateId);
    const id = before.find(({ identifier }) => identifier === known)?.id ?? 0;
    expect((await bring('openstates', openStates(state, name))).counts).toMatchObject({
      bills: { created: 1 },
    });
    const [bill, ...others] = await listBills(id);
    expect(others).toEqual([]);
    const second = await bring('legiscan', legiscan(state.toUpperCase(), session));
    expect(second.counts.bills).toMatchObject({ created: 0 });
    expect((await listBills(id)).map((one) => one.id)).toEqual([bill?.id]);
    expect(await listSessions(stateId)).toEqual(before);
  },
);

it('a special session is another session, which both sources share', async () => {
  const before = await listSessions(53);
  await bring('openstates', openStates('wa', '2025S1'));
  const added = (await listSessions(53)).filter(({ id }) => !before.some((one) => one.id === id));
  expect(added).toMatchObject([{ identifier: '2025S1', classification: 'special' }]);
  const session = { session_name: '2025 1st Special Session', year_start: 2025, year_end: 2025, special: 1 };
  expect((await bring('legiscan', legiscan('WA', session))).counts.bills).toMatchObject({ created: 0 });
  expect(await listBills(added[0]?.id ?? 0)).toHaveLength(1);
});

it('what one list of sessions tells apart stays apart, and is unchanged at the second import', async () => {
  const sessions = [
    { state: 'NE', identifier: '2033', name: '2033 Session', classification: 'primary' },
    { state: 'NE', identifier: '2033-2034', name: '2033-2034 Sessions', classification: 'primary' },
  ];
  const first = await importText('openstates', JSON.stringify(sessions), { name: 'sessions.json' });
  expect(first.counts.sessions).toMatchObject({ created: 2 });
  const again = await importText('openstates', JSON.stringify(sessions), { name: 'sessions.json' });
  expect(again.counts.sessions).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
});

it('a session keeps the other name once it is known, even when a closer session is added later', async () => {
  await bring('openstates', openStates('md', '2026_27'));
  const sessionOf2026 = (await listSessions(24)).find(({ identifier }) => identifier === '2026')?.id ?? 0;
  expect(await listBills(sessionOf2026)).toHaveLength(1);
  const added = {
    stateId: 24,
    identifier: '2026-2027 Special',
    name: '2026-2027',
    classification: 'primary',
  };
  expect((await service.post('/api/1.0/session', added)).status).toBe(201);
  expect((await bring('openstates', openStates('md', '2026_27'))).counts.bills).toMatchObject({
    unchanged: 1,
  });
});
