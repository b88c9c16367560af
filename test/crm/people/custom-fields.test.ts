// Fields that a tenant adds to people and organizations (docs/interface/crm.md#custom-fields).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let token: string;

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  platform.call(method, 'crm', `/api/v1${path}`, { tenant: 'demo', token, body, headers });

const define = async (name: string, more: object = {}, owner = 'people'): Promise<string> => {
  const sent = { name, controlTypeId: 3, ...more };
  const { status, body } = await send('POST', `/Settings/CustomFields/${owner}`, sent);
  expect([status, name]).toEqual([201, name]);
  return body.id;
};

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['crm.people.read', 'crm.people.write', 'crm.settings.write', 'identity.audit.read'],
  });
});
afterAll(() => platform.stop());

it('a field is created, read, replaced, deactivated and reactivated, and its name is unique', async () => {
  const id = await define('Shoe size', { allowedValues: ['S', 'L'], tab: 'Sports', tabGroup: 'Sizes' });
  const at = `/Settings/CustomFields/people/${id}`;
  expect(
    (await send('POST', '/Settings/CustomFields/people', { name: 'SHOE size', controlTypeId: 0 })).status,
  ).toBe(409);
  await define('Shoe size', {}, 'organizations');
  const read = await send(
    'GET',
    at.toUpperCase().replace('/SETTINGS/CUSTOMFIELDS/PEOPLE', '/Settings/CustomFields/people'),
  );
  expect(read.body).toMatchObject({ sequence: 1, isRequired: false, isActive: true, tenantId: 'demo' });
  const tag = { 'If-Match': read.headers.get('etag') ?? '' };
  const change = {
    name: 'Boot size',
    controlTypeId: '3',
    tab: 'Sports',
    tabGroup: 'Sizes',
    isRequired: 'true',
  };
  expect((await send('PUT', at, change, tag)).body).toMatchObject({
    name: 'Boot size',
    allowedValues: [],
    isRequired: true,
  });
  expect((await send('PUT', at, change, tag)).status).toBe(412);
  await define('Shoe size');
  expect((await send('POST', `${at}/Deactivate`)).body.isActive).toBe(false);
  expect((await send('POST', `${at}/Reactivate`)).body.isActive).toBe(true);
  expect((await send('GET', `/Settings/CustomFields/organizations/${id}`)).status).toBe(404);
});

it('the kind of a field stays, because records have values of it', async () => {
  const id = await define('Hired', { controlTypeId: 1 });
  const { status, text } = await send('PUT', `/Settings/CustomFields/people/${id}`, {
    name: 'Hired',
    controlTypeId: 3,
  });
  expect(status).toBe(409);
  expect(text).toContain('controlTypeId');
});

it('everything that is wrong with a definition is said at once', async () => {
  const { status, text } = await send('POST', '/Settings/CustomFields/people', {
    name: '',
    controlTypeId: 7,
    sequence: 0,
  });
  expect(status).toBe(400);
  for (const field of ['name', 'controlTypeId', 'sequence']) expect(text).toContain(`"${field}"`);
  const dated = { name: 'Born', controlTypeId: 1, allowedValues: ['2000-01-01'] };
  expect((await send('POST', '/Settings/CustomFields/people', dated)).text).toContain('"allowedValues"');
  const twice = { name: 'Twice', controlTypeId: 3, allowedValues: ['Blue', 'blue'] };
  expect((await send('POST', '/Settings/CustomFields/people', twice)).text).toContain('"allowedValues"');
});

it('who changed a field, and what it was before, is in the audit', async () => {
  const id = await define('Audited');
  const { body } = await platform.call('GET', 'identity', '/api/v1/Audit', {
    tenant: 'demo',
    token,
  });
  expect(JSON.stringify(body)).toContain(id);
});
