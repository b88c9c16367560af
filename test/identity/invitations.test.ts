// Proves that users are invited by mail and accept once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildInvitation } from '../../functions/identity/users/user.ts';
import { userKey } from '../../shared/auth/accounts/users.ts';
import { commit, ifPresent, update } from '../../shared/data/changes.ts';
import { openPlatformStore } from '../../shared/data/store.ts';
import { exampleBrowser } from '../contract/example-request.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { getTargets, requestWorkspaceToken, signInAdministrator } from './tenants/demo.ts';

let platform: TestPlatform;
let call: Awaited<ReturnType<typeof signInAdministrator>>;
beforeAll(async () => {
  platform = await startPlatform();
  call = await signInAdministrator(platform);
});
afterAll(() => platform.stop());

/** Moves the invitation of a user eight days into the past, in the place of a test that waits. */
async function expireUserInvitation(id: string, token: string): Promise<void> {
  const invitation = buildInvitation(token, new Date(Date.now() - 8 * 86_400_000));
  const key = userKey(openPlatformStore(), id);
  await commit([update(key, { set: { invitation } }, { condition: ifPresent, onConflict: 'retry' })]);
}

describe('invitations', () => {
  const accept = (token: string, password: string) =>
    platform.call('POST', 'identity', '/api/v1/Users/AcceptInvitation', {
      body: { token, password: password },
    });

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

  async function latestMail(to: string) {
    const store = platform.store('demo');
    const { items } = await store.query<{ to: string; text: string; html?: string }>(store.listing('OUTBOX'));
    return items.filter((mail) => mail.to === to).at(-1);
  }
  const mailedToken = async (to: string): Promise<string> =>
    /^ {2}(\S+)$/m.exec((await latestMail(to))?.text ?? '')?.[1] ?? '';
  const page = (token: string, password?: string) =>
    platform.call(password === undefined ? 'GET' : 'POST', 'identity', `/Account/UserInvitation/${token}`, {
      ...(password !== undefined && {
        headers: exampleBrowser.headers,
        body: new URLSearchParams({ password, ...exampleBrowser.values }),
      }),
    });

  it('are sent by mail through the outbox and can be accepted once', async () => {
    const { token } = await invite('sven@demo.example');
    const weak = await accept(token, 'short');
    expect([weak.status, getTargets(weak)]).toEqual([400, ['password']]);
    const accepted = await accept(token, 'barley fields at noon');
    expect(accepted.body).toEqual({ userName: 'sven@demo.example' });
    expect((await accept(token, 'barley fields at noon')).status).toBe(404);
    const entered = await requestWorkspaceToken(platform, 'demo', {
      userName: 'sven@demo.example',
      password: 'barley fields at noon',
    });
    expect(entered.status).toBe(200);
  });

  it('link to a page, in both forms of the mail, that accepts once with a password', async () => {
    const { token } = await invite('rita@demo.example');
    const mail = await latestMail('rita@demo.example');
    const url = `${platform.urls.identity}/Account/UserInvitation/${token}`;
    expect(mail?.text.split('\n')).toContain(url);
    expect(mail?.html).toContain(`href="${url}"`);
    expect(mail?.html).toContain(`>${token}<`);
    expect((await page(token)).text).toContain('Choose a password for rita@demo.example');
    expect((await page(token, 'short')).text).toContain('Password must have at least 12 characters');
    const password = 'barley fields at noon';
    const sent = await Promise.all([page(token, password), page(token, password)]);
    expect(sent.filter(({ text }) => text.includes('You can now enter'))).toHaveLength(1);
    expect((await page(token)).text).toContain('This invitation does not work');
    const user = { userName: 'rita@demo.example', password };
    expect((await requestWorkspaceToken(platform, 'demo', user)).status).toBe(200);
  });

  it('have a page that says why one works no longer, to whoever has its link', async () => {
    const { id, token } = await invite('rolf@demo.example');
    expect((await call('POST', `/api/v1/Users/${id}/Invite`)).status).toBe(200);
    const password = 'barley fields at noon';
    for (const unknown of [token, `${id}.${'A'.repeat(43)}`, 'x'])
      for (const { text } of [await page(unknown), await page(unknown, password)]) {
        expect(text).toContain('This invitation does not work');
        expect(text).not.toContain('rolf');
      }
    const latest = await mailedToken('rolf@demo.example');
    await expireUserInvitation(id, latest);
    expect((await page(latest)).text).toContain('Your invitation has expired');
    expect((await page(latest, password)).text).toContain('Your invitation has expired');
  });

  it('say that the account is disabled to whoever has the latest link, and to nobody else', async () => {
    const { id, token } = await invite('selma@demo.example');
    const password = 'barley fields at noon';
    await call('POST', `/api/v1/Users/${id}/Disable`);
    for (const { text } of [await page(token), await page(token, password)]) {
      expect(text).toContain('Your account is disabled');
      expect(text).toMatch(/an administrator of .+, to enable your account and to invite you again/);
      expect(text).not.toContain('selma');
    }
    const refused = await accept(token, password);
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('The account was disabled');
    for (const stranger of [`${id}.${'A'.repeat(43)}`, id]) {
      expect((await page(stranger)).text).toContain('This invitation does not work');
      expect((await accept(stranger, password)).status).toBe(404);
    }
    expect((await call('GET', `/api/v1/Users/${id}`)).body).not.toHaveProperty('invitedUntil');
    await call('POST', `/api/v1/Users/${id}/Enable`);
    expect((await page(token, password)).text).toContain('Your invitation was ended');
    expect((await accept(token, password)).status).toBe(404);
    expect((await call('POST', `/api/v1/Users/${id}/Invite`)).status).toBe(200);
    expect((await page(token)).text).toContain('This invitation does not work');
    expect((await page(await mailedToken('selma@demo.example'), password)).text).toContain(
      'You can now enter',
    );
  });

  it('say so too where the only tenant of the user has disabled them', async () => {
    const { id, token } = await invite('silke@demo.example');
    expect((await call('POST', `/api/v1/TenantUsers/${id}/Disable`)).status).toBe(200);
    const password = 'barley fields at noon';
    expect((await page(token, password)).text).toContain('Your access is disabled');
    expect((await call('POST', `/api/v1/TenantUsers/${id}/Enable`)).status).toBe(200);
    expect((await page(token, password)).text).toContain('You can now enter');
  });

  it('end when there is a newer one and when the password is set', async () => {
    const first = await invite('tara@demo.example');
    expect((await call('POST', `/api/v1/Users/${first.id}/Invite`)).status).toBe(200);
    expect((await accept(first.token, 'barley fields at noon')).status).toBe(404);
    const two = await invite('ulf@demo.example');
    await call('PUT', `/api/v1/Users/${two.id}/Password`, { password: 'wheat fields at noon' });
    expect((await accept(two.token, 'barley fields at noon')).status).toBe(404);
    expect((await call('POST', `/api/v1/Users/${two.id}/Invite`)).status).toBe(409);
  });

  it('stay open when a renewal names another version by If-Match (RFC 9110 13.1.1)', async () => {
    const { id, token } = await invite('xenia@demo.example');
    const renew = (tag: string) => call('POST', `/api/v1/Users/${id}/Invite`, undefined, { 'If-Match': tag });
    expect((await renew('"99"')).status).toBe(412);
    expect((await accept(token, 'barley fields at noon')).status).toBe(200);
    const other = await invite('yoko@demo.example');
    const tag = (await call('GET', `/api/v1/Users/${other.id}`)).headers.get('etag') ?? '';
    const renewed = await call('POST', `/api/v1/Users/${other.id}/Invite`, undefined, { 'If-Match': tag });
    expect(renewed.status).toBe(200);
  });

  it('cannot be guessed: unknown and malformed tokens get the same reply', async () => {
    const { id } = await invite('wim@demo.example');
    for (const token of [
      'x',
      `${id}.${'A'.repeat(43)}`,
      `3f2504e0-4f89-41d3-9a0c-0305e82c3301.${'A'.repeat(43)}`,
    ])
      expect((await accept(token, 'barley fields at noon')).status).toBe(404);
  });
});
