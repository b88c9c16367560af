// Proves the administration of users, and that the rights it removes end at once.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { people } from '../../../shared/directory/writing/collection.ts';
import { upsert } from '../../../shared/directory/writing/upsert.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { callWithToken, getTargets, requestWorkspaceToken, signInAdministrator } from './demo.ts';

let platform: TestPlatform;
let call: Awaited<ReturnType<typeof signInAdministrator>>;
beforeAll(async () => {
  platform = await startPlatform();
  call = await signInAdministrator(platform);
});
afterAll(() => platform.stop());

const password = 'rowing boats in a line';

async function createUser(userName: string, tenantCode = 'demo', roles = ['member']) {
  const reply = await call('POST', '/api/v1/Users', {
    userName,
    password,
    assignments: [{ tenantCode, roles }],
  });
  expect(reply.status).toBe(201);
  return { id: String(reply.body.id), userName, password };
}

/** Adds a person to a tenant's directory. */
async function createPerson(tenantCode: string): Promise<string> {
  const id = randomUUID();
  await upsert(platform.store(tenantCode), people, [{ id, content: { lastName: 'Quill' } }], {
    now: new Date(),
  });
  return id;
}

describe('users', () => {
  it('are created once per name, whatever its case and spelling', async () => {
    await createUser('Iris@Demo.example');
    const again = await call('POST', '/api/v1/Users', { userName: 'iris@demo.EXAMPLE' });
    expect([again.status, again.body.code]).toEqual([409, 'ALREADY_EXISTS']);
  });

  it('are not created from invalid input, whose errors are all reported at once', async () => {
    // Words that are known of the person and the tenant count as guessed (NIST SP 800-63B, 5.1.1.2).
    for (const guessed of [
      'RostrumRostrum',
      `Demo-${new Date().getUTCFullYear()}-Demo`,
      'lighthouselighthouse',
    ]) {
      const known = await call('POST', '/api/v1/Users', {
        ...{ userName: 'jonas', email: 'jonas@lighthouse.example', password: guessed },
        assignments: [{ tenantCode: 'demo', roles: ['member'] }],
      });
      expect([guessed, known.status, getTargets(known)]).toEqual([guessed, 400, ['password']]);
    }
    const weak = await call('POST', '/api/v1/Users', { userName: 'jonas', password: 'jonas' });
    expect(getTargets(weak)).toEqual(['password', 'password']);
    expect(weak.text).not.toContain('"jonas"');
    const roles = await call('POST', '/api/v1/Users', {
      userName: 'jonas',
      assignments: [{ tenantCode: 'demo', roles: ['member', 'owner'] }],
    });
    expect([roles.status, getTargets(roles)]).toEqual([400, ['assignments[0].roles[1]']]);
    const twice = await call('POST', '/api/v1/Users', {
      userName: 'jonas',
      assignments: [
        { tenantCode: 'demo', roles: [] },
        { tenantCode: 'DEMO', roles: [] },
      ],
    });
    expect([twice.status, getTargets(twice)]).toEqual([400, ['assignments[1].tenantCode']]);
    const nowhere = await call('POST', '/api/v1/Users', {
      userName: 'jonas',
      assignments: [{ tenantCode: 'nowhere', roles: [] }],
    });
    expect(nowhere.status).toBe(404);
    const lists = await call('GET', '/api/v1/Users?pageSize=200');
    expect(lists.text).not.toContain('jonas');
  });

  it('cannot have a name that normalization makes longer than a key (Unicode NFKC, U+FDFA)', async () => {
    const userName = '\u{fdfa}'.repeat(30);
    const created = await call('POST', '/api/v1/Users', { userName });
    expect([created.status, getTargets(created)]).toEqual([400, ['userName']]);
    const invitation = { userName, email: 'long@demo.example', tenantCode: 'demo', roles: [] };
    const invited = await call('POST', '/api/v1/Users/Invite', invitation);
    expect([invited.status, getTargets(invited)]).toEqual([400, ['userName']]);
  });

  it('are listed page by page also after a name of the maximum length', async () => {
    await createUser('\u{fdfa}'.repeat(24));
    await createUser('\u{fdfa}'.repeat(23));
    const seen: string[] = [];
    let cursor = '';
    do {
      const { status, body } = await call('GET', `/api/v1/Users?pageSize=1${cursor}`);
      expect(status).toBe(200);
      seen.push(...body.items.map(({ userName }: { userName: string }) => userName));
      cursor = body.nextCursor === undefined ? '' : `&cursor=${body.nextCursor}`;
    } while (cursor !== '');
    expect(seen).toContain('\u{fdfa}'.repeat(24).normalize('NFKC'));
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('keep their tokens when If-Match names another version (RFC 9110 13.1.1)', async () => {
    const user = await createUser('noor@demo.example');
    const { body } = await requestWorkspaceToken(platform, 'demo', user);
    const revoke = (tag: string) =>
      call('POST', `/api/v1/Users/${user.id}/RevokeTokens`, { tenantCode: 'demo' }, { 'If-Match': tag });
    expect((await revoke('"99"')).status).toBe(412);
    expect(await callWithToken(platform, body.accessToken, 'demo')).toBe(200);
    const tag = (await call('GET', `/api/v1/Users/${user.id}`)).headers.get('etag') ?? '';
    expect((await revoke(tag)).status).toBe(200);
    expect(await callWithToken(platform, body.accessToken, 'demo')).toBe(401);
  });

  it('are never returned with a password or its hash', async () => {
    const { id } = await createUser('kim@demo.example');
    const fetched = await call('GET', `/api/v1/Users/${id}`);
    expect(fetched.body.assignments).toEqual([{ tenantCode: 'demo', roles: ['member'] }]);
    expect(fetched.text).not.toMatch(/argon2|password/i);
  });

  it('are checked and not created with validateOnly', async () => {
    const path = '/api/v1/Users?validateOnly=true';
    expect((await call('POST', path, { userName: 'luz@demo.example' })).status).toBe(204);
    expect((await call('POST', path, { userName: 'ada@demo.example' })).status).toBe(409);
    expect((await call('GET', '/api/v1/Users?pageSize=200')).text).not.toContain('luz@demo.example');
  });

  it.each([
    [
      'setting the password',
      (id: string) => call('PUT', `/api/v1/Users/${id}/Password`, { password: 'nine quiet harbors' }),
    ],
    ['disabling', (id: string) => call('POST', `/api/v1/Users/${id}/Disable`)],
    ['removing from the tenant', (id: string) => call('DELETE', `/api/v1/Users/${id}/Tenants/demo`)],
  ])('lose their tokens at once by %s', async (what, change) => {
    const user = await createUser(`mona-${what.length}@demo.example`);
    const { body } = await requestWorkspaceToken(platform, 'demo', user);
    expect(await callWithToken(platform, body.accessToken, 'demo')).toBe(200);
    expect((await change(user.id)).status).toBe(200);
    expect(await callWithToken(platform, body.accessToken, 'demo')).toBe(401);
    expect((await requestWorkspaceToken(platform, 'demo', user)).status).toBe(
      what.startsWith('removing') ? 403 : 401,
    );
  });

  it('may sign in again when enabled; earlier tokens stay revoked', async () => {
    const user = await createUser('nils@demo.example');
    const { body } = await requestWorkspaceToken(platform, 'demo', user);
    await call('POST', `/api/v1/Users/${user.id}/Disable`);
    const enabled = await call('POST', `/api/v1/Users/${user.id}/Enable`);
    expect(enabled.body.status).toBe('active');
    expect(await callWithToken(platform, body.accessToken, 'demo')).toBe(401);
    const fresh = await requestWorkspaceToken(platform, 'demo', user);
    expect(await callWithToken(platform, fresh.body.accessToken, 'demo')).toBe(200);
  });

  it('do not get revoked tokens back when they are added to the tenant again', async () => {
    const user = await createUser('olga@demo.example');
    const { body } = await requestWorkspaceToken(platform, 'demo', user);
    await call('DELETE', `/api/v1/Users/${user.id}/Tenants/demo`);
    await call('PUT', `/api/v1/Users/${user.id}/Tenants/demo`, { roles: ['admin'] });
    expect(await callWithToken(platform, body.accessToken, 'demo')).toBe(401);
    const fresh = await requestWorkspaceToken(platform, 'demo', user);
    expect(await callWithToken(platform, fresh.body.accessToken, 'demo')).toBe(200);
  });

  it('have their new permissions from the next request on when their roles change', async () => {
    const user = await createUser('pia@demo.example');
    const { body } = await requestWorkspaceToken(platform, 'demo', user);
    const log = () =>
      platform.call('GET', 'identity', '/api/v1/SignIns', { tenant: 'demo', token: body.accessToken });
    expect((await log()).status).toBe(403);
    await call('PUT', `/api/v1/Users/${user.id}/Tenants/demo`, { roles: ['admin'] });
    expect((await log()).status).toBe(200);
  });

  it('can be found by their person, which has at most one user', async () => {
    const [first, second] = [await createUser('quin@demo.example'), await createUser('rosa@demo.example')];
    const personId = await createPerson('demo');
    const path = (id: string) => `/api/v1/Users/${id}/Tenants/demo`;
    expect((await call('PUT', path(first.id), { roles: ['member'], personId })).status).toBe(200);
    expect((await call('PUT', path(second.id), { roles: ['member'], personId })).status).toBe(409);
    const token = await platform.tokenFor({ tenant: 'demo', roles: ['staff'] });
    const seen = await platform.call(
      'GET',
      'identity',
      `/api/v1/Subject/GetAssignedRolesPermission?tenantCode=demo&userId=${personId}`,
      { tenant: 'demo', token },
    );
    expect(seen.body.roles).toEqual([{ name: 'member' }]);
    await call('DELETE', path(first.id));
    expect((await call('PUT', path(second.id), { roles: ['member'], personId })).status).toBe(200);
  });

  it('cannot be linked to a person that their tenant does not have', async () => {
    const elsewhere = await createPerson('harbor');
    for (const personId of [randomUUID(), elsewhere, 'xx#yy']) {
      const refused = await call('POST', '/api/v1/Users', {
        userName: 'sven@demo.example',
        assignments: [{ tenantCode: 'demo', roles: ['member'], personId }],
      });
      expect([refused.status, getTargets(refused)]).toEqual([400, ['assignments[0].personId']]);
      const { id } = await createUser(`sven-${randomUUID()}@demo.example`);
      const path = `/api/v1/Users/${id}/Tenants/demo`;
      const assigned = await call('PUT', path, { roles: ['member'], personId });
      expect([assigned.status, getTargets(assigned)]).toEqual([400, ['personId']]);
      const invitation = { email: 'sven@demo.example', tenantCode: 'demo', roles: ['member'], personId };
      const invited = await call('POST', '/api/v1/Users/Invite', invitation);
      expect([invited.status, getTargets(invited)]).toEqual([400, ['personId']]);
    }
    const personId = (await createPerson('demo')).toUpperCase();
    const taken = await call('POST', '/api/v1/Users', {
      userName: 'sven@demo.example',
      assignments: [{ tenantCode: 'demo', roles: ['member'], personId }],
    });
    const fetched = await call('GET', `/api/v1/Users/${taken.body.id}`);
    expect(fetched.body.assignments).toMatchObject([{ personId: personId.toLowerCase() }]);
  });

  it('cannot end their own administration of the platform, so that one administrator always remains', async () => {
    const { items } = (await call('GET', '/api/v1/Users?pageSize=200')).body;
    const ada = items.find(({ userName }: { userName: string }) => userName.startsWith('ada@')).id;
    const refusals = [
      await call('POST', `/api/v1/Users/${ada}/Disable`),
      await call('POST', `/api/v1/Users/${ada.toUpperCase()}/Disable`),
      await call('DELETE', `/api/v1/Users/${ada}/Tenants/DEMO`),
      await call('PUT', `/api/v1/Users/${ada}/Tenants/demo`, { roles: ['admin'] }),
    ];
    expect(refusals.map(({ status, body }) => [status, body.code])).toEqual(Array(4).fill([409, 'CONFLICT']));
    expect((await call('GET', `/api/v1/Users/${ada}`)).status).toBe(200);
    const unchanged = await call('PUT', `/api/v1/Users/${ada}/Tenants/demo`, {
      roles: ['admin', 'platform-admin'],
    });
    expect(unchanged.status).toBe(200);
    expect((await call('PUT', `/api/v1/Users/${ada}/Tenants/harbor`, { roles: ['member'] })).status).toBe(
      200,
    );
  });

  it('are found by an id in any case (RFC 9562 4), and keep their version when nothing changes', async () => {
    const { id } = await createUser('tove@demo.example');
    const fetched = await call('GET', `/api/v1/Users/${id.toUpperCase()}`);
    expect([fetched.status, fetched.body.id]).toEqual([200, id]);
    const tag = fetched.headers.get('etag') ?? '';
    const again = { roles: ['member'] };
    for (const [method, path, body] of [
      ['PUT', `/api/v1/Users/${id}/Tenants/demo`, again],
      ['POST', `/api/v1/Users/${id}/Enable`, undefined],
    ] as const) {
      const reply = await call(method, path, body, { 'If-Match': tag });
      expect([reply.status, reply.headers.get('etag')]).toEqual([200, tag.replace(/\.[\w-]+/, '')]);
      expect((await call(method, path, body, { 'If-Match': '"99"' })).status).toBe(412);
    }
    const disabled = await call('POST', `/api/v1/Users/${id}/Disable`);
    const twice = await call('POST', `/api/v1/Users/${id}/Disable`);
    expect(twice.body).toEqual(disabled.body);
  });

  it('have mail addresses that every mail server accepts (RFC 5890 2.3.2.1)', async () => {
    const created = await call('POST', '/api/v1/Users', { userName: 'ulla', email: 'ulla@müller.example' });
    expect([created.status, created.body.email]).toEqual([201, 'ulla@xn--mller-kva.example']);
    const refused = await call('POST', '/api/v1/Users', { userName: 'büro', email: 'büro@müller.example' });
    expect([refused.status, refused.body.details]).toMatchObject([
      400,
      [{ target: 'email', message: expect.stringContaining('plain letters (a to z) before the @') }],
    ]);
  });

  it('get an error that names the part of their name in the password', async () => {
    const refused = await call('POST', '/api/v1/Users', {
      userName: 'walter@demo.example',
      password: 'walter rows to the pier',
    });
    expect(refused.body.details).toMatchObject([
      { message: 'password must not contain the part of the user name before the @.' },
    ]);
  });

  it('are not found by an invalid id', async () => {
    expect((await call('GET', '/api/v1/Users/3f2504e0-4f89-41d3-9a0c-0305e82c3301')).status).toBe(404);
    expect((await call('GET', '/api/v1/Users/7')).status).toBe(400);
  });
});
