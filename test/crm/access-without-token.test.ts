// What area B answers without a token: public endpoints, where the tenant's access policy allows it
// (docs/interface/access.md#tenant-access-setting, #without-a-token).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tenantKey } from '../../shared/auth/accounts/records.ts';
import { commit, update } from '../../shared/data/changes.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';

let platform: TestPlatform;
let token: string;
const fields: Record<string, string> = {};

const send = (method: string, path: string, more: object = {}) =>
  platform.call(method, 'crm', `/api/v1/${path}`, { tenant: 'harbor', ...more });
const withToken = (method: string, path: string, body?: unknown, headers = {}) =>
  send(method, path, { token, headers, ...(body !== undefined && { body }) });
const setPolicy = (read: string, headers = {}) =>
  withToken('PUT', 'Settings/AccessPolicy', { read }, headers);
const countBy = (fieldId: string, more = {}) =>
  send('POST', 'PublicFilteredRecordCount/harbor', {
    body: { filterRules: [{ fieldId, filterType: 301, selectedValues: ['Severn'] }] },
    ...more,
  });
const publicReads = [
  'GetPersonProfileFields/harbor',
  'PublicFilterConfiguration/harbor/organizationlist',
  'OrganizationTypeFilterList/harbor',
  'OrganizationTagFilterList/harbor',
  'OrganizationLocationFilterList/harbor',
  'OrganizationStatusFilterList/harbor',
  'Organization/GetAllOrganizationTagsPublic/harbor',
];

beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'harbor',
    permissions: [
      'crm.people.read',
      'crm.organizations.read',
      'crm.organizations.write',
      'crm.settings.write',
      'training.settings.write',
    ],
  });
  for (const owner of ['people', 'organizations'])
    for (const isPublic of [true, false]) {
      const name = `${isPublic ? 'Open' : 'Hidden'} field of ${owner}`;
      const created = await withToken('POST', `Settings/CustomFields/${owner}`, {
        name,
        controlTypeId: 3,
        ...(isPublic && { isPublic }),
      });
      expect(created.body, created.text).toMatchObject({ name, isPublic });
      fields[name] = created.body.id;
    }
  const customFields = ['Open', 'Hidden'].map((kind) => ({
    fieldId: fields[`${kind} field of organizations`],
    value: 'Severn',
  }));
  const organization = { name: 'Quay', type: 'Harbor', email: 'office@quay.example', customFields };
  expect((await withToken('POST', 'organization', organization)).status).toBe(201);
});
afterAll(() => platform.stop());

it('a tenant without a policy refuses strangers, whatever another tenant allows', async () => {
  expect((await withToken('GET', 'Settings/AccessPolicy')).body).toEqual({ read: 'token' });
  const elsewhere = await send('GET', 'GetPersonProfileFields/demo', { tenant: 'demo' });
  expect(elsewhere.status, elsewhere.text).toBe(200);
  for (const path of publicReads) {
    const { status, body } = await send('GET', path);
    expect(status, path).toBe(401);
    expect(body.error).toMatchObject({
      code: 'AUTHENTICATION_REQUIRED',
      message: 'This request requires an access token: Authorization: Bearer <access token>.',
    });
    expect((await withToken('GET', path)).status, path).toBe(200);
  }
  expect((await countBy('status')).status).toBe(401);
});

it('a changed policy takes effect with the next request, is audited, and heeds If-Match', async () => {
  const stale = (await withToken('GET', 'Settings/AccessPolicy')).headers.get('etag') ?? '';
  expect((await setPolicy('tenant', { 'If-Match': stale })).body).toEqual({ read: 'tenant' });
  expect((await setPolicy('token', { 'If-Match': stale })).status).toBe(412);
  for (const path of publicReads) expect((await send('GET', path)).status, path).toBe(200);
  const { body } = await platform.call('GET', 'training', '/api/v1/Settings/Audit?pageSize=1', {
    tenant: 'harbor',
    token,
  });
  expect(body[0]).toMatchObject({
    setting: 'AccessPolicy',
    entry: 'crm',
    before: { read: 'token' },
    after: { read: 'tenant' },
  });
  expect((await setPolicy('token')).status).toBe(200);
  expect((await send('GET', 'GetPersonProfileFields/harbor')).status).toBe(401);
  expect((await send('PUT', 'Settings/AccessPolicy', { body: { read: 'tenant' } })).status).toBe(401);
  expect((await setPolicy('tenant')).status).toBe(200);
});

it('a stranger learns of public custom fields only', async () => {
  for (const path of publicReads.slice(0, 2)) {
    const stranger = await send('GET', path);
    expect(stranger.text).toContain('Open field');
    expect(stranger.text).not.toContain('Hidden field');
    expect((await withToken('GET', path)).text).toContain('Hidden field');
  }
  const open = fields['Open field of organizations'] ?? '';
  const hidden = fields['Hidden field of organizations'] ?? '';
  expect((await countBy(open)).body).toBe(1);
  expect((await countBy(hidden, { token })).body).toBe(1);
  const refused = await countBy(hidden);
  expect(refused.status).toBe(400);
  const unknown = await countBy('00000000-0000-4000-8000-000000000000');
  expect(refused.body.error.details[0].code).toBe(unknown.body.error.details[0].code);
});

it('an open policy opens no list, no record and no other setting', async () => {
  for (const [method, path] of [
    ['GET', 'people'],
    ['GET', 'Settings/AccessPolicy'],
    ['GET', 'Settings/CustomFields/people'],
    ['GET', 'OrganizationColumnList/harbor'],
    ['POST', 'OrganizationPagingListWithCF/harbor'],
    ['POST', 'People/NewPeoplePagingList'],
  ] as const)
    expect((await send(method, path, method === 'POST' ? { body: {} } : {})).status, path).toBe(401);
});

it('strangers have a request limit, which does not count calls with a token', async () => {
  const requestLimit = { perMinute: 100, perHour: 2 };
  await commit([update(tenantKey(platform.store('harbor')), { set: { requestLimit } })]);
  const read = async (more = {}) => (await send('GET', 'GetPersonProfileFields/harbor', more)).status;
  const statuses: number[] = [];
  // Calls of the tests before count too.
  for (let sent = 0; sent < 3; sent += 1) statuses.push(await read());
  expect(statuses.at(-1)).toBe(429);
  expect([await read({ token }), await read({ token }), await read({ token })]).toEqual([200, 200, 200]);
});
