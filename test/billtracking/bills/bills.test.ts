// Bills as existing callers list and read them (docs/interface/billtracking.md#public-bills, #bill-detail, #bills).
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordId } from '../../../shared/directory/record/record-id.ts';
import { type BillsPlatform, buildBill, publicBills, startBillsPlatform } from './bills-platform.ts';

let service: BillsPlatform;
let ids: string[];
const housing = { id: 240001, name: 'House Housing', chamber: 'lower' } as const;
const judicial = { id: 240002, name: 'Senate Judicial', chamber: 'upper' } as const;
const benId = recordId('demo', 'person:demo', 'ben');

beforeAll(async () => {
  service = await startBillsPlatform();
  ids = await service.importBills(
    buildBill('HB 9', {
      title: 'Rent stabilization for manufactured homes',
      summary: 'Limits the yearly increase to seven percent.',
      status: 'Passed',
      introducedDate: '2026-01-15',
      lastActionOn: '2026-03-01',
      sponsors: [{ name: 'Ann Vogel', isPrimary: true }],
      committees: [housing],
    }),
    buildBill('HB 10', {
      title: 'County road funds',
      introducedDate: '2026-01-20',
      lastActionOn: '2026-02-10',
      sponsors: [{ name: 'José Ruíz', isPrimary: true }],
    }),
    buildBill('SB 10', {
      title: 'Public records fees',
      introducedDate: '2026-02-02',
      lastActionOn: '2026-03-01',
      committees: [judicial],
    }),
    buildBill('SB 11', { title: 'Archived matter', lastActionOn: '2026-03-05' }),
    buildBill('SB 12', { title: 'Nobody follows this', lastActionOn: '2026-03-06' }),
  );
  const [nine = '', ten = '', senate = '', archived = ''] = ids;
  await service.track(nine, {
    trackingStatus: 'PRIORITY',
    position: 'OPPOSE',
    tags: ['Housing'],
    userTags: ['Call the sponsor'],
    assignedPersonIds: [benId],
    assignedGroups: ['Work group'],
    priority: 1,
  });
  await service.track(ten, { trackingStatus: 'TRACKING', tags: ['Roads', 'Finance'] });
  await service.track(senate, { trackingStatus: 'WATCHING' });
  await service.track(archived, { trackingStatus: 'ARCHIVED', tags: ['Old'] });
});
afterAll(() => service.platform.stop());

const inSession = { sessionId: '2402' };
const numbers = async (filter: Record<string, unknown>): Promise<string[]> => {
  const { status, body, text } = await service.post(`${publicBills}/list`, filter);
  expect(status, text).toBe(200);
  return body.collection.map((row: { billNumber: string }) => row.billNumber);
};

describe('the list of bills', () => {
  it('has the tracked bills, the latest action first, without archived and untracked ones', async () => {
    expect(await numbers(inSession)).toEqual(['HB 9', 'SB 10', 'HB 10']);
    const all = await numbers({});
    expect(all).not.toContain('SB 11');
    expect(all).not.toContain('SB 12');
  });

  it('returns a row with every field that callers read', async () => {
    const { body } = await service.post(
      `${publicBills}/list`,
      { billNumber: 'HB 9', ...inSession },
      service.staff,
    );
    expect(body.pagingModel).toEqual({ pageNumber: 1, pageSize: 50, totalRecords: 1, totalPages: 1 });
    expect(body.collection[0]).toMatchObject({
      id: Number(ids[0]),
      state: 'MD',
      billTypeAbbr: 'HB',
      status: 'Passed',
      trackingLevel: 'Priority',
      trackingLevelColorCode: '#B3261E',
      introducedDate: '2026-01-15',
      lastActionOn: '2026-03-01',
      sponsors: [{ name: 'Ann Vogel' }],
      houseCommittees: ['House Housing'],
      senateCommittees: [],
      assignedTo: ['Ben Okafor', 'Work group'],
      tags: [{ text: 'Housing' }],
    });
  });

  it.each<[string, Record<string, unknown>, string[]]>([
    ['introducedDate, month first', { introducedDate: '01-15-2026' }, ['HB 9']],
    [
      'introducedStartDate',
      { introducedStartDate: '01-20-2026', introducedEndDate: null },
      ['SB 10', 'HB 10'],
    ],
    ['introducedEndDate', { introducedEndDate: '2026-01-15' }, ['HB 9']],
    ['lastActionStartDate', { lastActionStartDate: '02-11-2026' }, ['HB 9', 'SB 10']],
    ['lastActionEndDate', { lastActionEndDate: '02-10-2026' }, ['HB 10']],
    ['title', { title: 'county road' }, ['HB 10']],
    ['billNumber, as written', { billNumber: 'hb010' }, ['HB 10']],
    ['billNumber, digits alone', { billNumber: '10' }, ['SB 10', 'HB 10']],
    ['searchText in the title', { searchText: 'manufact home' }, ['HB 9']],
    ['searchText in the summary', { searchText: 'seven percent' }, ['HB 9']],
    ['searchText by number', { searchText: 'SB10' }, ['SB 10']],
    ['searchText by sponsor, without accents', { searchText: 'jose ruiz' }, ['HB 10']],
    ['text in some fields', { text: 'seven', searchFields: ['title'] }, []],
    ['trackingLevels by id, also as a string', { trackingLevels: ['1', 3] }, ['HB 9', 'SB 10']],
    ['trackingLevels by title', { trackingLevels: ['Tracking'] }, ['HB 10']],
    ['sponsors', { sponsors: ['Ann Vogel'] }, ['HB 9']],
    ['houseCommittees by id', { houseCommittees: [240001] }, ['HB 9']],
    ['houseCommittees of the other house', { houseCommittees: ['Senate Judicial'] }, []],
    ['senateCommittees by name', { senateCommittees: ['Senate Judicial'] }, ['SB 10']],
    ['committeeIds', { committeeIds: ['240002'] }, ['SB 10']],
    ['tags', { tags: ['roads', 'Housing'] }, ['HB 9', 'HB 10']],
    ['billTypes', { billTypes: ['HB'] }, ['HB 9', 'HB 10']],
    ['billTypes by id', { billTypes: [22] }, ['SB 10']],
    ['status', { status: ['Passed'] }, ['HB 9']],
    ['usersTags', { usersTags: ['Call the sponsor'] }, ['HB 9']],
    ['clientPersonGroups', { clientPersonGroups: ['Work group'] }, ['HB 9']],
    ['users', { users: [benId] }, ['HB 9']],
    ['positions', { positions: ['OPPOSE'] }, ['HB 9']],
    ['trackingStatuses ARCHIVED', { trackingStatuses: ['ARCHIVED'] }, ['SB 11']],
    ['trackingStatuses NOT_TRACKED', { trackingStatuses: ['not_tracked'] }, ['SB 12']],
    ['two filters at once', { tags: ['Roads'], billTypes: ['SB'] }, []],
    ['blanks, which match everything', { tags: [], title: '', status: null }, ['HB 9', 'SB 10', 'HB 10']],
  ])('is narrowed by %s', async (_, filter, expected) => {
    expect(await numbers({ ...inSession, ...filter })).toEqual(expected);
  });

  it.each<[string, string | boolean, string[]]>([
    ['Title', 'true', ['HB 10', 'SB 10', 'HB 9']],
    ['billnumber', true, ['HB 9', 'HB 10', 'SB 10']],
    ['BillNumber', 'false', ['SB 10', 'HB 10', 'HB 9']],
    ['BillType', true, ['HB 9', 'HB 10', 'SB 10']],
    ['LastAction', true, ['HB 10', 'SB 10', 'HB 9']],
    ['LastAction', false, ['HB 9', 'SB 10', 'HB 10']],
    ['TrackingLevel', true, ['HB 9', 'HB 10', 'SB 10']],
    ['Priority', true, ['HB 9', 'HB 10', 'SB 10']],
  ])('is ordered by %s, isAsscending %s', async (sortBy, isAsscending, expected) => {
    expect(await numbers({ ...inSession, sortBy, isAsscending })).toEqual(expected);
  });

  it('finds nothing for a text without letters and digits', async () => {
    for (const filter of [{ searchText: '%%%' }, { text: '...' }, { title: '--' }, { billNumber: '%' }])
      expect(await numbers({ ...inSession, ...filter })).toEqual([]);
  });

  it('matches a committee without its chamber, and a sponsor by the last name', async () => {
    expect(await numbers({ ...inSession, houseCommittees: ['housing'] })).toEqual(['HB 9']);
    expect(await numbers({ ...inSession, senateCommittees: ['Senate Judicial'] })).toEqual(['SB 10']);
    expect(await numbers({ ...inSession, houseCommittees: ['Hous'] })).toEqual([]);
    expect(await numbers({ ...inSession, sponsors: ['vogel'] })).toEqual(['HB 9']);
  });

  it('requires a session for bills that are not tracked', async () => {
    const { status, body } = await service.post(`${publicBills}/list`, { trackingStatuses: ['NOT_TRACKED'] });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('sessionId');
  });

  it('names the people to whom bills are assigned to callers with a token only', async () => {
    const path = `${publicBills}/filter/billusers`;
    const { body } = await service.get(path, service.staff);
    expect(body.map(({ personId }: { personId: string }) => personId)).toContain(benId);
    expect((await service.get(path)).body).toEqual([]);
  });

  it('finds an untracked bill by a text in all sessions, for callers with a token', async () => {
    const filter = { trackingStatuses: ['NOT_TRACKED'], searchText: 'nobody follows' };
    const found = await service.post(`${publicBills}/list`, filter, service.staff);
    expect(found.body.collection.map(({ billNumber }: { billNumber: string }) => billNumber)).toContain(
      'SB 12',
    );
    const counted = await service.post(`${publicBills}/all-filter-list/count`, filter, service.staff);
    expect(counted.body).toBe(found.body.pagingModel.totalRecords);
    const elsewhere = await service.post(`${publicBills}/list`, { ...filter, stateIds: [53] }, service.staff);
    expect(elsewhere.body.collection).toEqual([]);
    expect((await service.post(`${publicBills}/list`, filter)).status).toBe(400);
  });

  it('has pages that together are the whole list, in every order', async () => {
    for (const sortBy of ['LastAction', 'Title', 'State', 'Session', 'IntroducedDate', 'Status']) {
      const whole = await numbers({ sortBy });
      const pages = await Promise.all(
        [1, 2, 3, 4, 5].map((pageNumber) =>
          numbers({ sortBy, pageNumber: String(pageNumber), pageSize: '3' }),
        ),
      );
      expect(pages.flat(), sortBy).toEqual(whole);
    }
  });

  it('has as many bills as the count returns, for every filter (property)', async () => {
    const some = (...values: (string | number)[]) => fc.subarray(values);
    const filter = fc.record(
      {
        sessionId: fc.constantFrom('2402', 5301, ''),
        trackingLevels: some('1', 'Tracking', 3),
        trackingStatuses: some('ARCHIVED', 'TRACKING', 'PRIORITY'),
        tags: some('Housing', 'Roads', 'Finance', 'Old'),
        billTypes: some('HB', 22),
        status: some('Passed', 'In committee'),
        searchText: fc.constantFrom('', 'hous', 'concerning', '10'),
        lastActionStartDate: fc.constantFrom('01-01-2025', '02-15-2026', null),
        introducedEndDate: fc.constantFrom('2026-01-31', ''),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(filter, async (body) => {
        const [list, count] = await Promise.all([
          service.post(`${publicBills}/list`, { ...body, pageSize: 1000 }),
          service.post(`${publicBills}/all-filter-list/count`, body),
        ]);
        expect(list.body.pagingModel.totalRecords).toBe(count.body);
        expect(list.body.collection).toHaveLength(count.body);
      }),
      { numRuns: 40 },
    );
  });
});

describe('a bill', () => {
  it('has the fields that callers read of a detail', async () => {
    const { body } = await service.get(`${publicBills}/${ids[0]}/detail/`, service.staff);
    expect(body).toMatchObject({
      id: Number(ids[0]),
      session: '2026 Regular Session',
      clientTags: [{ text: 'Housing' }],
      clientUsers: [{ personId: benId, firstName: 'Ben', lastName: 'Okafor' }],
      clientUserTags: [{ tag: 'Call the sponsor' }],
      clientGroups: [{ name: 'Work group' }],
    });
  });

  it('has the id 0 when the tenant does not track it, and its own when it is archived', async () => {
    expect((await service.get(`${publicBills}/${ids[4]}/detail`)).body).toMatchObject({
      id: 0,
      billNumber: 'SB 12',
    });
    expect((await service.get(`${publicBills}/${ids[3]}/detail`)).body.id).toBe(Number(ids[3]));
    expect((await service.get(`${publicBills}/987654/detail`)).body).toMatchObject({ id: 0, billNumber: '' });
    expect((await service.get(`/api/1.0/bill/${ids[4]}`)).body.data.id).toBe(Number(ids[4]));
    expect((await service.get('/api/1.0/bill/987654')).status).toBe(404);
    expect((await service.get(`${publicBills}/987654/version`)).status).toBe(404);
  });

  it('is returned without the api-version header, as existing callers send it, but not for another version', async () => {
    const without = { headers: { 'api-version': '' } };
    expect((await service.get(`${publicBills}/${ids[0]}/detail`, without)).status).toBe(200);
    expect((await service.post(`${publicBills}/list`, {}, without)).status).toBe(200);
    expect((await service.get(`${publicBills}/sessions`, { headers: { 'api-version': '2.0' } })).status).toBe(
      401,
    );
    expect((await service.get(`/api/1.0/bill/${ids[0]}`, without)).status).toBe(401);
  });
});

describe('the filters', () => {
  it('offer the values of tracked bills, and the list accepts them', async () => {
    for (const [path, field] of [
      ['sponsors', 'sponsors'],
      ['billtypes', 'billTypes'],
      ['status', 'status'],
      ['lastactions', 'lastActionTypes'],
      ['committees/house', 'houseCommittees'],
      ['committees/senate', 'senateCommittees'],
    ] as const) {
      const { body } = await service.get(`${publicBills}/${path}/`);
      expect(body.length, path).toBeGreaterThan(0);
      for (const { value } of body)
        expect((await numbers({ [field]: [value] })).length, `${path} ${value}`).toBeGreaterThan(0);
    }
  });

  it('count the bills that have each value', async () => {
    for (const [path, id, field] of [
      ['filter/tags', 'tagId', 'tags'],
      ['filter/billusers', 'personId', 'users'],
      ['filter/groups', 'id', 'clientPersonGroups'],
      ['filter/billusertags', 'id', 'usersTags'],
      ['trackinglevels', 'trackingLevelId', 'trackingLevels'],
    ] as const) {
      const { body } = await service.get(`${publicBills}/${path}`, service.staff);
      expect(body.length, path).toBeGreaterThan(0);
      for (const choice of body)
        expect(await numbers({ [field]: [choice[id]] }), path).toHaveLength(choice.count);
    }
    const { body: tags } = await service.get(`${publicBills}/filter/tags`);
    expect(tags.map(({ text }: { text: string }) => text)).not.toContain('Old');
  });
});
