// The 11 real bills with their 377 actions, imported and served to existing callers
// (docs/interface/billtracking.md#public-bills).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BillsPlatform, publicBills, startBillsPlatform } from '../billtracking/bills/bills-platform.ts';
import { importInto } from '../import/import-into.ts';
import { sharedBundle } from './shared-bundle.ts';

let service: BillsPlatform;
const idOf = async (billNumber: string, sessionId: number): Promise<number> => {
  const filter = { trackingStatuses: ['NOT_TRACKED'], sessionId, billNumber };
  return (await service.post(`${publicBills}/list`, filter)).body.collection[0].id;
};
const sessionOf = async (identifier: string): Promise<number> => {
  const { body } = await service.get('/api/1.0/dropdown/sessions?stateId=0');
  return body.data.find((session: { identifier: string }) => session.identifier === identifier).id;
};

beforeAll(async () => {
  service = await startBillsPlatform();
  await importInto('congress', `${sharedBundle}/congress`);
  await importInto('congress', `${sharedBundle}/sessions-us.json`);
  await importInto('congress', `${sharedBundle}/bills-sample.json`);
});
afterAll(() => service.platform.stop());

it('the bills of the sample are listed by session, and each is served with its actions and votes', async () => {
  const untracked = { trackingStatuses: ['NOT_TRACKED'], stateIds: [0], pageSize: 1000 };
  const { body: sessions } = await service.get('/api/1.0/dropdown/sessions?stateId=0');
  const sessionIds = sessions.data.map(({ id }: { id: number }) => id);
  const { body } = await service.post(`${publicBills}/list`, { ...untracked, sessionIds });
  expect(body.pagingModel.totalRecords).toBe(11);
  const { body: count } = await service.post(`${publicBills}/all-filter-list/count`, {
    ...untracked,
    sessionIds,
  });
  expect(count).toBe(11);
  let actions = 0;
  let rollCalls = 0;
  for (const { id, lastActionOn } of body.collection) {
    const { body: history } = await service.get(`${publicBills}/${id}/actionhistory/`);
    const { body: votes } = await service.get(`${publicBills}/${id}/rollcall/`);
    const days: string[] = history.map(({ actionDate }: { actionDate: string }) => actionDate);
    expect(days).toContain(lastActionOn);
    expect((await service.get(`${publicBills}/${id}/source/`)).body.length).toBeGreaterThan(0);
    actions += history.length;
    rollCalls += votes.length;
  }
  expect([actions, rollCalls]).toEqual([377, 14]);
});

it('a real bill is found by its number, its title and its summary, and tracked with a line in the log', async () => {
  const care = { trackingStatuses: ['NOT_TRACKED'], stateIds: [0] };
  const { body: sessions } = await service.get('/api/1.0/dropdown/sessions?stateId=0');
  const of111 = sessions.data.find(({ identifier }: { identifier: string }) => identifier === '111');
  for (const filter of [
    { billNumber: 'H.R. 3590' },
    { title: 'affordable care' },
    { searchText: 'patient protection' },
  ]) {
    const { body } = await service.post(`${publicBills}/list`, { ...care, sessionId: of111.id, ...filter });
    expect(body.collection.map(({ billNumber }: { billNumber: string }) => billNumber)).toContain('HR 3590');
  }
  const { body } = await service.post(`${publicBills}/list`, {
    ...care,
    sessionId: of111.id,
    billNumber: 'HR 3590',
  });
  const [{ id }] = body.collection;
  await service.track(String(id), { trackingStatus: 'WATCHING', position: 'MONITOR' });
  expect((await service.get(`${publicBills}/${id}/detail`)).body).toMatchObject({
    id,
    trackingLevel: 'Watching',
    introducedDate: '2009-09-17',
  });
});

it('the sponsor of a bill comes first and is marked, also when the directory does not contain them', async () => {
  const id = await idOf('HR 3630', await sessionOf('112'));
  const { body } = await service.get(`/api/1.0/bill/${id}`);
  // The file names the sponsor by GovTrack's number 400058, and five cosponsors.
  expect(body.data.sponsors).toHaveLength(6);
  expect(body.data.sponsors[0]).toMatchObject({ name: 'Unnamed (GovTrack 400058)', isPrimary: true });
  expect(body.data.sponsors.slice(1).map(({ isPrimary }: { isPrimary: boolean }) => isPrimary)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
  expect(body.data.sponsors.some(({ name }: { name: string }) => name === 'Frank D. Lucas')).toBe(true);
});

it('the committee that a bill was first referred to comes first', async () => {
  const { body } = await service.get(`/api/1.0/bill/${await idOf('HR 3630', await sessionOf('112'))}`);
  expect(body.data.houseCommittees[0]).toBe('House Committee on Ways and Means');
});

it('an action of the Congress shows its chamber where the file gives it', async () => {
  const id = await idOf('HR 3630', await sessionOf('112'));
  const { body } = await service.get(`${publicBills}/${id}/actionhistory/`);
  const chamberOf = (text: string): string =>
    body.find(({ actionText }: { actionText: string }) => actionText.startsWith(text)).billChamberType;
  expect(chamberOf('Referred to House Ways and Means')).toBe('House');
  expect(chamberOf('Referred to the Subcommittee on Health')).toBe('House');
  expect(chamberOf('On passage Passed by recorded vote: 234 - 193')).toBe('House');
  expect(chamberOf('Senate agreed to conference report')).toBe('Senate');
  expect(chamberOf('Message on Senate action sent to the House')).toBe('Senate');
  expect(chamberOf('Mr. Camp moved that the House disagree to the Senate amendments')).toBe('House');
  expect(chamberOf('Signed by President')).toBe('Executive');
  // A conference of both chambers belongs to neither.
  expect(chamberOf('Conference held')).toBe('');
});
