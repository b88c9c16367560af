// Creating, changing, finding and moving organizations (docs/interface/crm.md#organizations, #organization-tree).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handler as renameOrganizationPeople } from '../../../functions/crm/jobs/rename-organization-people/handler.ts';
import { commit, put, remove } from '../../../shared/data/changes.ts';
import { turnKey } from '../../../shared/directory/record/import-turn.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let token: string;

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  platform.call(method, 'crm', `/api/v1/organization${path}`, { tenant: 'demo', token, body, headers });

const create = async (name: string, more: object = {}): Promise<string> => {
  const { status, body } = await send('POST', '', { name, ...more });
  expect(status).toBe(201);
  return body.id;
};
const renameKey = (id: string) => platform.store('demo').key<object>(`ORG#${id}`, 'RENAME');
const move = (id: string, parentId: string | null) => send('PATCH', `/${id}`, { parentId });

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['crm.people.read', 'crm.people.write', 'crm.organizations.read', 'crm.organizations.write'],
  });
});
afterAll(() => platform.stop());

describe('an organization', () => {
  it('is created, read, replaced, patched, deactivated and reactivated', async () => {
    const created = await send('POST', '', {
      name: 'Waterworks',
      type: 'Company',
      email: 'office@water.example',
      addresses: [{ city: 'Rivertown' }],
      website: '',
    });
    expect(created.body).toMatchObject({
      name: 'Waterworks',
      type: 'Company',
      website: null,
      isActive: true,
    });
    const path = `/${created.body.id}`;
    expect(created.headers.get('location')).toContain(`/api/v1/organization${path}`);
    expect((await send('GET', path.toUpperCase())).body).toEqual(created.body);
    expect((await send('PATCH', path, { phone: '1', type: null })).body).toMatchObject({
      name: 'Waterworks',
      type: null,
      phone: '1',
    });
    expect((await send('PUT', path, { name: 'Water' })).body).toMatchObject({ phone: null, addresses: [] });
    expect((await send('POST', `${path}/Deactivate`)).body.isActive).toBe(false);
    expect((await send('POST', `${path}/Reactivate`)).body.isActive).toBe(true);
  });

  it('refuses a name of null as invalid, with what else is wrong, on create as on change', async () => {
    const { id } = (await send('POST', '', { name: 'Named' })).body;
    for (const [method, path] of [
      ['POST', ''],
      ['PUT', `/${id}`],
      ['PATCH', `/${id}`],
    ] as const) {
      const { status, body } = await send(method, path, { name: null, website: 'no' });
      const fields = body.error.details.map(({ field }: { field: string }) => field);
      expect([status, fields], method).toEqual([400, ['name', 'website']]);
    }
  });

  it('has any number of email addresses and telephone numbers, one of each the main one', async () => {
    const emails = [
      { value: 'office@many.example', type: 'Office' },
      { value: 'press@many.example', type: 'Press', isPrimary: true },
    ];
    const { body } = await send('POST', '', { name: 'Many Ways', emails, phone: '1' });
    expect(body).toMatchObject({
      email: 'press@many.example',
      emails: [
        { value: 'press@many.example', type: 'Press', isPrimary: true },
        { value: 'office@many.example', type: 'Office', isPrimary: false },
      ],
      phones: [{ value: '1', type: null, isPrimary: true }],
    });
    const path = `/${body.id}`;
    const phones = [{ value: '2' }, { value: '3', type: 'Fax' }];
    expect((await send('PATCH', path, { phones })).body).toMatchObject({
      phone: '2',
      phones: [{ value: '2' }, { value: '3', type: 'Fax', isPrimary: false }],
      email: 'press@many.example',
    });
    const { body: listed } = await platform.call('POST', 'crm', '/api/v1/OrganizationPagingListWithCF/demo', {
      ...{ tenant: 'demo', token },
      body: { itemCount: 5, pageNumber: 1, filterBody: { searchText: 'Many Ways' } },
    });
    expect(listed.result).toMatchObject([
      {
        primaryEmail: 'press@many.example',
        secondaryEmails: [{ value: 'office@many.example' }],
        phoneNumbers: [{ value: '2' }, { value: '3' }],
      },
    ]);
    // What was read may be sent back with one field changed.
    const { body: read } = await send('GET', path);
    expect((await send('PUT', path, { ...read, description: 'Same' })).body).toMatchObject({
      ...read,
      description: 'Same',
      modifiedDate: expect.any(String),
    });
    const twice = await send('PATCH', path, { phones: [{ value: '2' }, { value: '2' }] });
    expect(twice.status).toBe(400);
    expect(twice.body.error.details[0].message).toContain('2 is in phones twice');
    const other = await send('PATCH', path, {
      email: 'a@many.example',
      emails: [{ value: 'b@many.example' }],
    });
    expect(other.body.error.details[0].message).toContain('the main one is b@many.example');
  });

  it('a lost update is 412', async () => {
    const { body, headers } = await send('POST', '', { name: 'Versions' });
    const ifMatch = { 'If-Match': headers.get('etag') ?? '' };
    expect((await send('PATCH', `/${body.id}`, { phone: '1' }, ifMatch)).status).toBe(200);
    expect((await send('PATCH', `/${body.id}`, { phone: '2' }, ifMatch)).status).toBe(412);
  });

  it('is found by its name and town', async () => {
    await create('Zuckerfabrik Nörd', { addresses: [{ city: 'Uelzen' }] });
    for (const searchText of ['zucker', 'nord uel', 'UELZEN zuckerfabrik'])
      expect((await send('POST', '/OrganizationPagingList', { filter: { searchText } })).body).toMatchObject({
        data: [{ name: 'Zuckerfabrik Nörd' }],
        totalCount: 1,
      });
    const page = await send('POST', '/OrganizationPagingList', { pageIndex: 1, pageSize: 2 });
    expect([page.body.data.length, page.body.pageIndex]).toEqual([2, 1]);
  });

  it('lists its people by name, page by page', async () => {
    const organizationId = await create('Peopled');
    for (const lastName of ['Beck', 'Adler', 'Crane'])
      await platform.call('POST', 'crm', '/api/v1/people', {
        tenant: 'demo',
        token,
        body: { lastName, organizationId },
      });
    const { body } = await send('POST', `/${organizationId}/GetAllPeople`, { pageSize: 2 });
    expect(body.data.map((person: { lastName: string }) => person.lastName)).toEqual(['Adler', 'Beck']);
    expect(body).toMatchObject({ totalCount: 3, hasNextPage: true });
    const last = await send('POST', `/${organizationId}/GetAllPeople`, { pageIndex: 1, pageSize: 2 });
    expect(last.body.data).toHaveLength(1);
    expect((await send('POST', '/00000000-0000-4000-8000-000000000000/GetAllPeople', {})).status).toBe(404);
  });
});

describe('a new name', () => {
  it('reaches the people of the organization, their search and their lists, and nobody else', async () => {
    const organizationId = await create('Formerly Quondam');
    const elsewhere = await create('Elsewhere');
    const enter = async (lastName: string, inside: string) =>
      platform.call('POST', 'crm', '/api/v1/people', {
        tenant: 'demo',
        token,
        body: { lastName, organizationId: inside, positions: [{ organizationId, title: 'Clerk' }] },
      });
    for (const lastName of ['Ra', 'Rb', 'Rc']) await enter(lastName, organizationId);
    const { body: other } = await enter('Rd', elsewhere);
    await send('PATCH', `/${organizationId}`, { name: 'Henceforth Novum' });
    const mark = { pk: { S: `T#demo#ORG#${organizationId}` }, sk: { S: 'RENAME' } };
    const event = {
      Records: [
        {
          eventName: 'INSERT' as const,
          dynamodb: { Keys: mark, NewImage: { type: { S: 'organization-rename' } } },
        },
      ],
    };
    expect(await platform.store('demo').get(renameKey(organizationId))).toMatchObject({
      type: 'organization-rename',
    });
    for (let round = 0; round < 2; round += 1) await renameOrganizationPeople(event);
    const found = async (text: string) =>
      (
        await platform.call('POST', 'crm', `/api/v1/people/SearchPeopleList/${text}`, {
          tenant: 'demo',
          token,
        })
      ).body.data.map(({ lastName }: { lastName: string }) => lastName);
    expect([await found('quondam'), await found('novum')]).toEqual([[], ['Ra', 'Rb', 'Rc']]);
    const { body } = await send('POST', `/${organizationId}/GetAllPeople`, {});
    expect(body.data[0]).toMatchObject({
      organizationName: 'Henceforth Novum',
      positions: [{ organizationName: 'Henceforth Novum' }],
    });
    const unchanged = await platform.call('GET', 'crm', `/api/v1/people/${other.id}`, {
      tenant: 'demo',
      token,
    });
    expect(unchanged.body).toEqual(other);
  });
});

describe('the tree', () => {
  it('has the organizations below, at any depth, with their people counted once', async () => {
    const root = await create('Root');
    const branch = await create('Branch', { parentId: root });
    const leaf = await create('Leaf', { parentId: branch });
    await platform.call('POST', 'crm', '/api/v1/people', {
      tenant: 'demo',
      token,
      body: {
        lastName: 'Leaflet',
        organizationId: leaf,
        positions: [{ organizationId: root, title: 'Guest' }],
      },
    });
    expect((await send('GET', `/${root}/Tree`)).body.data).toMatchObject([
      { id: root, depth: 0, people: 0, peopleInTree: 1 },
      { id: branch, depth: 1, people: 0, peopleInTree: 1 },
      { id: leaf, depth: 2, people: 1, peopleInTree: 1 },
    ]);
  });

  it('is in the order of the levels, and by name under each parent', async () => {
    const root = await create('Ordered');
    for (const name of ['Zeta', 'Alpha', 'Mid']) await create(name, { parentId: root });
    for (let round = 0; round < 5; round += 1)
      expect(
        (await send('GET', `/${root}/Tree`)).body.data.map(({ name }: { name: string }) => name),
      ).toEqual(['Ordered', 'Alpha', 'Mid', 'Zeta']);
  });

  it('a move takes everything below along', async () => {
    const [from, to] = [await create('From'), await create('To')];
    const moved = await create('Moved', { parentId: from });
    await create('Below', { parentId: moved });
    await move(moved, to);
    expect((await send('GET', `/${to}/Tree`)).body.data).toHaveLength(3);
    expect((await send('GET', `/${from}/Tree`)).body.data).toHaveLength(1);
  });

  it('a parent that is unknown, the organization itself or below it is refused with the path', async () => {
    const top = await create('Top');
    const middle = await create('Middle', { parentId: top });
    const low = await create('Low', { parentId: middle });
    const { status, body } = await move(top, low);
    expect([status, body.error.message]).toEqual([
      400,
      'The organization would be below itself: Top > Low > Middle > Top. Choose a parent that is not below it.',
    ]);
    expect((await move(top, top)).body.error.message).toContain('Top > Top');
    expect((await move(top, '00000000-0000-4000-8000-000000000000')).body.error.details[0]).toMatchObject({
      field: 'parentId',
      code: 'UNKNOWN_VALUE',
    });
  });

  it('of two moves that would only together close a cycle one is refused', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [a, b] = [await create(`A${round}`), await create(`B${round}`)];
      const statuses = (await Promise.all([move(a, b), move(b, a)])).map(({ status }) => status);
      expect(statuses.sort()).toEqual([200, 400]);
    }
  });

  it('nothing is moved while an import may move it too', async () => {
    const [one, two] = [await create('One'), await create('Two')];
    const key = turnKey(platform.store('demo'), 'organizations');
    const until = Date.now() + 3_600_000;
    await commit([put(key, { type: 'import-turn', holder: 'test', until, ttl: Math.ceil(until / 1000) })]);
    expect((await move(one, two)).status).toBe(409);
    await commit([remove(key)]);
    expect((await move(one, two)).status).toBe(200);
  });
});
