// Proves the administration of tenants, users and clients, and that what it takes away is gone at once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { administrator, demoUser, enter } from './demo.ts';

let platform: TestPlatform;
let call: Awaited<ReturnType<typeof administrator>>;
beforeAll(async () => {
  platform = await startPlatform();
  call = await administrator(platform);
});
afterAll(() => platform.stop());

const opens = async (token: string, tenant: string): Promise<number> =>
  (await platform.call('GET', 'identity', '/api/v1/Subject/GetAssignedRolesPermission', { tenant, token }))
    .status;

const targets = (reply: { body: { details?: { target: string }[] } }) =>
  (reply.body.details ?? []).map(({ target }) => target);

const password = 'rowing boats in a line';

async function newUser(userName: string, tenantCode = 'demo', roles = ['member']) {
  const reply = await call('POST', '/api/v1/Users', {
    userName,
    password,
    assignments: [{ tenantCode, roles }],
  });
  expect(reply.status).toBe(201);
  return { id: String(reply.body.id), userName, password };
}

describe('who may administer', () => {
  it('is nobody without platform.admin, not even the admin of a tenant', async () => {
    const { body } = await enter(platform, 'demo', demoUser(platform, 'ben'));
    for (const path of ['/api/v1/Tenants', '/api/v1/Users', '/api/v1/Clients']) {
      const sent = { tenant: 'demo', token: body.accessToken };
      expect((await platform.call('GET', 'identity', path, sent)).status).toBe(403);
      expect((await platform.call('POST', 'identity', path, { ...sent, body: {} })).status).toBe(403);
    }
  });

  it('cannot be widened by a role of a tenant', async () => {
    const reply = await call('PUT', '/api/v1/Tenants/demo', {
      roles: { boss: ['platform.admin', 'no.such.permission'], 'platform-admin': [] },
    });
    expect(reply.status).toBe(400);
    expect(targets(reply)).toEqual(['roles.boss[0]', 'roles.boss[1]', 'roles.platform-admin']);
  });
});

describe('tenants', () => {
  it('are created with the defaults of design.md 5', async () => {
    const reply = await call('POST', '/api/v1/Tenants', { code: 'Aspen', name: 'Aspen Bar Association' });
    expect(reply.status).toBe(201);
    expect(reply.headers.get('location')).toBe(`${platform.urls.identity}/api/v1/Tenants/aspen`);
    expect(reply.headers.get('etag')).toBe('"1"');
    expect(reply.body).toMatchObject({
      code: 'aspen',
      status: 'active',
      access: {
        training: { read: 'tenant', write: 'token' },
        billtracking: { read: 'tenant', write: 'token' },
      },
    });
    const again = await call('POST', '/api/v1/Tenants', { code: 'ASPEN', name: 'Another' });
    expect([again.status, again.body.code]).toEqual([409, 'ALREADY_EXISTS']);
  });

  it('are not created from bad input, all of it told at once', async () => {
    const reply = await call('POST', '/api/v1/Tenants', {
      code: 'a#b',
      name: ' ',
      timeZone: 'Mars/Olympus',
      fiscalYearStart: '02-30',
      allowedOrigins: ['ftp://x'],
    });
    expect(reply.status).toBe(400);
    expect(targets(reply).sort()).toEqual([
      'allowedOrigins[0]',
      'code',
      'fiscalYearStart',
      'name',
      'timeZone',
    ]);
  });

  it('are changed with If-Match, and not over the head of another', async () => {
    const before = await call('GET', '/api/v1/Tenants/harbor');
    const tag = before.headers.get('etag') ?? '';
    const changed = await call(
      'PUT',
      '/api/v1/Tenants/harbor',
      { timeZone: 'America/Boise' },
      { 'If-Match': tag },
    );
    expect(changed.body).toMatchObject({ timeZone: 'America/Boise', name: before.body.name, version: 2 });
    const stale = await call('PUT', '/api/v1/Tenants/harbor', { name: 'Lost' }, { 'If-Match': tag });
    expect(stale.status).toBe(412);
    const held = await call('GET', '/api/v1/Tenants/harbor', undefined, {
      'If-None-Match': changed.headers.get('etag') ?? '',
    });
    expect(held.status).toBe(304);
  });

  it('are listed by code, page by page', async () => {
    const codes: string[] = [];
    let path = '/api/v1/Tenants?pageSize=1';
    for (let pages = 0; pages < 10; pages += 1) {
      const { body } = await call('GET', path);
      codes.push(...body.items.map((one: { code: string }) => one.code));
      if (body.nextCursor === undefined) break;
      path = `/api/v1/Tenants?pageSize=1&cursor=${body.nextCursor}`;
    }
    expect(codes).toEqual([...codes].sort());
    expect(codes).toEqual(expect.arrayContaining(['aspen', 'demo', 'harbor']));
  });

  it('refuse every call while suspended, and are not suspended through themselves', async () => {
    const cleo = demoUser(platform, 'cleo');
    const { body } = await enter(platform, 'harbor', cleo);
    expect((await call('POST', '/api/v1/Tenants/harbor/Suspend')).body.status).toBe('suspended');
    expect(await opens(body.accessToken, 'harbor')).toBe(403);
    const denied = await enter(platform, 'harbor', cleo);
    expect([denied.status, denied.body.code]).toEqual([403, 'TENANT_SUSPENDED']);
    const workspaces = await platform.call('POST', 'identity', '/api/v1/Services/Authrize', { body: cleo });
    expect(workspaces.body.workSpaceList).toEqual([]);
    expect((await call('POST', '/api/v1/Tenants/harbor/Reactivate')).status).toBe(200);
    expect(await opens(body.accessToken, 'harbor')).toBe(200);
    expect((await call('POST', '/api/v1/Tenants/demo/Suspend')).status).toBe(409);
    expect((await call('POST', '/api/v1/Tenants/nowhere/Suspend')).status).toBe(404);
  });
});

describe('users', () => {
  it('are created once per name, in any spelling', async () => {
    await newUser('Iris@Demo.example');
    const again = await call('POST', '/api/v1/Users', { userName: 'iris@demo.EXAMPLE' });
    expect([again.status, again.body.code]).toEqual([409, 'ALREADY_EXISTS']);
  });

  it('are not created from bad input, all of it told at once', async () => {
    const weak = await call('POST', '/api/v1/Users', { userName: 'jonas', password: 'jonas' });
    expect(targets(weak)).toEqual(['password', 'password']);
    expect(weak.text).not.toContain('"jonas"');
    const roles = await call('POST', '/api/v1/Users', {
      userName: 'jonas',
      assignments: [{ tenantCode: 'demo', roles: ['member', 'owner'] }],
    });
    expect([roles.status, targets(roles)]).toEqual([400, ['assignments[0].roles[1]']]);
    const twice = await call('POST', '/api/v1/Users', {
      userName: 'jonas',
      assignments: [
        { tenantCode: 'demo', roles: [] },
        { tenantCode: 'DEMO', roles: [] },
      ],
    });
    expect([twice.status, targets(twice)]).toEqual([400, ['assignments[1].tenantCode']]);
    const nowhere = await call('POST', '/api/v1/Users', {
      userName: 'jonas',
      assignments: [{ tenantCode: 'nowhere', roles: [] }],
    });
    expect(nowhere.status).toBe(404);
    const lists = await call('GET', '/api/v1/Users?pageSize=200');
    expect(lists.text).not.toContain('jonas');
  });

  it('never show a password or its hash', async () => {
    const { id } = await newUser('kim@demo.example');
    const shown = await call('GET', `/api/v1/Users/${id}`);
    expect(shown.body.assignments).toEqual([{ tenantCode: 'demo', roles: ['member'] }]);
    expect(shown.text).not.toMatch(/argon2|password/i);
  });

  it('are checked and not created with validateOnly', async () => {
    const path = '/api/v1/Users?validateOnly=true';
    expect((await call('POST', path, { userName: 'lea@demo.example' })).status).toBe(204);
    expect((await call('POST', path, { userName: 'ada@demo.example' })).status).toBe(409);
    expect((await call('GET', '/api/v1/Users?pageSize=200')).text).not.toContain('lea@demo.example');
  });

  it.each([
    [
      'setting the password',
      (id: string) => call('PUT', `/api/v1/Users/${id}/Password`, { password: 'nine quiet harbors' }),
    ],
    ['disabling', (id: string) => call('POST', `/api/v1/Users/${id}/Disable`)],
    ['removing from the tenant', (id: string) => call('DELETE', `/api/v1/Users/${id}/Tenants/demo`)],
  ])('lose their tokens at once by %s', async (what, change) => {
    const user = await newUser(`mona-${what.length}@demo.example`);
    const { body } = await enter(platform, 'demo', user);
    expect(await opens(body.accessToken, 'demo')).toBe(200);
    expect((await change(user.id)).status).toBe(200);
    expect(await opens(body.accessToken, 'demo')).toBe(401);
    expect((await enter(platform, 'demo', user)).status).toBe(what.startsWith('removing') ? 403 : 401);
  });

  it('may sign in again when enabled; tokens from before stay revoked', async () => {
    const user = await newUser('nils@demo.example');
    const { body } = await enter(platform, 'demo', user);
    await call('POST', `/api/v1/Users/${user.id}/Disable`);
    const enabled = await call('POST', `/api/v1/Users/${user.id}/Enable`);
    expect(enabled.body.status).toBe('active');
    expect(await opens(body.accessToken, 'demo')).toBe(401);
    const fresh = await enter(platform, 'demo', user);
    expect(await opens(fresh.body.accessToken, 'demo')).toBe(200);
  });

  it('keep revoked tokens revoked when they are given the tenant again', async () => {
    const user = await newUser('olga@demo.example');
    const { body } = await enter(platform, 'demo', user);
    await call('DELETE', `/api/v1/Users/${user.id}/Tenants/demo`);
    await call('PUT', `/api/v1/Users/${user.id}/Tenants/demo`, { roles: ['admin'] });
    expect(await opens(body.accessToken, 'demo')).toBe(401);
    const fresh = await enter(platform, 'demo', user);
    expect(await opens(fresh.body.accessToken, 'demo')).toBe(200);
  });

  it('have other permissions with the next request when their roles change', async () => {
    const user = await newUser('pia@demo.example');
    const { body } = await enter(platform, 'demo', user);
    const log = () =>
      platform.call('GET', 'identity', '/api/v1/SignIns', { tenant: 'demo', token: body.accessToken });
    expect((await log()).status).toBe(403);
    await call('PUT', `/api/v1/Users/${user.id}/Tenants/demo`, { roles: ['admin'] });
    expect((await log()).status).toBe(200);
  });

  it('are known by the person they are, one user per person', async () => {
    const [one, two] = [await newUser('quin@demo.example'), await newUser('rosa@demo.example')];
    const path = (id: string) => `/api/v1/Users/${id}/Tenants/demo`;
    expect((await call('PUT', path(one.id), { roles: ['member'], personId: 'person-7' })).status).toBe(200);
    expect((await call('PUT', path(two.id), { roles: ['member'], personId: 'person-7' })).status).toBe(409);
    const token = await platform.tokenFor({ tenant: 'demo', roles: ['staff'] });
    const seen = await platform.call(
      'GET',
      'identity',
      '/api/v1/Subject/GetAssignedRolesPermission?tenantCode=demo&userId=person-7',
      { tenant: 'demo', token },
    );
    expect(seen.body.roles).toEqual([{ name: 'member' }]);
    await call('DELETE', path(one.id));
    expect((await call('PUT', path(two.id), { roles: ['member'], personId: 'person-7' })).status).toBe(200);
  });

  it('are found by nobody under an id that is none', async () => {
    expect((await call('GET', '/api/v1/Users/3f2504e0-4f89-41d3-9a0c-0305e82c3301')).status).toBe(404);
    expect((await call('GET', '/api/v1/Users/7')).status).toBe(400);
  });
});

describe('invitations', () => {
  const accept = (token: string, given: string) =>
    platform.call('POST', 'identity', '/api/v1/Users/AcceptInvitation', { body: { token, password: given } });

  async function invite(email: string): Promise<{ readonly id: string; readonly token: string }> {
    const reply = await call('POST', '/api/v1/Users/Invite', {
      email,
      tenantCode: 'demo',
      roles: ['member'],
    });
    expect([reply.status, reply.body.status]).toEqual([201, 'invited']);
    expect(reply.text).not.toMatch(/token/i);
    return { id: reply.body.id, token: await mailedToken(email) };
  }

  async function mailedToken(to: string): Promise<string> {
    const store = platform.store('demo');
    const { items } = await store.query<{ to: string; text: string }>(store.listing('OUTBOX'));
    const texts = items.filter((mail) => mail.to === to).map((mail) => mail.text);
    return /^ {2}(\S+)$/m.exec(texts.at(-1) ?? '')?.[1] ?? '';
  }

  it('are mailed through the outbox and accepted once', async () => {
    const { token } = await invite('sven@demo.example');
    const weak = await accept(token, 'short');
    expect([weak.status, targets(weak)]).toEqual([400, ['password']]);
    const accepted = await accept(token, 'barley fields at noon');
    expect(accepted.body).toEqual({ userName: 'sven@demo.example' });
    expect((await accept(token, 'barley fields at noon')).status).toBe(404);
    const entered = await enter(platform, 'demo', {
      userName: 'sven@demo.example',
      password: 'barley fields at noon',
    });
    expect(entered.status).toBe(200);
  });

  it('end with a newer one, with another password and with disabling', async () => {
    const one = await invite('tara@demo.example');
    expect((await call('POST', `/api/v1/Users/${one.id}/Invite`)).status).toBe(200);
    expect((await accept(one.token, 'barley fields at noon')).status).toBe(404);
    const two = await invite('ulf@demo.example');
    await call('PUT', `/api/v1/Users/${two.id}/Password`, { password: 'wheat fields at noon' });
    expect((await accept(two.token, 'barley fields at noon')).status).toBe(404);
    expect((await call('POST', `/api/v1/Users/${two.id}/Invite`)).status).toBe(409);
    const three = await invite('vera@demo.example');
    await call('POST', `/api/v1/Users/${three.id}/Disable`);
    expect((await accept(three.token, 'barley fields at noon')).status).toBe(404);
  });

  it('are not guessed: unknown and malformed tokens get the same answer', async () => {
    const { id } = await invite('wim@demo.example');
    for (const token of [
      'x',
      `${id}.${'A'.repeat(43)}`,
      `3f2504e0-4f89-41d3-9a0c-0305e82c3301.${'A'.repeat(43)}`,
    ])
      expect((await accept(token, 'barley fields at noon')).status).toBe(404);
  });
});

describe('clients', () => {
  const grant = (client_id: string, client_secret: string, scope?: string) =>
    platform.call('POST', 'crm', '/oauth/token', {
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id,
        client_secret,
        ...(scope && { scope }),
      }),
    });

  async function issue(name: string) {
    const reply = await call('POST', '/api/v1/Clients', {
      name,
      tenantCode: 'demo',
      scopes: ['crm.people.read', 'UsersAPI', 'crm.people.read'],
    });
    expect(reply.status).toBe(201);
    return reply.body as {
      client_id: string;
      client_secret: string;
      secrets: { id: string }[];
      scopes: string[];
    };
  }

  it('are issued with a secret that is shown this once', async () => {
    const issued = await issue('Website');
    expect(issued.scopes).toEqual(['crm.people.read', 'UsersAPI']);
    expect((await grant(issued.client_id, issued.client_secret)).status).toBe(200);
    const later = await call('GET', `/api/v1/Clients/${issued.client_id}`);
    const list = await call('GET', '/api/v1/Clients?tenantCode=demo&pageSize=200');
    for (const { text } of [later, list]) expect(text).not.toContain(issued.client_secret);
    expect(list.text).toContain(issued.client_id);
    expect(list.text).not.toContain('harbor');
    expect(later.text).not.toContain('hash');
  });

  it('repeat the first answer, secret and all, for the same Idempotency-Key', async () => {
    const body = { name: 'Once', tenantCode: 'demo', scopes: [] };
    const key = { 'Idempotency-Key': 'issue-once' };
    const [one, two] = [
      await call('POST', '/api/v1/Clients', body, key),
      await call('POST', '/api/v1/Clients', body, key),
    ];
    expect(two.body).toEqual(one.body);
    expect(two.headers.get('idempotent-replayed')).toBe('true');
  });

  it('change over with two live secrets and no pause', async () => {
    const { client_id, client_secret: first, secrets } = await issue('Rotating');
    const second = await call('POST', `/api/v1/Clients/${client_id}/Secrets`);
    expect(second.status).toBe(201);
    const third = await call('POST', `/api/v1/Clients/${client_id}/Secrets`);
    expect([third.status, third.body.code]).toEqual([409, 'CONFLICT']);
    expect((await grant(client_id, first)).status).toBe(200);
    expect((await grant(client_id, second.body.client_secret)).status).toBe(200);
    const retired = await call('DELETE', `/api/v1/Clients/${client_id}/Secrets/${secrets[0]?.id}`);
    expect(retired.body.secrets).toHaveLength(1);
    expect((await grant(client_id, first)).status).toBe(401);
    expect((await grant(client_id, second.body.client_secret)).status).toBe(200);
    expect((await call('DELETE', `/api/v1/Clients/${client_id}/Secrets/none`)).status).toBe(404);
  });

  it('take only scopes that a client can be given', async () => {
    const body = { name: 'Greedy', tenantCode: 'demo', scopes: ['platform.admin', 'nonsense', 'UsersAPI'] };
    const reply = await call('POST', '/api/v1/Clients', body);
    expect([reply.status, targets(reply)]).toEqual([400, ['scopes[0]', 'scopes[1]']]);
    expect(
      (await call('POST', '/api/v1/Clients', { ...body, tenantCode: 'nowhere', scopes: [] })).status,
    ).toBe(404);
  });

  it('lose what their scopes no longer hold, tokens included', async () => {
    const { client_id, client_secret } = await issue('Narrowed');
    const { body } = await grant(client_id, client_secret);
    const held = async () =>
      (
        await platform.call('GET', 'identity', '/api/v1/Subject/GetAssignedRolesPermission', {
          tenant: 'demo',
          token: body.access_token,
        })
      ).body.permissions;
    expect(await held()).toContainEqual({ name: 'crm.people.write' });
    await call('PUT', `/api/v1/Clients/${client_id}/Scopes`, { scopes: ['crm.people.read'] });
    expect(await held()).toEqual([{ name: 'crm.people.read' }]);
    expect((await grant(client_id, client_secret, 'UsersAPI')).body.error).toBe('invalid_scope');
  });

  it('end for good when revoked, with everything they hold', async () => {
    const { client_id, client_secret } = await issue('Ended');
    const { body } = await grant(client_id, client_secret);
    expect((await call('POST', `/api/v1/Clients/${client_id}/Revoke`)).body.status).toBe('revoked');
    expect(await opens(body.access_token, 'demo')).toBe(401);
    expect((await grant(client_id, client_secret)).status).toBe(401);
    expect((await call('POST', `/api/v1/Clients/${client_id}/Secrets`)).status).toBe(409);
    expect((await call('PUT', `/api/v1/Clients/${client_id}/Scopes`, { scopes: [] })).status).toBe(409);
  });
});
