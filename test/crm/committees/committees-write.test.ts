// Creating, changing, finding and moving committees (docs/interface/crm.md#committees).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let token: string;

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  platform.call(method, 'crm', `/api/v1/committee${path}`, { tenant: 'demo', token, body, headers });

const create = async (name: string, more: object = {}): Promise<string> => {
  const { status, body } = await send('POST', '/createcommittee', { name, ...more });
  expect(status).toBe(201);
  return body.id;
};
const move = (id: string, parentId: string | null) => send('PATCH', `/${id}`, { parentId });
const find = async (searchText: string): Promise<string[]> => {
  const { body } = await send('POST', '/CommiteePagingList', { filter: { searchText } });
  return body.data.map(({ name }: { readonly name: string }) => name);
};

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['crm.committees.read', 'crm.committees.write', 'crm.organizations.write'],
  });
});
afterAll(() => platform.stop());

it('a committee is created, read, replaced, patched, deactivated and reactivated', async () => {
  const organization = await platform.call('POST', 'crm', '/api/v1/organization', {
    tenant: 'demo',
    token,
    body: { name: 'Waterworks' },
  });
  const created = await send('POST', '/createcommittee', {
    name: 'Finance',
    description: 'Reads the accounts.',
    organizationId: organization.body.id,
  });
  expect(created.status).toBe(201);
  const { id } = created.body;
  expect(created.body).toMatchObject({ kind: 'association', organizationId: organization.body.id });
  expect(created.headers.get('location')).toContain(`/api/v1/committee/get/${id}`);
  const read = await send('GET', `/get/${id.toUpperCase()}`);
  expect(read.body).toEqual(created.body);
  expect((await send('PATCH', `/${id}`, { description: null })).body).toMatchObject({
    name: 'Finance',
    description: null,
    organizationId: organization.body.id,
  });
  expect((await send('PUT', `/${id}`, { name: 'Audit' })).body).toMatchObject({
    name: 'Audit',
    organizationId: null,
    kind: 'association',
  });
  expect((await send('POST', `/${id}/Deactivate`)).body.isActive).toBe(false);
  expect((await send('POST', `/${id}/Reactivate`)).body.isActive).toBe(true);
  const nameless = await send('PATCH', `/${id}`, { name: null });
  expect([nameless.status, nameless.body.error.details]).toMatchObject([400, [{ field: 'name' }]]);
  const stale = await send('PUT', `/${id}`, { name: 'X' }, { 'If-Match': read.headers.get('etag') ?? '' });
  expect(stale.status).toBe(412);
});

it('a committee is in the list at once, and found by its new name only', async () => {
  const { totalCount } = (await send('POST', '/CommiteePagingList', {})).body;
  const id = await create('Zebra Crossings');
  expect((await send('POST', '/CommiteePagingList', {})).body.totalCount).toBe(totalCount + 1);
  expect(await find('cross zeb')).toEqual(['Zebra Crossings']);
  await send('PATCH', `/${id}`, { name: 'Yak Crossings' });
  expect(await find('zebra')).toEqual([]);
  expect(await find('yak')).toEqual(['Yak Crossings']);
});

it('an organization or a parent that is not there is refused, and both are named at once', async () => {
  const unknown = 'c0000000-0000-4000-8000-000000000000';
  const { status, body } = await send('POST', '/createcommittee', {
    name: 'Lost',
    organizationId: unknown,
    parentId: unknown,
  });
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain('organizationId');
  expect(JSON.stringify(body)).toContain('parentId');
  expect((await send('GET', `/get/${unknown}`)).status).toBe(404);
});

it('a committee below itself is refused with the path', async () => {
  const top = await create('Top');
  const middle = await create('Middle', { parentId: top });
  const bottom = await create('Bottom', { parentId: middle });
  const refused = await move(top, bottom);
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain('Top > Bottom > Middle > Top');
  expect((await move(top, top)).status).toBe(400);
  expect((await move(bottom, null)).body.parentId).toBeNull();
});

it('two moves at once never close a cycle together', async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    const [first, second] = [await create(`First ${turn}`), await create(`Second ${turn}`)];
    const replies = await Promise.all([move(first, second), move(second, first)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  }
});
