// The documented lists by page, of active records and of others (docs/interface/crm.md#lists-by-page).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let token: string;
const send = (method: string, path: string, body?: unknown) =>
  platform.call(method, 'crm', `/api/v1${path}`, { tenant: 'demo', token, body });
beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: [
      'crm.people.read',
      'crm.people.write',
      'crm.organizations.read',
      'crm.organizations.write',
      'crm.committees.read',
      'crm.committees.write',
    ],
  });
});
afterAll(() => platform.stop());

interface Entry {
  readonly id: string;
  readonly isActive: boolean;
}

describe.each([
  {
    list: '/people/PeoplePagingList',
    create: '/people',
    drafts: [{ lastName: 'Xeno Alpha' }, { lastName: 'Xeno Beta' }],
    deactivate: (id: string) => `/people/${id}/Deactivate`,
  },
  {
    list: '/organization/OrganizationPagingList',
    create: '/organization',
    drafts: [{ name: 'Xeno Alpha' }, { name: 'Xeno Beta' }],
    deactivate: (id: string) => `/organization/${id}/Deactivate`,
  },
  {
    list: '/committee/CommiteePagingList',
    create: '/committee/createcommittee',
    drafts: [{ name: 'Xeno Alpha' }, { name: 'Xeno Beta' }],
    deactivate: (id: string) => `/committee/${id}/Deactivate`,
  },
])('$list', ({ list, create, drafts, deactivate }) => {
  const ids: string[] = [];
  const readAll = async (filter: object, pageSize = 1000): Promise<Entry[]> => {
    const entries: Entry[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { status, body, text } = await send('POST', list, { pageSize, filter, cursor });
      expect(status, text).toBe(200);
      expect(body.hasNextPage).toBe(body.nextCursor !== null);
      entries.push(...body.data);
      cursor = body.nextCursor;
    }
    return entries;
  };
  const idsOf = (entries: readonly Entry[]) => entries.map(({ id }) => id);

  beforeAll(async () => {
    for (const draft of drafts) ids.push((await send('POST', create, draft)).body.id);
    const { status, text } = await send('POST', deactivate(ids[1] ?? ''), {});
    expect(status, text).toBeLessThan(300);
  });

  it('filters by isActive, with the exact total, on pages and by cursor', async () => {
    const all = await readAll({});
    const active = await readAll({ isActive: true });
    const others = await readAll({ isActive: 'false' });
    expect(active.every(({ isActive }) => isActive)).toBe(true);
    expect(idsOf(others)).toContain(ids[1]);
    expect(idsOf(active)).toEqual(idsOf(all.filter(({ isActive }) => isActive)));
    expect(idsOf(others)).toEqual(idsOf(all.filter(({ isActive }) => !isActive)));
    expect(idsOf(await readAll({ isActive: true }, 3))).toEqual(idsOf(active));
    const { body } = await send('POST', list, { pageIndex: 1, pageSize: 2, filter: { isActive: true } });
    expect([body.totalCount, idsOf(body.data)]).toEqual([active.length, idsOf(active.slice(2, 4))]);
  });

  it('filters a search by isActive', async () => {
    expect(idsOf(await readAll({ searchText: 'xeno' }, 20)).toSorted()).toEqual(ids.toSorted());
    expect(idsOf(await readAll({ searchText: 'xeno', isActive: true }, 20))).toEqual([ids[0]]);
    expect(idsOf(await readAll({ searchText: 'xeno', isActive: false }, 20))).toEqual([ids[1]]);
  });

  it('refuses a cursor of another list', async () => {
    const { status } = await send('POST', list, { filter: { isActive: true }, cursor: '1.other' });
    expect(status).toBe(400);
  });
});
