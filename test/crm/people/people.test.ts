// People and organizations of area B as a caller sees them (docs/interface/crm.md#people, #person-fields;
// docs/interface/lists.md#lists-of-area-b).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

/** The invented people of the demo tenant, and the legislators of its state. */
const everybody = 12 + 15 + 3;
let platform: TestPlatform;
let token: string;

const get = (path: string, more: { readonly token?: string } = { token }) =>
  platform.call('GET', 'crm', path, { tenant: 'demo', ...more });

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['crm.people.read', 'crm.organizations.read'],
  });
});
afterAll(() => platform.stop());

describe('GET /api/v1/people', () => {
  it('returns a page with the documented envelope, with pages counted from 0', async () => {
    const first = await get('/api/v1/people?pageSize=5');
    const second = await get('/api/v1/people?pageSize=5&pageIndex=1');
    const followed = await get(
      `/api/v1/people?pageSize=5&cursor=${encodeURIComponent(first.body.nextCursor)}`,
    );
    expect(first.body).toMatchObject({ totalCount: everybody, pageIndex: 0, pageSize: 5, hasNextPage: true });
    expect(first.body.data).toHaveLength(5);
    expect(followed.body).toEqual(second.body);
    const lastPage = Math.ceil(everybody / 5) - 1;
    const last = await get(`/api/v1/people?pageSize=5&pageIndex=${lastPage}`);
    expect(last.body).toMatchObject({ hasNextPage: false, nextCursor: null });
    expect(last.body.data).toHaveLength(everybody - 5 * lastPage);
    expect((await get('/api/v1/people?pageIndex=9&pageSize=5')).body).toMatchObject({
      data: [],
      totalCount: everybody,
    });
  });

  it('sorts by last name, ignoring case and accents', async () => {
    const { body } = await get('/api/v1/people?pageSize=100');
    const invented = body.data.filter(({ title }: { title: string }) => !title.startsWith('Legislator'));
    expect(invented.map((person: { lastName: string }) => person.lastName)).toEqual([
      'da Costa',
      'Delacroix',
      'Fairweather',
      'Haddad',
      'Lindqvist',
      'Marchetti',
      'Nováková',
      'Núñez',
      'Okafor',
      "O'Rourke",
      'Tanaka',
      'Vance',
      'Whitehorse',
      'Winslow',
      'Winslow',
    ]);
  });

  it.each([
    ['pageSize=5000', 'pageSize', 'OUT_OF_RANGE'],
    ['pageIndex=-1', 'pageIndex', 'OUT_OF_RANGE'],
    ['cursor=nonsense', 'cursor', 'INVALID_FORMAT'],
    ['cursor=1.nonsense', 'cursor', 'INVALID_FORMAT'],
  ])('refuses %s', async (query, field, code) => {
    const { status, body } = await get(`/api/v1/people?${query}`);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ field, code }] });
  });

  it('needs a token with the permission', async () => {
    expect((await get('/api/v1/people', {})).status).toBe(401);
    const other = await platform.tokenFor({ tenant: 'demo', permissions: ['crm.organizations.read'] });
    expect((await get('/api/v1/people', { token: other })).status).toBe(403);
  });
});

describe('GET /api/v1/people/{id}', () => {
  it('returns the person with position and office, active according to their dates', async () => {
    const { body: list } = await get('/api/v1/people');
    const senator = list.data.find((person: { lastName: string }) => person.lastName === 'Delacroix');
    const { status, body } = await get(`/api/v1/people/${senator.id.toUpperCase()}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      displayName: 'Maya Delacroix',
      positions: [{ title: 'State Senator', startDate: '2023-01-09', endDate: null, isActive: true }],
      offices: [{ role: 'upper', state: 'OR', district: '31', isActive: true }],
      tenantId: 'demo',
    });
  });

  it("finds no person by an unknown id or another tenant's, and refuses an invalid id", async () => {
    const harbor = await platform.tokenFor({ tenant: 'harbor', permissions: ['crm.people.read'] });
    const theirs = await platform.call('GET', 'crm', '/api/v1/people', { tenant: 'harbor', token: harbor });
    for (const id of [theirs.body.data[0].id, '00000000-0000-4000-8000-000000000000']) {
      const { status, body } = await get(`/api/v1/people/${id}`);
      expect(status).toBe(404);
      expect(body.error.code).toBe('RESOURCE_NOT_FOUND');
    }
    expect((await get('/api/v1/people/12')).status).toBe(400);
  });
});

describe('GET /api/v1/Organization/OrganizationListLite', () => {
  it('returns organizations sorted by name, with their parents', async () => {
    const { body } = await get('/api/v1/Organization/OrganizationListLite');
    expect(body.data.map((person: { name: string }) => person.name)).toEqual([
      'Alder County',
      'Alder County Road Department',
      'Birch County',
      'Birch County Clerk’s Office',
      'Cascadia Association of Counties',
      'Yarrow Water',
      'Yarrow Water District',
    ]);
    expect(body.data[1].parentId).toBe(body.data[0].id);
    expect(body).toMatchObject({ totalCount: 7, pageIndex: 0, hasNextPage: false });
  });
});
