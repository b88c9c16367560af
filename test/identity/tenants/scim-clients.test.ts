// The requests that directories send, in the shapes of their own tests: the Microsoft Entra SCIM Validator
// (https://scimvalidator.microsoft.com, described in
// https://learn.microsoft.com/entra/identity/app-provisioning/scim-validator-tutorial) and Okta's SCIM 2.0 specification test
// (https://developer.okta.com/standards/SCIM/SCIMFiles/Okta-SCIM-20-SPEC-Test.json).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Reply, startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { createScimCaller, type ScimCaller } from './scim-caller.ts';

const coreUser = 'urn:ietf:params:scim:schemas:core:2.0:User';
const coreGroup = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const listResponse = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const errorMessage = 'urn:ietf:params:scim:api:messages:2.0:Error';

let platform: TestPlatform;
let scim: ScimCaller;
beforeAll(async () => {
  platform = await startPlatform();
  scim = await createScimCaller(platform, ['demo']);
});
afterAll(() => platform.stop());

const patch = (...Operations: unknown[]) => ({
  body: { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations },
});
const search = (type: string, filter: string, more = '') =>
  scim('GET', `/${type}?filter=${encodeURIComponent(filter)}${more}`);

describe('Okta SCIM 2.0 SPEC Test', () => {
  const userName = 'aaron.okta@demo.example';
  const user = {
    schemas: [coreUser],
    userName,
    name: { givenName: 'Aaron', familyName: 'Ostrander' },
    emails: [{ primary: true, value: userName, type: 'work' }],
    displayName: 'Aaron Ostrander',
    active: true,
  };
  const create = () =>
    scim('POST', '/Users', { body: user, headers: { 'Content-Type': 'application/json' } });
  let id = '';

  it('Make sure random user does not exist; Test invalid User by username', async () => {
    const { status, body } = await search('Users', `userName eq "${userName}"`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ totalResults: 0, schemas: [listResponse] });
  });

  it('Create Okta user with realistic values; Verify that user was created', async () => {
    const created = await create();
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ ...user, active: true });
    id = created.body.id;
    expect((await scim('GET', `/Users/${id}`)).body).toMatchObject({ userName, name: user.name });
  });

  it('Expect failure when recreating user with same values', async () => {
    expect((await create()).status).toBe(409);
  });

  it('Test Users endpoint; Get Users/{{id}}', async () => {
    const { body } = await search(
      'Users',
      `externalId eq "nobody" or userName sw "aaron.okta"`,
      '&count=1&startIndex=1',
    );
    expect(body).toMatchObject({ schemas: [listResponse], itemsPerPage: 1, startIndex: 1, totalResults: 1 });
    const [first] = body.Resources;
    expect(first).toMatchObject({
      id,
      userName,
      active: true,
      name: user.name,
      emails: [{ value: userName }],
    });
    expect((await scim('GET', `/Users/${id}`)).body.id).toBe(id);
  });

  it('Username Case Sensitivity Check', async () => {
    expect((await search('Users', `userName eq "${userName.toUpperCase()}"`)).body.totalResults).toBe(1);
  });

  it('Verify Groups endpoint', async () => {
    const { status, body } = await scim('GET', '/Groups');
    expect(status).toBe(200);
    expect(body.Resources.length).toBe(body.totalResults);
  });

  it.each(['00919288221112222', '010101001010101011001010101011'])(
    'Check status 404; Test invalid User by ID: %s',
    async (unknown) => {
      const { status, body } = await scim('GET', `/Users/${unknown}`);
      expect(status).toBe(404);
      expect(body).toMatchObject({
        schemas: [errorMessage],
        status: '404',
        detail: expect.stringMatching(/./),
      });
    },
  );

  it('Check status 401', async () => {
    const { status, body } = await platform.call('GET', 'identity', '/scim/v2/Users', {
      headers: { Authorization: 'non-token' },
    });
    expect(status).toBe(401);
    expect(body).toMatchObject({
      schemas: [errorMessage],
      status: '401',
      detail: expect.stringMatching(/./),
    });
  });

  // https://developer.okta.com/docs/reference/scim/scim-20: Okta deactivates by a PATCH without a path, and updates by PUT.
  it('Update and deactivate, as the provisioning service does', async () => {
    const deactivated = await scim(
      'PATCH',
      `/Users/${id}`,
      patch({ op: 'replace', value: { active: false } }),
    );
    expect(deactivated.body).toMatchObject({ userName, active: false });
    const replaced = await scim('PUT', `/Users/${id}`, {
      body: {
        ...user,
        id,
        userName: 'aaron.new@demo.example',
        active: true,
        locale: 'en-US',
        groups: [],
        meta: { resourceType: 'User' },
      },
    });
    expect(replaced.body).toMatchObject({ id, userName: 'aaron.new@demo.example', active: true });
  });

  // https://developer.okta.com/docs/reference/scim/scim-20: Group Push creates, renames and deletes groups.
  it('Group Push', async () => {
    const created = await scim('POST', '/Groups', {
      body: {
        schemas: [coreGroup],
        displayName: 'Sales & Marketing',
        members: [{ value: id, display: userName }],
      },
    });
    expect(created.status).toBe(201);
    const group = `/Groups/${encodeURIComponent(created.body.id)}`;
    expect((await scim('GET', `${group}?attributes=members`)).body.members).toMatchObject([{ value: id }]);
    const renamed = await scim(
      'PATCH',
      group,
      patch({ op: 'replace', value: { id: created.body.id, displayName: 'Field marketing' } }),
    );
    expect(renamed.body).toMatchObject({ id: created.body.id, displayName: 'Field marketing' });
    expect((await search('Groups', 'displayName eq "field MARKETING"')).body.totalResults).toBe(1);
    expect((await scim('DELETE', group)).status).toBe(204);
    expect((await scim('GET', group)).status).toBe(404);
  });
});

describe('Microsoft Entra SCIM Validator', () => {
  const userName = 'ford_purdy@abernathypadberg.example';
  const user = {
    schemas: [coreUser, enterprise],
    userName,
    externalId: '6564363d-d0ee-4a5b-8d2c-9a1f6f8c9b0e',
    active: true,
    displayName: 'KHMLNUBPQVEW',
    title: 'TJSOWAIIFHRF',
    name: { givenName: 'Emmalee', familyName: 'Nelson', formatted: 'Devan' },
    emails: [{ type: 'work', value: 'tressie@brown.example', primary: true }],
    phoneNumbers: [{ type: 'work', value: '12-345-678' }],
    addresses: [{ type: 'work', streetAddress: '12 Main', locality: 'X' }],
    [enterprise]: { employeeNumber: 'E1', department: 'D', manager: { value: 'VTNXMVHLRYYD' } },
  };
  let id = '';
  const change = (...operations: unknown[]): Promise<Reply> =>
    scim('PATCH', `/Users/${id}`, patch(...operations));

  it('Create a new User; Create a duplicate User', async () => {
    const created = await scim('POST', '/Users', { body: user });
    expect(created.status).toBe(201);
    id = created.body.id;
    const again = await scim('POST', '/Users', { body: user });
    expect(again.body).toMatchObject({ status: '409', scimType: 'uniqueness' });
  });

  it('Filter for an existing user; with a different case; for a non-existing user; by externalId', async () => {
    for (const filter of [
      `userName eq "${userName}"`,
      `userName eq "${userName.toUpperCase()}"`,
      `externalId eq "${user.externalId}"`,
    ])
      expect((await search('Users', filter)).body.Resources, filter).toMatchObject([{ id }]);
    expect((await search('Users', 'userName eq "nobody-at-all"')).body.totalResults).toBe(0);
  });

  it('Patch User - Replace Attributes', async () => {
    const { status, body } = await change(
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'lilian.graham@millszboncak.example' },
      { op: 'replace', path: 'phoneNumbers[type eq "work"].value', value: '07-272-0828' },
      { op: 'replace', path: 'addresses[type eq "work"].streetAddress', value: '2809 Johns Walk' },
      { op: 'replace', value: { displayName: 'QSVGIGCQEWTH', 'name.givenName': 'Rosalia' } },
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      displayName: 'QSVGIGCQEWTH',
      name: { givenName: 'Rosalia' },
      emails: [{ type: 'work', value: 'lilian.graham@millszboncak.example' }],
    });
  });

  it('Patch User - Replace Attributes by the primary entry, with a boolean as a text', async () => {
    const { body } = await change({
      op: 'replace',
      path: 'emails[primary eq true].value',
      value: 'carolina@walsh.example',
    });
    expect(body.emails).toMatchObject([{ value: 'carolina@walsh.example' }]);
  });

  it('Patch User - Remove Attributes and Add Attributes', async () => {
    const removed = await change(
      { op: 'remove', path: 'displayName' },
      { op: 'remove', path: 'emails[type eq "work"].value' },
    );
    expect(removed.status).toBe(200);
    expect(removed.body.displayName).toBeUndefined();
    expect(removed.body.emails).toBeUndefined();
    const added = await change(
      { op: 'add', path: 'emails[type eq "work"].value', value: 'new@walsh.example' },
      { op: 'add', path: 'phoneNumbers[type eq "mobile"].value', value: '1' },
      { op: 'add', value: { displayName: 'X' } },
    );
    expect(added.body).toMatchObject({ displayName: 'X', emails: [{ value: 'new@walsh.example' }] });
  });

  it.each([
    { op: 'add', path: `${enterprise}:manager`, value: { value: 'AXTKDLNRKMKT' } },
    { op: 'replace', path: `${enterprise}:manager`, value: { value: 'CBEQXYNPNAZS' } },
    { op: 'Add', path: `${enterprise}:department`, value: 'Sales' },
    { op: 'remove', path: `${enterprise}:manager` },
  ])('Patch User - an attribute that is not stored is ignored: %j', async (operation) => {
    expect((await change(operation)).status).toBe(200);
  });

  it('Update User userName', async () => {
    const { body } = await change({ op: 'replace', value: { userName: 'emilio@hermann.example' } });
    expect(body).toMatchObject({ id, userName: 'emilio@hermann.example' });
  });

  it('Patch User - Disable User, and a rename with it', async () => {
    const { body } = await change(
      { op: 'Replace', path: 'userName', value: 'emilio.left@hermann.example' },
      { op: 'Replace', path: 'active', value: 'False' },
    );
    expect(body).toMatchObject({ userName: 'emilio.left@hermann.example', active: false });
  });

  it('Create a new Group; duplicate; by id and by filter, excluding members; rename; members; delete', async () => {
    const sent = {
      schemas: [coreGroup],
      displayName: 'UHYYWKURUTZS',
      externalId: 'c420a4bf-cb0d-415a-98ff-bb3c12b0b2e3',
    };
    const created = await scim('POST', '/Groups', { body: sent });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject(sent);
    expect(created.headers.get('location')).toBe(created.body.meta.location);
    const again = await scim('POST', '/Groups', { body: sent });
    expect(again.body).toMatchObject({ status: '409', scimType: 'uniqueness' });
    const group = `/Groups/${created.body.id}`;
    expect((await scim('GET', `${group}?excludedAttributes=members`)).body).toMatchObject(sent);
    const found = await search('Groups', 'displayName eq "uhyywkurutzs"', '&excludedAttributes=members');
    expect(found.body.Resources).toMatchObject([{ id: created.body.id }]);
    const replaced = await scim('PATCH', group, patch({ op: 'replace', value: { externalId: 'c3b97a69' } }));
    expect(replaced.body).toMatchObject({ displayName: sent.displayName, externalId: 'c3b97a69' });
    const renamed = await scim(
      'PATCH',
      group,
      patch({ op: 'Replace', path: 'displayName', value: 'NNDNDN' }),
    );
    expect(renamed.body).toMatchObject({ id: created.body.id, displayName: 'NNDNDN' });
    const members = async () => (await scim('GET', `${group}?attributes=members`)).body.members;
    await scim('PATCH', group, patch({ op: 'Add', path: 'members', value: [{ value: id }] }));
    expect(await members()).toMatchObject([{ value: id }]);
    await scim('PATCH', group, patch({ op: 'Remove', path: 'members', value: [{ value: id }] }));
    expect(await members()).toEqual([]);
    expect((await scim('DELETE', group)).status).toBe(204);
    expect((await scim('GET', group)).status).toBe(404);
    expect((await scim('DELETE', group)).status).toBe(404);
  });

  it('Create a new Group with the name of the role of the platform: it is another role, found at its location', async () => {
    const { body } = await scim('POST', '/Groups', { body: { displayName: 'platform-admin' } });
    expect(body.id).not.toBe('platform-admin');
    expect((await scim('GET', `/Groups/${body.id}`)).body).toMatchObject({ displayName: 'platform-admin' });
    expect((await scim('DELETE', `/Groups/${body.id}`)).status).toBe(204);
  });

  it('Delete a User; Delete a non-existent User; Delete the same User twice', async () => {
    const statuses = [];
    for (const target of [id, id, '4f2504e0-4f89-41d3-9a0c-0305e82c3301'])
      statuses.push((await scim('DELETE', `/Users/${target}`)).status);
    expect(statuses).toEqual([204, 404, 404]);
  });
});

describe('a group of the directory', () => {
  const current = async (path: string) => (await scim('GET', path)).headers.get('etag') ?? '';

  it('is changed and deleted on the condition of its ETag (RFC 7644 3.14), which its members change too', async () => {
    const { body } = await scim('POST', '/Groups', { body: { displayName: 'Auditors' } });
    const path = `/Groups/${body.id}`;
    const user = (await scim('POST', '/Users', { body: { userName: 'auditor@demo.example' } })).body;
    const add = patch({ op: 'add', path: 'members', value: [{ value: user.id }] });
    const first = await current(path);
    expect((await scim('PATCH', path, { ...add, headers: { 'If-Match': first } })).status).toBe(200);
    for (const [method, sent] of [
      ['PATCH', patch({ op: 'replace', path: 'displayName', value: 'Other' })],
      ['PUT', { body: { displayName: 'Other' } }],
      ['DELETE', {}],
    ] as const)
      expect((await scim(method, path, { ...sent, headers: { 'If-Match': first } })).status, method).toBe(
        412,
      );
    const second = await current(path);
    // Also where an administrator takes the role.
    const token = await platform.tokenFor({ tenant: 'demo', roles: ['admin'] });
    const taken = await platform.call('PUT', 'identity', `/api/v1/TenantUsers/${user.id}/Roles`, {
      ...{ tenant: 'demo', token },
      body: { roles: [] },
    });
    expect(taken.status, taken.text).toBe(200);
    expect((await scim('DELETE', path, { headers: { 'If-Match': second } })).status).toBe(412);
    expect((await scim('DELETE', path, { headers: { 'If-Match': await current(path) } })).status).toBe(204);
  });

  it('is changed by one of two requests that read the same version', async () => {
    const { body } = await scim('POST', '/Groups', { body: { displayName: 'Twice' } });
    const path = `/Groups/${body.id}`;
    const headers = { 'If-Match': await current(path) };
    const rename = (value: string) =>
      scim('PATCH', path, { ...patch({ op: 'replace', path: 'displayName', value }), headers });
    const statuses = (await Promise.all([rename('A1'), rename('A2')])).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 412]);
  });

  it('has no permissions until an administrator gives them, and only the directory that created it deletes it', async () => {
    const { body } = await scim('POST', '/Groups', { body: { displayName: 'Interns' } });
    const token = await platform.tokenFor({ tenant: 'demo', roles: ['admin'] });
    const role = await platform.call('GET', 'training', `/api/v1/Settings/Roles/${body.id}`, {
      tenant: 'demo',
      token,
    });
    expect(role.body).toMatchObject({ name: 'Interns', permissions: [] });
    expect((await scim('DELETE', '/Groups/admin')).status).toBe(403);
    expect((await scim('DELETE', '/Groups/Class host')).status).toBe(403);
    expect((await scim('POST', '/Groups', { body: { displayName: 'Admin' } })).body.scimType).toBe(
      'uniqueness',
    );
  });
});
