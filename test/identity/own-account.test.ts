// Proves that users choose a new password by mail, and change their password and mail address themselves
// (docs/interface/identity.md#own-account).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fingerprintReset, putLink } from '../../functions/identity/account/link.ts';
import { generateCookieToken } from '../../functions/identity/sessions/cookies.ts';
import { buildSession } from '../../functions/identity/sessions/session.ts';
import { insertSession } from '../../functions/identity/sessions/store.ts';
import { userByName } from '../../functions/identity/users/store.ts';
import { userKey } from '../../shared/auth/accounts/users.ts';
import { issueToken } from '../../shared/auth/tokens/issue-token.ts';
import { commit, ifPresent, update } from '../../shared/data/changes.ts';
import { openPlatformStore } from '../../shared/data/store.ts';
import { parseTenantCode } from '../../shared/data/tenant/tenant-code.ts';
import { exampleBrowser } from '../contract/example-request.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { ageSessions } from './sign-in/age-sessions.ts';
import { openFormBrowser } from './sign-in/form-browser.ts';
import { settleAttempts } from './sign-in/settled-attempts.ts';
import { callWithToken, getTargets, requestWorkspaceToken, signInAdministrator } from './tenants/demo.ts';

let platform: TestPlatform;
let administer: Awaited<ReturnType<typeof signInAdministrator>>;
beforeAll(async () => {
  platform = await startPlatform();
  administer = await signInAdministrator(platform);
});
afterAll(() => platform.stop());

const password = 'kites above the long field';
const other = 'barley fields at noon';

/** A new user of the demo tenant who can sign in. */
async function createUser(name: string): Promise<{ readonly id: string; readonly userName: string }> {
  const userName = `${name}@demo.example`;
  const assignments = [{ tenantCode: 'demo', roles: ['member'] }];
  const { status, body } = await administer('POST', '/api/v1/Users', {
    ...{ userName, email: userName, password, assignments },
  });
  expect(status).toBe(201);
  return { id: body.id, userName };
}

const signIn = async (userName: string, password: string) => {
  const { status, body } = await requestWorkspaceToken(platform, 'demo', { userName, password });
  return { status, token: String(body.accessToken) };
};

/** Takes the password from a user, as one has whom an organization signs in. */
async function removePassword(userId: string): Promise<void> {
  const key = userKey(openPlatformStore(), userId);
  await commit([update(key, { unset: ['passwordHash'] }, { condition: ifPresent, onConflict: 'retry' })]);
}

/** The mails to an address, oldest first. */
async function mailsTo(to: string) {
  const store = platform.store('demo');
  const { items } = await store.query<{ to: string; subject: string; text: string }>(store.listing('OUTBOX'));
  return items.filter((mail) => mail.to === to);
}
const linkIn = (mail: { readonly text: string } | undefined): string =>
  /https?:\/\/\S+?(\/Account\/\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
const page = (path: string, fields?: Record<string, string>) =>
  platform.call(fields ? 'POST' : 'GET', 'identity', path, {
    ...(fields && {
      headers: exampleBrowser.headers,
      body: new URLSearchParams({ ...fields, ...exampleBrowser.values }),
    }),
  });
const forget = (userName: string) =>
  platform.call('POST', 'identity', '/api/v1/Account/ForgotPassword', { body: { userName } });
const own = (token: string, path: string, body?: unknown) =>
  platform.call(body ? 'POST' : 'GET', 'identity', `/api/v1/Account/${path}`, {
    tenant: 'demo',
    token,
    body,
  });

describe('a forgotten password', () => {
  it('costs the same, and gets the same reply, for a known and an unknown name', async () => {
    const { userName } = await createUser('abel');
    // One after the other, because both count for the same address, which has been counted before either.
    await forget('another@demo.example');
    const replies = [await forget(userName), await forget('nobody@demo.example')];
    const [known, unknown] = replies.map(({ status, text, roundTrips, readUnits }) => ({
      ...{ status, text, roundTrips, readUnits },
    }));
    expect(known).toEqual(unknown);
    expect(known?.status).toBe(202);
    expect(await mailsTo(userName)).toHaveLength(1);
    expect(await mailsTo('nobody@demo.example')).toHaveLength(0);
  });

  it('is replaced by a link that works once, and the user is notified by mail', async () => {
    const { userName } = await createUser('bela');
    const { token } = await signIn(userName, password);
    await page('/Account/ForgotPassword', { userName });
    await page('/Account/ForgotPassword', { userName: ` ${userName.toUpperCase()} ` });
    const [first, second] = await mailsTo(userName);
    const path = linkIn(first);
    expect((await page(path)).text).toContain(`For ${userName}`);
    const weak = await page(path, { password: 'short', everywhere: 'on' });
    expect(weak.text).toContain('Password must have at least 12 characters');
    for (const guessed of ['RostrumRostrum', `Summer${new Date().getUTCFullYear()}!!`])
      expect((await page(path, { password: guessed, everywhere: 'on' })).text).toContain(
        'names of the platform',
      );
    const done = await page(path, { password: other, everywhere: 'on' });
    expect(done.text).toContain('Your password is changed');
    for (const used of [path, linkIn(second)])
      expect((await page(used, { password: 'never to be used again' })).text).toContain(
        'This link does not work',
      );
    expect((await signIn(userName, password)).status).toBe(401);
    expect((await signIn(userName, other)).status).toBe(200);
    expect(await callWithToken(platform, token, 'demo')).toBe(401);
    expect((await mailsTo(userName)).at(-1)?.subject).toBe('Your password was changed');
  });

  it('may leave other sign-ins as they are', async () => {
    const { userName } = await createUser('cora');
    const { token } = await signIn(userName, password);
    await forget(userName);
    const [mail] = await mailsTo(userName);
    const secret = linkIn(mail).split('/').at(-1);
    const reset = await platform.call('POST', 'identity', '/api/v1/Account/ResetPassword', {
      body: { token: secret, password: other, endSessions: false },
    });
    expect([reset.status, reset.body]).toEqual([200, { userName }]);
    expect(await callWithToken(platform, token, 'demo')).toBe(200);
  });

  it('is used once by two requests at the same moment', async () => {
    const { userName } = await createUser('dina');
    await forget(userName);
    const path = linkIn((await mailsTo(userName))[0]);
    const replies = await Promise.all(
      [other, 'wheat fields at noon'].map((chosen) => page(path, { password: chosen })),
    );
    expect(replies.filter(({ text }) => text.includes('Your password is changed'))).toHaveLength(1);
  });

  it('has links that expire, and none for a disabled user', async () => {
    const { id, userName } = await createUser('emil');
    const user = await userByName(openPlatformStore(), userName);
    const old = 'x'.repeat(43);
    const input = { purpose: 'reset-password', of: id, bound: fingerprintReset(user ?? {}) } as const;
    await commit([putLink(openPlatformStore(), old, input, new Date(Date.now() - 3_601_000))]);
    expect((await page(`/Account/ResetPassword/${old}`)).text).toContain('This link does not work');
    await forget(userName);
    const path = linkIn((await mailsTo(userName))[0]);
    await administer('POST', `/api/v1/Users/${id}/Disable`);
    expect((await page(path)).text).toContain('This link does not work');
    await forget(userName);
    expect(await mailsTo(userName)).toHaveLength(1);
  });

  it('is throttled, for an unknown name too, however the name is spelled', async () => {
    for (const before of ['', ' ', '  ', '\u00a0', '\t'])
      expect((await forget(`${before}FLORA@demo.example`)).status).toBe(202);
    const throttled = await forget('flora@demo.example');
    expect([throttled.status, throttled.headers.has('retry-after')]).toEqual([429, true]);
    const shown = await page('/Account/ForgotPassword', { userName: 'flora@demo.example' });
    expect(shown.text).toContain('This was tried too often. Wait');
  });
});

describe('the own password', () => {
  it('is changed with the current one, and other tokens end', async () => {
    const { userName } = await createUser('gerd');
    const first = await signIn(userName, password);
    const second = await signIn(userName, password);
    const wrong = await own(first.token, 'ChangePassword', { currentPassword: other, password: other });
    expect([wrong.status, getTargets(wrong)]).toEqual([400, ['currentPassword']]);
    const common = await own(first.token, 'ChangePassword', {
      ...{ currentPassword: password, password: 'passwordpassword' },
    });
    expect([common.status, getTargets(common)]).toEqual([400, ['password']]);
    const changed = await own(first.token, 'ChangePassword', { currentPassword: password, password: other });
    expect(changed.status, changed.text).toBe(200);
    for (const { token } of [first, second]) expect(await callWithToken(platform, token, 'demo')).toBe(401);
    expect(await callWithToken(platform, changed.body.accessToken, 'demo')).toBe(200);
    expect((await signIn(userName, other)).status).toBe(200);
    expect((await mailsTo(userName)).at(-1)?.text).toContain('signed out everywhere else');
  });

  it('changes on its page with the current one, ends everything else, and leaves this browser signed in', async () => {
    const { userName } = await createUser('zelda');
    const browser = openFormBrowser(platform);
    const elsewhere = openFormBrowser(platform);
    const address = `${platform.urls.identity}/Account/Password`;
    const form = { action: 'sign-in', userName, password };
    await elsewhere.submit(await elsewhere.open(address), form);
    const { token } = await signIn(userName, password);
    const shown = await browser.submit(await browser.open(address), form);
    expect(shown.html).toContain('<h1>Your password</h1>');
    const wrong = await browser.submit(shown, { currentPassword: 'not mine', password: other });
    expect(wrong.html).toContain('This is not your current password.');
    const common = await browser.submit(shown, { currentPassword: password, password: 'passwordpassword' });
    expect(common.html).toContain('common password');
    expect(common.html).not.toContain('passwordpassword');
    const before = browser.cookies.get('rostrum-session');
    const changed = await browser.submit(shown, { currentPassword: password, password: other });
    expect(changed.html).toContain('<h1>Your password is changed</h1>');
    expect(browser.cookies.get('rostrum-session')).not.toBe(before);
    expect((await browser.open(address)).html).toContain('<h1>Your password</h1>');
    expect((await elsewhere.open(address)).html).toContain('<h1>Sign in</h1>');
    expect(await callWithToken(platform, token, 'demo')).toBe(401);
    expect([(await signIn(userName, password)).status, (await signIn(userName, other)).status]).toEqual([
      401, 200,
    ]);
    expect((await mailsTo(userName)).at(-1)?.subject).toBe('Your password was changed');
    // A form of another site, without the cookie, changes nothing.
    const stranger = await openFormBrowser(platform).post(address, { currentPassword: other, password });
    expect(stranger.html).toContain('<h1>Nothing was done</h1>');
  });

  it('is out of reach of a token that an application holds', async () => {
    const { id, userName } = await createUser('hans');
    const code = parseTenantCode('demo');
    if (!code) throw new Error('no code');
    const grant = { tenant: code, subject: { id, revokedBefore: 0 }, clientId: 'app', scope: 'UsersAPI' };
    const { accessToken } = await issueToken(grant, new Date(), randomUUID());
    const body = { currentPassword: password, password: other };
    expect((await own(accessToken, 'ChangePassword', body)).status).toBe(403);
    expect((await own(accessToken, 'SignIns')).status).toBe(403);
    expect((await signIn(userName, password)).status).toBe(200);
  });
});

describe('the own mail address', () => {
  it('changes once the old and the new address have confirmed, in any order', async () => {
    const { id, userName } = await createUser('ilse');
    const { token } = await signIn(userName, password);
    const request = (email: string) => own(token, 'ChangeEmail', { email, currentPassword: password });
    const email = 'ilse.new@demo.example';
    expect((await request('ilse.typo@demo.example')).status).toBe(202);
    expect((await request(email)).status).toBe(202);
    const [replaced, current] = await mailsTo(userName);
    const [toNew] = await mailsTo(email);
    expect((await page(linkIn(replaced), {})).text).toContain('This link does not work');
    expect((await page(linkIn(toNew))).text).toContain('Is this your mail address?');
    expect((await page(linkIn(toNew), {})).text).toContain('as soon as the old address has confirmed');
    expect((await page(linkIn(toNew), {})).text).toContain('This link does not work');
    expect((await administer('GET', `/api/v1/Users/${id}`)).body.email).toBe(userName);
    expect((await page(linkIn(current), {})).text).toContain(`now goes to ${email}`);
    expect((await administer('GET', `/api/v1/Users/${id}`)).body.email).toBe(email);
    for (const to of [userName, email])
      expect((await mailsTo(to)).at(-1)?.subject).toBe('Your mail address was changed');
  });
});

describe('requests for another mail address', () => {
  it('are limited, because each sends a mail to an address that nobody has confirmed', async () => {
    const { userName } = await createUser('quirin');
    const { token } = await signIn(userName, password);
    const statuses: number[] = [];
    for (let index = 0; index < 7; index += 1) {
      const body = { email: `somebody.else.${index}@demo.example`, currentPassword: password };
      statuses.push((await own(token, 'ChangeEmail', body)).status);
    }
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429, 429]);
    const browser = openFormBrowser(platform);
    const address = `${platform.urls.identity}/Account/Email`;
    const shown = await browser.submit(await browser.open(address), {
      action: 'sign-in',
      userName,
      password,
    });
    const refused = await browser.submit(shown, {
      email: 'one.more@demo.example',
      currentPassword: password,
    });
    expect(refused.html).toContain('This was tried too often. Wait');
  });
});

describe('the own mail address on its page', () => {
  const address = () => `${platform.urls.identity}/Account/Email`;

  it('is asked for with the current password, and says what the change waits for until it is complete', async () => {
    const { id, userName } = await createUser('rosa');
    const browser = openFormBrowser(platform);
    const form = { action: 'sign-in', userName, password };
    const shown = await browser.submit(await browser.open(address()), form);
    expect(shown.html).toContain(`Mail to ${userName} goes to ${userName}.`);
    const email = 'rosa.new@demo.example';
    const wrong = await browser.submit(shown, { email, currentPassword: 'not mine' });
    expect(wrong.html).toContain('This is not your current password.');
    expect(wrong.html).toContain(`value="${email}"`);
    expect(wrong.html).not.toContain('not mine');
    for (const invalid of ['', 'rosa', 'rosa@demo', 'rösa@demo.example'])
      expect((await browser.submit(shown, { email: invalid, currentPassword: password })).html).toContain(
        'Enter a mail address such as',
      );
    const same = await browser.submit(shown, { email: userName.toUpperCase(), currentPassword: password });
    expect(same.html).toContain('This is your mail address already.');
    expect([await mailsTo(userName), await mailsTo(email)]).toEqual([[], []]);
    const asked = await browser.submit(shown, { email: ` ${email} `, currentPassword: password });
    expect(asked.html).toContain('<h1>Look into your mail</h1>');
    const open = async () => (await browser.open(address())).html;
    expect(await open()).toContain(`It is to become ${email} as soon as both addresses have confirmed`);
    await page(linkIn((await mailsTo(email))[0]), {});
    expect(await open()).toContain('as soon as the old address has confirmed too');
    await page(linkIn((await mailsTo(userName))[0]), {});
    expect(await open()).toContain(`Mail to ${userName} goes to ${email}.`);
    expect(await open()).not.toContain('It is to become');
    expect((await administer('GET', `/api/v1/Users/${id}`)).body.email).toBe(email);
  });

  it('is not asked for by a form of another site, which brings no cookie', async () => {
    await createUser('sven');
    const email = 'sven.new@demo.example';
    const stranger = await openFormBrowser(platform).post(address(), { email, currentPassword: password });
    expect(stranger.html).toContain('<h1>Nothing was done</h1>');
    expect(await mailsTo(email)).toEqual([]);
  });

  it('counts wrong current passwords like failed sign-ins', async () => {
    const { userName } = await createUser('tilda');
    const browser = openFormBrowser(platform);
    const form = { action: 'sign-in', userName, password };
    const shown = await browser.submit(await browser.open(address()), form);
    const email = 'tilda.new@demo.example';
    let { html } = shown;
    for (let count = 0; count < 6; count += 1) {
      if (count === 5) settleAttempts();
      ({ html } = await browser.submit(shown, { email, currentPassword: 'not mine' }));
    }
    expect(html).toContain('This was tried too often. Wait');
    expect(await mailsTo(email)).toEqual([]);
  });

  it('is changed at the organization of whoever has no password here', async () => {
    const { id, userName } = await createUser('ursa');
    const browser = openFormBrowser(platform);
    const form = { action: 'sign-in', userName, password };
    const shown = await browser.submit(await browser.open(address()), form);
    await removePassword(id);
    expect((await browser.open(address())).html).toContain('your organization signs you in');
    const email = 'ursa.new@demo.example';
    const sent = await browser.submit(shown, { email, currentPassword: password });
    expect(sent.html).not.toContain('<form');
    expect(await mailsTo(email)).toEqual([]);
  });
});

it('the own sign-in history has the attempts of the user and of nobody else', async () => {
  const { id, userName } = await createUser('jana');
  await signIn(userName, 'not the right one');
  const { token } = await signIn(userName, password);
  const { status, body } = await own(token, 'SignIns');
  expect(status).toBe(200);
  expect(body.items.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'succeeded',
    'wrong-password',
  ]);
  expect(new Set(body.items.map(({ subjectId }: { subjectId: string }) => subjectId))).toEqual(new Set([id]));
  const first = await own(token, 'SignIns?pageSize=1');
  const second = await own(token, `SignIns?pageSize=1&cursor=${encodeURIComponent(first.body.nextCursor)}`);
  expect(second.body.items).toEqual([body.items[1]]);
});

describe('the own sessions', () => {
  const call = (token: string, method: string, path: string) =>
    platform.call(method, 'identity', `/api/v1/Account/${path}`, { tenant: 'demo', token });
  async function beginSession(userId: string): Promise<string> {
    const id = randomUUID();
    const now = new Date();
    const authTime = Math.floor(now.getTime() / 1000);
    const details = { authTime, amr: ['pwd'], address: '192.0.2.1', userAgent: 'Test', isRemembered: false };
    const session = buildSession({ id, userId, ...details }, now);
    await commit([insertSession(openPlatformStore(), session, generateCookieToken())]);
    return id;
  }
  const list = async (token: string, kind: string): Promise<{ id: string; isCurrent: boolean }[]> =>
    (await call(token, 'GET', 'Sessions')).body.items.filter((item: { kind: string }) => item.kind === kind);
  const listIds = async (token: string, kind = 'browser'): Promise<string[]> =>
    (await list(token, kind)).map(({ id }) => id);

  it('are listed and ended one by one, and those of others are not found', async () => {
    const { id, userName } = await createUser('karl');
    const stranger = await createUser('lola');
    const { token } = await signIn(userName, password);
    const [first, second] = [await beginSession(id), await beginSession(id)];
    const foreign = await beginSession(stranger.id);
    expect((await listIds(token)).sort()).toEqual([first, second].sort());
    expect((await call(token, 'DELETE', `Sessions/${foreign}`)).status).toBe(404);
    expect((await call(token, 'DELETE', `Sessions/${first}`)).status).toBe(204);
    expect(await listIds(token)).toEqual([second]);
    expect(await listIds((await signIn(stranger.userName, password)).token)).toEqual([foreign]);
  });

  it('are also the tokens of the two-step sign-in, which end one by one', async () => {
    const { userName } = await createUser('nadia');
    const stranger = await createUser('olga');
    const [first, second] = [await signIn(userName, password), await signIn(userName, password)];
    const [third] = await listIds((await signIn(stranger.userName, password)).token, 'token');
    const listed = await list(second.token, 'token');
    expect(listed).toHaveLength(2);
    const { body } = await call(second.token, 'GET', 'Sessions');
    expect(body.items[0]).toMatchObject({
      ...{ address: expect.any(String), isRemembered: false },
      applications: [{ clientId: 'rostrum-sign-in', tenantCode: 'demo' }],
    });
    expect(JSON.stringify(body)).not.toContain(second.token);
    const other = listed.find(({ isCurrent }) => !isCurrent)?.id ?? '';
    expect((await call(second.token, 'DELETE', `Sessions/${third}`)).status).toBe(404);
    expect((await call(second.token, 'DELETE', `Sessions/${other}`)).status).toBe(204);
    expect(await callWithToken(platform, first.token, 'demo')).toBe(401);
    expect(await callWithToken(platform, second.token, 'demo')).toBe(200);
    expect((await call(second.token, 'DELETE', `Sessions/${other}`)).status).toBe(404);
    // A token that was revoked (RFC 7009) is listed no longer either.
    const last = await signIn(userName, password);
    expect(await listIds(last.token, 'token')).toHaveLength(2);
    const revocation = new URLSearchParams({ token: second.token, client_id: 'rostrum-sign-in' });
    await platform.call('POST', 'identity', '/connect/revocation', { body: revocation });
    expect(await listIds(last.token, 'token')).toHaveLength(1);
  });

  it('end on their page only for whoever has signed in just now (ASVS 3.3.4)', async () => {
    const { id, userName } = await createUser('petra');
    const browser = openFormBrowser(platform);
    const address = `${platform.urls.identity}/Account/Access`;
    const form = { action: 'sign-in', userName, password };
    const page = await browser.submit(await browser.open(address), form);
    const { token } = await signIn(userName, password);
    const session = (await listIds(token, 'token'))[0] ?? '';
    const shown = await browser.open(address);
    expect(shown.html).toContain(`value="${session}"`);
    await ageSessions(id, 601);
    const asked = await browser.submit(page, { action: 'end-session', session });
    expect(asked.html).toContain('<h1>Sign in again</h1>');
    expect(await callWithToken(platform, token, 'demo')).toBe(200);
    const back = await browser.submit(asked, form);
    expect(back.url).toBe(address);
    const ended = await browser.submit(back, { action: 'end-session', session });
    expect(ended.html).not.toContain(`value="${session}"`);
    expect(await callWithToken(platform, token, 'demo')).toBe(401);
  });

  it('end together, with all tokens but a new one', async () => {
    const { id, userName } = await createUser('moni');
    const { token } = await signIn(userName, password);
    await beginSession(id);
    const reply = await call(token, 'POST', 'SignOutEverywhere');
    expect(reply.status, reply.text).toBe(200);
    expect(await callWithToken(platform, token, 'demo')).toBe(401);
    expect(await listIds(reply.body.accessToken)).toEqual([]);
    expect(await list(reply.body.accessToken, 'token')).toMatchObject([{ isCurrent: true }]);
  });
});
