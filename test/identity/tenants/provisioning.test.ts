// Provisioning by a tenant's own directory (SCIM 2.0: RFC 7643, RFC 7644). What the service says of itself and its resources
// is read by SCIMMY, another implementation.
import SCIMMY from 'scimmy';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Reply, startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { demoUser, requestWorkspaceToken } from './demo.ts';
import { createScimCaller, type ScimCaller } from './scim-caller.ts';

const userUrn = 'urn:ietf:params:scim:schemas:core:2.0:User';
const patchUrn = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

let platform: TestPlatform;
let scim: ScimCaller;
beforeAll(async () => {
  platform = await startPlatform();
  scim = await createScimCaller(platform, ['demo', 'harbor']);
});
afterAll(() => platform.stop());

const patch = (...Operations: unknown[]) => ({ body: { schemas: [patchUrn], Operations } });
const newUser = (userName: string, more: object = {}) => ({
  body: { schemas: [userUrn], userName, active: true, ...more },
});
const findUserId = async (userName: string, tenant = 'demo'): Promise<string> => {
  const filter = encodeURIComponent(`userName eq "${userName}"`);
  return (await scim('GET', `/Users?filter=${filter}`, { tenant })).body.Resources[0]?.id;
};
const listGroups = async (id: string, tenant = 'demo'): Promise<string[]> =>
  (await scim('GET', `/Users/${id}`, { tenant })).body.groups.map(({ value }: { value: string }) => value);

describe('what the service says of itself', () => {
  it('is read by another implementation, and so are its resources', async () => {
    const config = (await scim('GET', '/ServiceProviderConfig')).body;
    expect(config).toMatchObject({ patch: { supported: true }, etag: { supported: true } });
    expect(new SCIMMY.Schemas.ServiceProviderConfig(config)).toBeDefined();
    const types = (await scim('GET', '/ResourceTypes')).body;
    expect(types.Resources.map(({ endpoint }: { endpoint: string }) => endpoint)).toEqual([
      '/Users',
      '/Groups',
    ]);
    const schemas = (await scim('GET', '/Schemas')).body.Resources;
    expect(schemas.map(({ id }: { id: string }) => id)).toContain(userUrn);
    const users = await scim('GET', '/Users');
    expect(users.headers.get('content-type')).toBe('application/scim+json');
    for (const user of users.body.Resources) {
      const read = new SCIMMY.Schemas.User(user, 'out') as unknown as Record<string, unknown>;
      expect(read).toMatchObject({ id: user.id, userName: user.userName, active: user.active });
    }
    const groups = await scim('GET', '/Groups?attributes=displayName,members');
    for (const group of groups.body.Resources)
      expect(new SCIMMY.Schemas.Group(group, 'out')).toMatchObject({ displayName: group.displayName });
  });
});

describe('users', () => {
  it('are created without a role, changed on the condition of their ETag, and removed', async () => {
    const created = await scim(
      'POST',
      '/Users',
      newUser('iris@demo.example', {
        externalId: '00u1',
        name: { givenName: 'Iris', familyName: 'Halvorsen' },
        emails: [{ value: 'iris@demo.example', primary: true }],
        title: 'Clerk',
      }),
    );
    expect(created.status).toBe(201);
    const { id, meta } = created.body;
    expect(created.headers.get('location')).toBe(meta.location);
    expect(created.headers.get('etag')).toBe(meta.version);
    expect(created.body).toMatchObject({ externalId: '00u1', active: true, groups: [] });
    const renamed = await scim('PATCH', `/Users/${id}`, {
      ...patch(
        { op: 'Replace', path: 'name.familyName', value: 'Berg' },
        { op: 'add', value: { displayName: 'Iris B' } },
      ),
      headers: { 'If-Match': meta.version },
    });
    expect(renamed.body).toMatchObject({
      name: { givenName: 'Iris', familyName: 'Berg', formatted: 'Iris Berg' },
      displayName: 'Iris B',
      externalId: '00u1',
    });
    const stale = await scim('PUT', `/Users/${id}`, {
      ...newUser('iris@demo.example'),
      headers: { 'If-Match': meta.version },
    });
    expect(stale.status).toBe(412);
    const replaced = await scim('PUT', `/Users/${id}`, newUser('Iris@demo.example'));
    expect(replaced.body.externalId).toBeUndefined();
    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204);
    expect((await scim('GET', `/Users/${id}`)).status).toBe(404);
    // The name is free again: a directory may take somebody back.
    expect((await scim('POST', '/Users', newUser('iris@demo.example'))).status).toBe(201);
  });

  it('that are inactive cannot enter the tenant, and keep what they have in others', async () => {
    const { userName, password } = demoUser(platform, 'dora');
    const id = await findUserId(userName);
    const before = await requestWorkspaceToken(platform, 'demo', { userName, password });
    await scim('PATCH', `/Users/${id}`, patch({ op: 'Replace', path: 'active', value: 'False' }));
    expect((await requestWorkspaceToken(platform, 'demo', { userName, password })).status).toBe(403);
    const old = await platform.call('GET', 'identity', '/api/v1/Subject/GetAssignedRolesPermission', {
      tenant: 'demo',
      token: before.body.accessToken,
    });
    expect(old.status).toBe(401);
    await scim('PATCH', `/Users/${id}`, patch({ op: 'replace', value: { active: true } }));
    expect((await requestWorkspaceToken(platform, 'demo', { userName, password })).status).toBe(200);
  });

  it.each([
    ['userName sw "E"', ['erin@demo.example']],
    ['userName eq "ERIN@demo.example"', ['erin@demo.example']],
    ['active eq true and userName co "erin"', ['erin@demo.example']],
    ['groups.value eq "admin" and not (userName sw "ada")', ['ben@demo.example', 'kira@demo.example']],
    ['userName eq "nobody@demo.example"', []],
    ['userName eq "cleo@harbor.example"', []],
  ])('are found by %s', async (filter, names) => {
    const { body } = await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`);
    expect(body.Resources.map(({ userName }: { userName: string }) => userName)).toEqual(names);
    expect(body.totalResults).toBe(names.length);
  });

  it('are listed by index and by cursor, with the attributes that are asked for', async () => {
    const all = (await scim('GET', '/Users?attributes=userName')).body;
    expect(Object.keys(all.Resources[0]).sort()).toEqual(['id', 'schemas', 'userName']);
    const second = (await scim('GET', '/Users?startIndex=2&count=1')).body;
    expect(second).toMatchObject({ totalResults: all.totalResults, startIndex: 2, itemsPerPage: 1 });
    expect(second.Resources[0].id).toBe(all.Resources[1].id);
    const found: string[] = [];
    let cursor: string | undefined = '';
    while (cursor !== undefined) {
      const { body }: Reply = await scim('GET', `/Users?count=2&cursor=${encodeURIComponent(cursor)}`);
      found.push(...body.Resources.map(({ id }: { id: string }) => id));
      cursor = body.nextCursor;
    }
    expect(found).toEqual(all.Resources.map(({ id }: { id: string }) => id));
  });

  it.each([
    ['invalidFilter', 'GET', '/Users?filter=userName%20is%20%22x%22', undefined],
    ['invalidFilter', 'GET', '/Users?filter=password%20pr', undefined],
    ['uniqueness', 'POST', '/Users', newUser('ERIN@demo.example').body],
    ['invalidValue', 'POST', '/Users', newUser('x@demo.example', { emails: [{ value: 'no address' }] }).body],
  ])('refuses with %s: %s %s', async (scimType, method, path, body) => {
    const reply = await scim(method, path, { body });
    expect(reply.headers.get('content-type')).toBe('application/scim+json');
    expect(reply.body).toMatchObject({ status: String(reply.status), scimType });
  });

  it('are renamed and deactivated by one request, with a boolean as a text (RFC 7643 8.7.1: userName is readWrite)', async () => {
    const { id } = (await scim('POST', '/Users', newUser('maiden@demo.example'))).body;
    const renamed = await scim(
      'PATCH',
      `/Users/${id}`,
      patch(
        { op: 'Replace', path: 'userName', value: 'married@demo.example' },
        { op: 'Replace', path: 'active', value: 'False' },
      ),
    );
    expect(renamed.body).toMatchObject({ id, userName: 'married@demo.example', active: false });
    expect(await findUserId('MARRIED@demo.example')).toBe(id);
    expect(await findUserId('maiden@demo.example')).toBeUndefined();
    const taken = await scim(
      'PATCH',
      `/Users/${id}`,
      patch({ op: 'replace', path: 'userName', value: 'erin@demo.example' }),
    );
    expect(taken.body).toMatchObject({ status: '409', scimType: 'uniqueness' });
    // Somebody else may now have the former name: another account, which the first one does not open.
    const other = await scim('POST', '/Users', newUser('maiden@demo.example'));
    expect(other.status).toBe(201);
    expect(other.body.id).not.toBe(id);
    await scim('DELETE', `/Users/${id}`);
    expect(await findUserId('married@demo.example')).toBeUndefined();
    expect(await findUserId('maiden@demo.example')).toBe(other.body.id);
  });

  it('are never patched into what every object has', async () => {
    const id = await findUserId('erin@demo.example');
    for (const operation of [
      { op: 'add', path: '__proto__.polluted', value: true },
      { op: 'add', value: JSON.parse('{"__proto__":{"polluted":true}}') },
      { op: 'add', path: 'name.constructor.polluted', value: true },
    ])
      expect((await scim('PATCH', `/Users/${id}`, patch(operation))).status).toBe(400);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe('groups', () => {
  it('are the roles of the tenant, and never that of the platform', async () => {
    const { body } = await scim('GET', '/Groups');
    const names = body.Resources.map(({ displayName }: { displayName: string }) => displayName);
    expect(names).toEqual(['Class host', 'Newcomers', 'admin', 'member', 'staff']);
    expect((await scim('GET', '/Groups/platform-admin')).status).toBe(404);
    expect(await listGroups(await findUserId('ada@demo.example'))).toEqual(['admin']);
    const add = { op: 'add', path: 'members', value: [{ value: await findUserId('erin@demo.example') }] };
    expect((await scim('PATCH', '/Groups/platform-admin', patch(add))).status).toBe(404);
  });

  it('give and take the role of their members', async () => {
    const id = await findUserId('fay@demo.example');
    await scim('PATCH', '/Groups/staff', patch({ op: 'Add', path: 'members', value: [{ value: id }] }));
    expect(await listGroups(id)).toEqual(['member', 'staff']);
    const filter = encodeURIComponent(`displayName eq "staff" and members.value eq "${id}"`);
    expect((await scim('GET', `/Groups?filter=${filter}`)).body.totalResults).toBe(1);
    const members = (await scim('GET', '/Groups/staff?attributes=members')).body.members;
    expect(members.map(({ value }: { value: string }) => value)).toContain(id);
    await scim('PATCH', '/Groups/staff', patch({ op: 'remove', path: `members[value eq "${id}"]` }));
    expect(await listGroups(id)).toEqual(['member']);
    await scim('PUT', '/Groups/Class host', {
      body: { displayName: 'Class host', members: [{ value: id }] },
    });
    expect(await listGroups(id)).toEqual(['member', 'Class host']);
    await scim('PATCH', '/Groups/Class host', patch({ op: 'replace', path: 'members', value: [] }));
    expect(await listGroups(id)).toEqual(['member']);
  });

  it('refuse members who are not of the tenant, names of others and other paths', async () => {
    const cleo = await findUserId('cleo@harbor.example', 'harbor');
    const foreign = { op: 'add', path: 'members', value: [{ value: cleo }] };
    expect((await scim('PATCH', '/Groups/staff', patch(foreign))).body).toMatchObject({
      status: '400',
      scimType: 'invalidValue',
    });
    const renamed = { op: 'replace', path: 'displayName', value: 'MEMBER' };
    expect((await scim('PATCH', '/Groups/staff', patch(renamed))).body.scimType).toBe('uniqueness');
    const other = { op: 'add', path: 'owners', value: 'x' };
    expect((await scim('PATCH', '/Groups/staff', patch(other))).body.scimType).toBe('invalidPath');
  });
});

describe('one person in the directories of two tenants', () => {
  const name = 'petra@shared.example';
  const post = (tenant: string, givenName: string) =>
    scim('POST', '/Users', {
      ...newUser(name, {
        externalId: `${tenant}-1`,
        name: { givenName },
        emails: [{ value: `${givenName}@${tenant}.example` }],
      }),
      tenant,
    });
  const read = async (id: string, tenant: string) => (await scim('GET', `/Users/${id}`, { tenant })).body;

  it('is one account, and each directory has its own user of it', async () => {
    const [first, second] = [await post('demo', 'petra'), await post('harbor', 'pit')];
    expect([first.status, second.status]).toEqual([201, 201]);
    const { id } = first.body;
    expect(second.body.id).toBe(id);
    expect((await post('harbor', 'pit')).body).toMatchObject({ status: '409', scimType: 'uniqueness' });
    const before = await read(id, 'demo');
    await scim('PUT', `/Users/${id}`, {
      ...newUser('pit@harbor.example', {
        active: false,
        displayName: 'Pit',
        emails: [{ value: 'x@harbor.example' }],
      }),
      tenant: 'harbor',
    });
    expect(await read(id, 'demo')).toEqual(before);
    expect(before).toMatchObject({
      userName: name,
      active: true,
      externalId: 'demo-1',
      emails: [{ value: 'petra@demo.example' }],
    });
    expect(await read(id, 'harbor')).toMatchObject({
      userName: 'pit@harbor.example',
      active: false,
      displayName: 'Pit',
    });
    expect([await findUserId(name, 'demo'), await findUserId(name, 'harbor')]).toEqual([id, undefined]);
    // What the one directory removes stays in the other, also the account's only other tenant.
    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204);
    expect(await read(id, 'harbor')).toMatchObject({ userName: 'pit@harbor.example' });
    const again = await scim('PATCH', `/Users/${id}`, {
      ...patch({ op: 'replace', path: 'active', value: true }),
      tenant: 'harbor',
    });
    expect(again.body).toMatchObject({ active: true });
    expect((await scim('DELETE', `/Users/${id}`, { tenant: 'harbor' })).status).toBe(204);
  });

  it('has an account of which the second tenant learns and changes nothing', async () => {
    const admin = await platform.tokenFor({ tenant: 'demo', roles: ['platform-admin'] });
    const account = async () =>
      (await platform.call('GET', 'identity', `/api/v1/Users/${id}`, { tenant: 'demo', token: admin })).body;
    const { userName } = demoUser(platform, 'ben');
    const id = await findUserId(userName);
    const before = await account();
    const created = await scim('POST', '/Users', {
      ...newUser(userName, { emails: [{ value: 'eve@harbor.example' }] }),
      tenant: 'harbor',
    });
    expect(created.body.id).toBe(id);
    await scim('PATCH', `/Users/${id}`, {
      ...patch({ op: 'replace', path: 'userName', value: 'eve@harbor.example' }),
      tenant: 'harbor',
    });
    expect(await account()).toEqual(before);
    const auditor = await platform.tokenFor({ tenant: 'harbor', permissions: ['identity.audit.read'] });
    const audit = await platform.call('GET', 'identity', `/api/v1/Audit?recordId=${id}`, {
      tenant: 'harbor',
      token: auditor,
    });
    const views = audit.body.items.filter(({ recordId }: { recordId: string }) => recordId === id);
    expect(views).toHaveLength(2);
    for (const { after } of views)
      expect(Object.keys(after).sort()).toEqual(['id', 'provisioned', 'roles', 'userName']);
    await scim('DELETE', `/Users/${id}`, { tenant: 'harbor' });
    expect(await account()).toEqual(before);
  });

  it('is nobody known, where the name is no address: names of two directories may be the same', async () => {
    const ids = [];
    for (const tenant of ['demo', 'harbor'])
      ids.push((await scim('POST', '/Users', { ...newUser('jdoe'), tenant })).body.id);
    expect(ids[0]).not.toBe(ids[1]);
    expect([await findUserId('jdoe'), await findUserId('jdoe', 'harbor')]).toEqual(ids);
  });
});

describe('what provisioning can never do', () => {
  it('change who administers the platform', async () => {
    const ada = await findUserId('ada@demo.example');
    for (const [method, path, sent] of [
      ['PATCH', `/Users/${ada}`, patch({ op: 'replace', path: 'active', value: false })],
      [
        'PATCH',
        `/Users/${ada}`,
        patch({ op: 'replace', path: 'emails', value: [{ value: 'eve@demo.example' }] }),
      ],
      ['DELETE', `/Users/${ada}`, {}],
      ['PATCH', '/Groups/admin', patch({ op: 'remove', path: `members[value eq "${ada}"]` })],
    ] as const)
      expect((await scim(method, path, sent)).status, `${method} ${path}`).toBe(403);
  });

  it('reach a user of another tenant', async () => {
    const cleo = await findUserId('cleo@harbor.example', 'harbor');
    for (const [method, sent] of [
      ['GET', {}],
      ['PUT', newUser('cleo@harbor.example')],
      ['PATCH', patch({ op: 'replace', path: 'active', value: false })],
      ['DELETE', {}],
    ] as const)
      expect((await scim(method, `/Users/${cleo}`, sent)).status, method).toBe(404);
  });

  it('remove the last administrator of a tenant, also not by two requests at once', async () => {
    const [ada, cleo] = [
      await findUserId('ada@demo.example', 'harbor'),
      await findUserId('cleo@harbor.example', 'harbor'),
    ];
    const replies = await Promise.all([
      scim('DELETE', `/Users/${ada}`, { tenant: 'harbor' }),
      scim('PATCH', '/Groups/admin', {
        ...patch({ op: 'remove', path: `members[value eq "${cleo}"]` }),
        tenant: 'harbor',
      }),
    ]);
    expect(replies.map(({ status }) => status).filter((status) => status === 409)).toHaveLength(1);
    expect(replies.map(({ status }) => status).filter((status) => status < 300)).toHaveLength(1);
  });

  it('be done without the permission, or in the tenant of another token', async () => {
    const staff = await platform.tokenFor({ tenant: 'demo', roles: ['staff'] });
    const call = (token: string, tenant?: string) =>
      platform.call('GET', 'identity', '/scim/v2/Users', { token, ...(tenant && { tenant }) });
    expect((await call(staff)).status).toBe(403);
    expect(
      (
        await call(
          await platform.tokenFor({ tenant: 'demo', permissions: ['identity.provisioning.write'] }),
          'harbor',
        )
      ).status,
    ).toBe(403);
    expect((await call('not.a.token')).status).toBe(401);
  });
});
