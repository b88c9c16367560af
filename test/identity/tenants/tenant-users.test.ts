// Proves that a tenant administers its own users, and nothing beyond them (docs/interface/identity.md#a-tenants-users).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleBrowser } from '../../contract/example-request.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { expireInvitation } from '../expire-invitation.ts';
import { callWithToken, demoUser, getTargets, requestWorkspaceToken, signInAdministrator } from './demo.ts';
import { runCommand } from './run-command.ts';

const password = 'kites above the long field';
const users = '/api/v1/TenantUsers';
const cleoOfHarbor = '6b1d4c9e-7a35-4f0b-9c51-2d8e0f3a7b13';
const adaOfPlatform = '6b1d4c9e-7a35-4f0b-9c51-2d8e0f3a7b11';

type Call = Awaited<ReturnType<typeof signInAdministrator>>;
let platform: TestPlatform;
let operate: Call;
/** As an administrator of the demo tenant, and of nothing else. */
let administer: Call;
beforeAll(async () => {
  platform = await startPlatform();
  operate = await signInAdministrator(platform);
  administer = await signIn('kira@demo.example');
});
afterAll(() => platform.stop());

async function signIn(userName: string, tenant = 'demo'): Promise<Call> {
  const { status, body } = await requestWorkspaceToken(platform, tenant, { userName, password });
  expect(status, userName).toBe(200);
  return (method, path, sent, headers = {}) =>
    platform.call(method, 'identity', path, { tenant, token: body.accessToken, body: sent, headers });
}

async function createUser(name: string, ...tenants: readonly (readonly [code: string, role: string])[]) {
  const userName = `${name}@demo.example`;
  const assignments = tenants.map(([tenantCode, role]) => ({ tenantCode, roles: [role] }));
  const created = await operate('POST', '/api/v1/Users', {
    userName,
    email: userName,
    password,
    assignments,
  });
  expect(created.status, created.text).toBe(201);
  const id: string = created.body.id;
  return { id, userName };
}

const enter = async (userName: string, tenant: string): Promise<number> =>
  (await requestWorkspaceToken(platform, tenant, { userName, password })).status;

describe("a tenant's administrator", () => {
  it('finds the users of the tenant, page by page, and no others', async () => {
    const first = await administer('GET', `${users}?pageSize=2`);
    const next = encodeURIComponent(first.body.nextCursor);
    const second = await administer('GET', `${users}?pageSize=200&cursor=${next}`);
    const names = [...first.body.items, ...second.body.items].map(({ userName }) => userName);
    expect(names).toEqual([...names].sort());
    expect(names).toContain('dora@demo.example');
    expect(names).not.toContain('cleo@harbor.example');
    const unknown = '6b1d4c9e-7a35-4f0b-9c51-2d8e0f3a0000';
    const replies = await Promise.all(
      [cleoOfHarbor, unknown].flatMap((id) => [
        administer('GET', `${users}/${id}`),
        administer('PUT', `${users}/${id}/Roles`, { roles: ['member'] }),
        administer('POST', `${users}/${id}/Disable`),
        administer('POST', `${users}/${id}/RevokeTokens`),
        administer('DELETE', `${users}/${id}`),
      ]),
    );
    for (const { status, text } of replies) {
      expect(status).toBe(404);
      expect(text).toMatch(/There is no user with the id/);
    }
  });

  it('assigns roles of the tenant, but never the role of the platform', async () => {
    const { id } = await createUser('otis', ['demo', 'member']);
    const roles = `${users}/${id}/Roles`;
    const { headers } = await administer('GET', `${users}/${id}`);
    const changed = await administer('PUT', roles, { roles: ['staff'] });
    expect([changed.status, changed.body.roles]).toEqual([200, ['staff']]);
    const stale = await administer('PUT', roles, { roles: [] }, { 'If-Match': headers.get('etag') ?? '' });
    expect(stale.status).toBe(412);
    const refused = await administer('PUT', roles, { roles: ['staff', 'platform-admin'] });
    expect([refused.status, getTargets(refused)]).toEqual([400, ['roles[1]']]);
    const { body } = await administer('GET', `/api/v1/Audit?record=${id}`);
    expect(body.items[0]).toMatchObject({
      ...{ operation: 'PUT /api/v1/TenantUsers/{id}/Roles', actorName: 'kira@demo.example' },
      ...{ before: { roles: ['member'] }, after: { roles: ['staff'] } },
    });
  });

  it('cannot change who administers the platform', async () => {
    for (const [method, path] of [
      ['PUT', 'Roles'],
      ['POST', 'Disable'],
      ['POST', 'RevokeTokens'],
    ] as const) {
      const reply = await administer(method, `${users}/${adaOfPlatform}/${path}`, {
        ...(path === 'Roles' && { roles: [] }),
      });
      expect([path, reply.status]).toEqual([path, 403]);
    }
    expect((await administer('DELETE', `${users}/${adaOfPlatform}`)).status).toBe(403);
  });

  it('disables a user in the tenant only, and the platform does not undo that', async () => {
    const { id, userName } = await createUser('pia', ['demo', 'member'], ['harbor', 'member']);
    const { body } = await requestWorkspaceToken(platform, 'demo', { userName, password });
    const disabled = await administer('POST', `${users}/${id}/Disable`);
    expect([disabled.status, disabled.body.status]).toEqual([200, 'disabled']);
    expect(await callWithToken(platform, body.accessToken, 'demo')).toBe(401);
    expect([await enter(userName, 'demo'), await enter(userName, 'harbor')]).toEqual([403, 200]);
    await operate('POST', `/api/v1/Users/${id}/Disable`);
    await operate('POST', `/api/v1/Users/${id}/Enable`);
    expect([await enter(userName, 'demo'), await enter(userName, 'harbor')]).toEqual([403, 200]);
    expect((await administer('POST', `${users}/${id}/Enable`)).body.status).toBe('active');
    expect(await enter(userName, 'demo')).toBe(200);
  });

  it('removes a user from the tenant, whose account stays', async () => {
    const { id, userName } = await createUser('quin', ['demo', 'member'], ['harbor', 'member']);
    expect((await administer('DELETE', `${users}/${id}`)).status).toBe(204);
    expect([await enter(userName, 'demo'), await enter(userName, 'harbor')]).toEqual([403, 200]);
    expect((await administer('GET', `${users}/${id}`)).status).toBe(404);
  });
});

it('nobody gives more than they hold, or changes who holds more', async () => {
  await operate('PUT', '/api/v1/Tenants/harbor', {
    roles: { desk: ['identity.users.read', 'identity.users.write', 'crm.people.read'] },
  });
  const { id, userName } = await createUser('rosa', ['harbor', 'desk']);
  const call = await signIn(userName, 'harbor');
  expect((await call('PUT', `${users}/${id}/Roles`, { roles: ['admin'] })).status).toBe(400);
  const invitation = { email: 'rosas.friend@demo.example', roles: ['admin'] };
  expect((await call('POST', '/api/v1/TenantInvitations', invitation)).status).toBe(400);
  // To send the invitation of another administrator again gives its roles, too.
  const administrator = await createUser('ronja', ['harbor', 'admin']);
  const callAll = await signIn(administrator.userName, 'harbor');
  const { body: invited } = await callAll('POST', '/api/v1/TenantInvitations', invitation);
  const renewal = `/api/v1/TenantInvitations/${invited.id}/Renew`;
  expect((await call('POST', renewal)).status).toBe(400);
  expect((await callAll('POST', renewal)).status).toBe(200);
  expect((await call('POST', `${users}/${cleoOfHarbor}/Disable`)).status).toBe(403);
  expect((await call('GET', users)).status).toBe(200);
});

describe('the last administrator of a tenant', () => {
  const isFulfilled = ({ status }: PromiseSettledResult<unknown>) => status === 'fulfilled';

  /** A new tenant with two administrators. */
  async function createTenant(code: string) {
    expect((await operate('POST', '/api/v1/Tenants', { code, name: code })).status).toBe(201);
    const two = [
      await createUser(`${code}-one`, [code, 'admin']),
      await createUser(`${code}-two`, [code, 'admin']),
    ] as const;
    return two;
  }

  it.each([
    ['demote', 'PUT', '/Roles', { roles: ['member'] }],
    ['disable', 'POST', '/Disable', undefined],
    ['remove', 'DELETE', '', undefined],
  ] as const)('remains when two %s each other at once', async (what, method, path, body) => {
    for (let race = 0; race < 4; race += 1) {
      const code = `race-${what}-${race}`;
      const both = await createTenant(code);
      const calls = await Promise.all(both.map(({ userName }) => signIn(userName, code)));
      const replies = await Promise.all(
        calls.map((call, index) => call(method, `${users}/${both[index === 0 ? 1 : 0].id}${path}`, body)),
      );
      const succeeded = replies.filter(({ status }) => status < 300);
      expect(succeeded.length, replies.map(({ status }) => status).join()).toBe(1);
    }
  });

  it('remains whoever asks: a command, the platform, or the administrator', async () => {
    const [one, two] = await createTenant('lonely');
    await runCommand('remove', [two.userName], { tenant: 'lonely' });
    const attempts = await Promise.allSettled([
      runCommand('remove', [one.userName], { tenant: 'lonely' }),
      runCommand('assign', [one.userName], { tenant: 'lonely', roles: ['member'] }),
      runCommand('disable-user', [one.userName]),
    ]);
    expect(attempts.filter(isFulfilled)).toEqual([]);
    expect((await operate('POST', `/api/v1/Users/${one.id}/Disable`)).status).toBe(409);
    expect((await operate('DELETE', `/api/v1/Users/${one.id}/Tenants/lonely`)).status).toBe(409);
    const call = await signIn(one.userName, 'lonely');
    const demotion = await call('PUT', `${users}/${one.id}/Roles`, { roles: [] });
    expect(demotion.status).toBe(409);
    expect(demotion.text).toMatch(/no administrator of the tenant lonely/);
  });
});

describe('an invitation to a tenant', () => {
  const invitations = '/api/v1/TenantInvitations';
  const page = (path: string, fields?: Record<string, string>) =>
    platform.call(fields ? 'POST' : 'GET', 'identity', path, {
      ...(fields && {
        headers: exampleBrowser.headers,
        body: new URLSearchParams({ ...fields, ...exampleBrowser.values }),
      }),
    });
  async function links(to: string): Promise<string[]> {
    const store = platform.store('demo');
    const { items } = await store.query<{ to: string; text: string }>(store.listing('OUTBOX'));
    return items.flatMap((mail) =>
      mail.to === to ? (/https?:\/\/\S+?(\/Account\/\S+)/.exec(mail.text)?.[1] ?? []) : [],
    );
  }
  const invite = (email: string) => administer('POST', invitations, { email, roles: ['member'] });

  it('reaches one address at most five times a day, however it is sent and spelled', async () => {
    const email = 'often@demo.example';
    const { id } = (await invite(email)).body;
    const renew = () => administer('POST', `${invitations}/${id}/Renew`);
    for (let count = 2; count <= 5; count++) expect((await renew()).status).toBe(200);
    const refused = await renew();
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await administer('DELETE', `${invitations}/${id}`)).status).toBe(204);
    expect((await invite(email.toUpperCase())).status).toBe(429);
    expect(await links(email)).toHaveLength(5);
  });

  it('leads to a new account with a password of its own', async () => {
    const email = 'sara@demo.example';
    const { status, body } = await invite(email);
    expect([status, body.status]).toEqual([201, 'open']);
    expect((await invite(email.toUpperCase())).status).toBe(409);
    const [path = ''] = await links(email);
    expect((await page(path)).text).toContain(`Choose a password for ${email}`);
    expect((await page(path, { password: 'short' })).text).toContain('Password must have at least');
    expect((await page(path, { password })).text).toContain('You can now enter');
    expect((await page(path, { password })).text).toContain('It was accepted already');
    expect(await enter(email, 'demo')).toBe(200);
    expect((await invite(email)).status).toBe(409);
    const audit = await administer('GET', `/api/v1/Audit?record=${body.id}`);
    expect(
      audit.body.items.map(({ action, actorName }: Record<string, string>) => [action, actorName]),
    ).toEqual([
      ['removed', email],
      ['created', 'kira@demo.example'],
    ]);
  });

  it('does not say whether there is an account, and changes none before its owner accepts', async () => {
    const { userName } = await createUser('tess', ['harbor', 'member']);
    const [known, unknown] = [await invite(userName), await invite('nobody.yet@demo.example')].map(
      ({ status, body }) => ({ status, fields: Object.keys(body).sort() }),
    );
    expect(known).toEqual(unknown);
    expect(await enter(userName, 'demo')).toBe(403);
    const [path = ''] = await links(userName);
    expect((await page(path)).text).toContain(`${userName} is invited`);
    expect((await page(path, {})).text).toContain('You can now enter');
    expect([await enter(userName, 'demo'), await enter(userName, 'harbor')]).toEqual([200, 200]);
  });

  it('that has expired says so for a month, and what to do', async () => {
    const email = 'vera@demo.example';
    const { body } = await invite(email);
    const [path = ''] = await links(email);
    await expireInvitation(path);
    for (const shown of [await page(path), await page(path, { password })]) {
      expect(shown.text).toContain('<h1>Your invitation has expired</h1>');
      expect(shown.text).toContain('Ask whoever invited you, or an administrator of Cascadia Association');
    }
    expect(await enter(email, 'demo')).toBe(401);
    // Whoever asks gets another one.
    expect((await administer('POST', `${invitations}/${body.id}/Renew`)).status).toBe(200);
    const [, renewed = ''] = await links(email);
    expect((await page(path)).text).toContain('There is a newer invitation');
    expect((await page(renewed, { password })).text).toContain('You can now enter');
  });

  it('is one for an address, however many are sent at once, and a later one has another link', async () => {
    const email = 'wanda@demo.example';
    const replies = await Promise.all(Array.from({ length: 5 }, () => invite(email)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    const refused = replies.find(({ status }) => status === 409);
    expect(refused?.body.error_description).toBe(`There is already an invitation with the email ${email}.`);
    const [first = '', ...more] = await links(email);
    expect(more).toEqual([]);
    const id = replies.find(({ status }) => status === 201)?.body.id;
    expect((await administer('DELETE', `${invitations}/${id}`)).status).toBe(204);
    expect((await invite(email)).status).toBe(201);
    const [, second = ''] = await links(email);
    expect((await page(first, { password })).text).toContain('There is a newer invitation');
    expect((await page(second, { password })).text).toContain('You can now enter');
  });

  it('is accepted once by a form that is sent several times at once, and each reply is a page', async () => {
    const email = 'xenia@demo.example';
    await invite(email);
    const [path = ''] = await links(email);
    const replies = await Promise.all(Array.from({ length: 5 }, () => page(path, { password })));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(replies.filter(({ text }) => text.includes('You can now enter'))).toHaveLength(1);
    expect(await enter(email, 'demo')).toBe(200);
  });

  it('is refused for a role that the tenant does not have, and names those that it has', async () => {
    const { status, body } = await administer('POST', invitations, {
      email: 'x@demo.example',
      roles: ['nope'],
    });
    expect([status, body.details[0].message]).toEqual([
      400,
      'The tenant demo has no role nope; it has admin, staff, member, Newcomers, Class host.',
    ]);
  });

  it('ends when it is renewed or withdrawn', async () => {
    const email = 'ugo@demo.example';
    const { body } = await invite(email);
    expect((await administer('POST', `${invitations}/${body.id}/Renew`)).status).toBe(200);
    const [first = '', second = ''] = await links(email);
    expect((await page(first)).text).toContain('There is a newer invitation');
    expect((await page(second)).text).toContain('Choose a password');
    const listed = await administer('GET', `${invitations}?pageSize=200`);
    expect(listed.body.items.map(({ email }: { email: string }) => email)).toContain(email);
    expect((await administer('DELETE', `${invitations}/${body.id}`)).status).toBe(204);
    expect((await page(second, { password })).text).toContain('Your invitation was withdrawn');
    const cleo = demoUser(platform, 'cleo');
    const { body: token } = await requestWorkspaceToken(platform, 'harbor', cleo);
    const elsewhere = await platform.call('DELETE', 'identity', `${invitations}/${body.id}`, {
      ...{ tenant: 'harbor', token: token.accessToken },
    });
    expect(elsewhere.status).toBe(404);
  });
});
