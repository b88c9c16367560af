// The sign-in pages in a real browser: a whole flow with the keyboard and without scripts, and axe on every page at the
// width of a phone and of a desk.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as openid from 'openid-client';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deviceCodeGrant } from '../../../shared/auth/clients/clients.ts';
import { type Browser, browserTimeout, openChromium } from '../../harness/chromium.ts';
import { lookAtPage } from '../../harness/look-at-page.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { expireInvitation } from '../expire-invitation.ts';
import { callWithToken, demoUser, requestWorkspaceToken, signInAdministrator } from '../tenants/demo.ts';
import { beginSignIn } from './begin-sign-in.ts';
import { showCode } from './show-code.ts';

/** Where pictures of the pages are written for people to look at; nowhere by default. */
const pictures = process.env.SIGN_IN_PICTURES;

let platform: TestPlatform;
let browser: Browser;
let application: Server;
let callback: string;
let website: openid.Configuration;
let companion: openid.Configuration;
let kiosk: openid.Configuration;

beforeAll(async () => {
  platform = await startPlatform({ localOriginsOnly: true });
  browser = await openChromium();
  application = createServer((_, response) => response.end('<h1>Back</h1>')).listen(0, '127.0.0.1');
  await new Promise((resolve) => application.once('listening', resolve));
  callback = `http://127.0.0.1:${(application.address() as AddressInfo).port}/callback`;
  const administer = await signInAdministrator(platform);
  const create = async (name: string, signIn: Record<string, unknown>) => {
    const issued = await administer('POST', '/api/v1/Clients', {
      ...{ name, tenantCode: 'demo', scopes: ['AccreditationAPI'] },
      signIn: { redirectUris: [callback], postLogoutRedirectUris: [callback], ...signIn },
    });
    expect(issued.status, issued.text).toBe(201);
    const { client_id: id, client_secret: secret } = issued.body;
    return openid.discovery(new URL(platform.urls.identity), id, secret, secret ? undefined : openid.None(), {
      execute: [openid.allowInsecureRequests],
    });
  };
  const branding = { color: '#7a1f4b' };
  const branded = await administer('PUT', '/api/v1/Tenants/demo', { branding });
  expect(branded.status, branded.text).toBe(200);
  website = await create('Member website', { isFirstParty: true, workspaces: 'any' });
  companion = await create('Conference Companion', {
    clientType: 'public',
    grantTypes: ['authorization_code', 'refresh_token'],
  });
  kiosk = await create('Lobby kiosk', { grantTypes: [deviceCodeGrant, 'refresh_token'] });
});
afterAll(async () => {
  await browser.close();
  application.close();
  await platform.stop();
});

const begin = (client: openid.Configuration, parameters: Record<string, string> = {}) =>
  beginSignIn(client, callback, parameters);

/** A page that nobody has signed in on; `javaScriptEnabled` as people have it who turn scripts off. */
async function openPage(javaScriptEnabled = true): Promise<Page> {
  const context = await browser.context.browser()?.newContext({ javaScriptEnabled });
  context?.setDefaultTimeout(browserTimeout);
  return context ? context.newPage() : browser.context.newPage();
}

/** What axe finds on a page, at both widths. */
const check = (page: Page, name: string): Promise<string[]> => lookAtPage(page, name, pictures);

/** Invites somebody to the demo tenant; the address in the mail. */
async function invite(email: string): Promise<string> {
  const token = await platform.tokenFor({ tenant: 'demo', roles: ['admin'] });
  const body = { email, roles: ['member'] };
  const { status, text } = await platform.call('POST', 'identity', '/api/v1/TenantInvitations', {
    ...{ tenant: 'demo', token, body },
  });
  expect(status, text).toBe(201);
  const store = platform.store('demo');
  const { items } = await store.query<{ to: string; text: string }>(store.listing('OUTBOX'));
  const mail = items.find(({ to }) => to === email);
  return /https?:\/\/\S+\/Account\/Invitation\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';
}

/** Disables a user in the demo tenant. */
async function disableInTenant(id: string): Promise<void> {
  const token = await platform.tokenFor({ tenant: 'demo', roles: ['admin'] });
  const { status, text } = await platform.call('POST', 'identity', `/api/v1/TenantUsers/${id}/Disable`, {
    ...{ tenant: 'demo', token },
  });
  expect(status, text).toBe(200);
}

/** A browser moves the focus to a page's first field when it draws the page, which can be after the page has loaded. */
const waitForFocus = (page: Page) => page.locator('input:focus').waitFor();

const fillIn = async (page: Page, { userName, password }: { userName: string; password: string }) => {
  await page.getByLabel('User name').fill(userName);
  await page.getByLabel('Password').fill(password);
};

describe('the sign-in pages in a browser', () => {
  it('lead with the keyboard alone through sign-in and the choice of a workspace to the application', async () => {
    const page = await openPage();
    const { url, checks } = await begin(website);
    await page.goto(url);
    await waitForFocus(page);
    const { userName, password } = demoUser(platform, 'ada');
    await page.keyboard.type(userName);
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Choose a workspace' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Back' }).waitFor();
    const tokens = await openid.authorizationCodeGrant(website, new URL(page.url()), checks);
    expect(tokens.claims()?.tenant).toBe('demo');
    const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'rostrum-session');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', expires: -1 });
    // Signed in: the next application answers without a page, and after signing out it does not.
    await page.goto((await begin(website, { acr_values: 'tenant:demo' })).url);
    expect(new URL(page.url()).searchParams.get('code')).toEqual(expect.any(String));
    await page.goto(openid.buildEndSessionUrl(website, { id_token_hint: tokens.id_token ?? '' }).href);
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    await page.goto((await begin(website)).url);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.context().close();
  });

  it('work without scripts, also the form that sends itself with them', async () => {
    for (const hasScripts of [false, true]) {
      const page = await openPage(hasScripts);
      const { url } = await begin(companion, { response_mode: 'form_post', prompt: 'consent' });
      await page.goto(url);
      await fillIn(page, demoUser(platform, 'ben'));
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('button', { name: 'Allow', exact: true }).click();
      if (!hasScripts) await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('heading', { name: 'Back' }).waitFor();
      expect(page.url()).toBe(callback);
      await page.context().close();
    }
  });

  it('lead with the keyboard from the code of a device to the question, and have nothing that axe finds', async () => {
    const page = await openPage();
    const found: string[] = [];
    const codes = await openid.initiateDeviceAuthorization(kiosk, { scope: 'openid AccreditationAPI' });
    await page.goto(codes.verification_uri);
    found.push(...(await check(page, 'device')));
    await waitForFocus(page);
    await page.keyboard.type('wdjb-mjht');
    await page.keyboard.press('Enter');
    await page.getByText('This code is wrong').waitFor();
    found.push(...(await check(page, 'device-wrong-code')));
    await page.goto(codes.verification_uri_complete ?? '');
    await page.getByText('Compare this code').waitFor();
    found.push(...(await check(page, 'device-compare')));
    await waitForFocus(page);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await fillIn(page, demoUser(platform, 'dora'));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Allow Lobby kiosk?' }).waitFor();
    await page.getByText(codes.user_code).waitFor();
    found.push(...(await check(page, 'device-question')));
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.getByRole('heading', { name: 'The device is signed in' }).waitFor();
    found.push(...(await check(page, 'device-allowed')));
    const tokens = await openid.pollDeviceAuthorizationGrant(kiosk, { ...codes, interval: 0 });
    expect(tokens.claims()?.tenant).toBe('demo');
    const others = await openid.initiateDeviceAuthorization(kiosk, { scope: 'openid' });
    await page.goto(others.verification_uri_complete ?? '');
    await waitForFocus(page);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Do not allow' }).click();
    await page.getByRole('heading', { name: 'Nothing was allowed' }).waitFor();
    found.push(...(await check(page, 'device-denied')));
    expect(found).toEqual([]);
    await page.context().close();
  });

  it('show where a person is signed in and what applications may do, and end both', async () => {
    const page = await openPage();
    const address = `${platform.urls.identity}/Account/Access`;
    await page.goto(address);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await fillIn(page, demoUser(platform, 'ben'));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Your access' }).waitFor();
    expect(page.url()).toBe(address);
    const { url, checks } = await begin(companion, {
      scope: 'openid AccreditationAPI offline_access',
      prompt: 'consent',
    });
    await page.goto(url);
    await page.getByRole('button', { name: 'Allow', exact: true }).click();
    await page.getByRole('heading', { name: 'Back' }).waitFor();
    const tokens = await openid.authorizationCodeGrant(companion, new URL(page.url()), checks);
    const ben = demoUser(platform, 'ben');
    const { body } = await requestWorkspaceToken(platform, 'demo', ben);
    await page.goto(address);
    await page.getByText('while you are away').waitFor();
    await page.getByText('Signed in by another screen or program').waitFor();
    expect(await check(page, 'access')).toEqual([]);
    await page
      .getByRole('listitem')
      .filter({ hasText: 'by another screen' })
      .getByRole('button', { name: 'Sign out' })
      .click();
    expect(await callWithToken(platform, body.accessToken, 'demo')).toBe(401);
    await page.getByRole('button', { name: 'Take its access: Conference Companion' }).click();
    await page.getByText('No application may act in your name').waitFor();
    expect(await check(page, 'access-without-applications')).toEqual([]);
    await expect(openid.refreshTokenGrant(companion, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    const awards = await platform.call('GET', 'training', `/api/v1/Awards/${platform.demo.values.awardId}`, {
      ...{ tenant: 'demo', token: tokens.access_token },
    });
    expect(awards.status).toBe(401);
    await page
      .getByRole('listitem')
      .filter({ hasText: 'which is this browser' })
      .getByRole('button', { name: 'Sign out' })
      .click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.context().close();
  });

  it('have nothing that axe finds, and fit a phone and a desk, in every state', async () => {
    const page = await openPage();
    const found: string[] = [];
    await page.goto((await begin(website)).url);
    found.push(...(await check(page, 'sign-in')));
    await fillIn(page, { userName: 'nobody@demo.example', password: 'wrong' });
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    found.push(...(await check(page, 'wrong-password')));
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await fillIn(page, { userName: 'nobody@demo.example', password: 'wrong' });
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('alert').waitFor();
    }
    await page.getByText('too many failed attempts').waitFor();
    found.push(...(await check(page, 'throttled')));
    const { accountPassword: password = '', recoveryCode = '' } = platform.demo.values;
    await fillIn(page, { userName: 'mona@demo.example', password });
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
    found.push(...(await check(page, 'second-factor')));
    await page.getByLabel('Code', { exact: true }).fill('000000');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alert').waitFor();
    found.push(...(await check(page, 'wrong-code')));
    await waitForFocus(page);
    await page.keyboard.type(recoveryCode.toLowerCase());
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Back' }).waitFor();
    await page.context().clearCookies();
    await page.goto((await begin(website)).url);
    await fillIn(page, demoUser(platform, 'ada'));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Choose a workspace' }).waitFor();
    found.push(...(await check(page, 'workspace')));
    await page.getByRole('button', { name: 'Cascadia' }).click();
    await page.getByRole('heading', { name: 'Back' }).waitFor();
    await page.goto((await begin(website, { prompt: 'login', acr_values: 'tenant:demo' })).url);
    found.push(...(await check(page, 'sign-in-again')));
    await page.goto(
      (await begin(companion, { scope: 'openid profile AccreditationAPI offline_access' })).url,
    );
    await page.getByRole('heading', { name: 'Allow Conference Companion?' }).waitFor();
    found.push(...(await check(page, 'consent')));
    await page.goto((await begin(website, { acr_values: 'tenant:nowhere' })).url);
    found.push(...(await check(page, 'no-access')));
    await page.context().clearCookies();
    const twoFactors = 'urn:rostrum:acr:two-factors';
    await page.goto((await begin(website, { acr_values: `tenant:demo ${twoFactors}`, max_age: '900' })).url);
    await fillIn(page, demoUser(platform, 'dora'));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
    found.push(...(await check(page, 'step-up')));
    await page.context().clearCookies();
    await page.goto((await begin(website)).url);
    await fillIn(page, demoUser(platform, 'ada'));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.goto(`${platform.urls.identity}/connect/authorize?client_id=nobody`);
    found.push(...(await check(page, 'unanswerable')));
    await page.goto(`${platform.urls.identity}/connect/interactions/bm8tc3VjaC1pbnRlcmFjdA`);
    found.push(...(await check(page, 'lost')));
    await page.goto(`${platform.urls.identity}/Account/SecondFactor`);
    await page.getByRole('button', { name: 'Set up an authenticator' }).click();
    found.push(...(await check(page, 'set-up-authenticator')));
    await page.getByText('You cannot scan it?').click();
    const secret = (await page.locator('details code').textContent()) ?? '';
    await page.getByLabel('Code', { exact: true }).fill('000000');
    await page.getByRole('button', { name: 'Continue' }).click();
    found.push(...(await check(page, 'set-up-wrong-code')));
    await page.getByLabel('Code', { exact: true }).fill(showCode(secret.replaceAll(' ', '')));
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Keep your recovery codes' }).waitFor();
    found.push(...(await check(page, 'recovery-codes')));
    await page.getByRole('button', { name: 'I have kept them' }).click();
    found.push(...(await check(page, 'account-with-authenticator')));
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    found.push(...(await check(page, 'create-passkey')));
    await page.goto(`${platform.urls.identity}/Account/Invitation/used-or-incomplete`);
    await page.getByRole('heading', { name: 'This invitation does not work' }).waitFor();
    found.push(...(await check(page, 'unknown-invitation')));
    const invitation = await invite('wanda@demo.example');
    await page.goto(invitation);
    found.push(...(await check(page, 'invitation')));
    await expireInvitation(invitation);
    await page.goto(invitation);
    await page.getByRole('heading', { name: 'Your invitation has expired' }).waitFor();
    found.push(...(await check(page, 'expired-invitation')));
    const { invitationToken = '' } = platform.demo.values;
    await page.goto(`${platform.urls.identity}/Account/UserInvitation/${invitationToken}`);
    await page.getByRole('heading', { name: 'Welcome to' }).waitFor();
    found.push(...(await check(page, 'user-invitation')));
    await page.goto(`${platform.urls.identity}/Account/UserInvitation/used-or-incomplete`);
    await page.getByRole('heading', { name: 'This invitation does not work' }).waitFor();
    found.push(...(await check(page, 'unknown-user-invitation')));
    await disableInTenant(invitationToken.slice(0, 36));
    await page.goto(`${platform.urls.identity}/Account/UserInvitation/${invitationToken}`);
    await page.getByRole('heading', { name: 'Your access is disabled' }).waitFor();
    found.push(...(await check(page, 'disabled-user-invitation')));
    await page.goto(`${platform.urls.identity}/Account/Password`);
    await page.getByRole('heading', { name: 'Your password' }).waitFor();
    found.push(...(await check(page, 'password')));
    await page.getByRole('link', { name: 'Your mail address' }).click();
    await page.getByRole('heading', { name: 'Your mail address' }).waitFor();
    found.push(...(await check(page, 'email')));
    const changeEmail = async (email: string, currentPassword: string) => {
      await page.getByLabel('New mail address').fill(email);
      await page.getByLabel('Current password').fill(currentPassword);
      await page.getByRole('button', { name: 'Send the links' }).click();
    };
    await changeEmail('ada.new@demo.example', 'not mine');
    await page.getByText('This is not your current password').waitFor();
    found.push(...(await check(page, 'email-wrong-password')));
    await changeEmail('ada.new@demo', demoUser(platform, 'ada').password);
    await page.getByText('Enter a mail address such as').waitFor();
    found.push(...(await check(page, 'email-invalid')));
    await changeEmail('ada.new@demo.example', demoUser(platform, 'ada').password);
    await page.getByRole('heading', { name: 'Look into your mail' }).waitFor();
    found.push(...(await check(page, 'email-requested')));
    await page.goto(`${platform.urls.identity}/Account/Email`);
    await page.getByText('It is to become ada.new@demo.example').waitFor();
    found.push(...(await check(page, 'email-open')));
    await page.getByRole('link', { name: 'Your second factor' }).click();
    await page.getByRole('heading', { name: 'Your second factor' }).waitFor();
    await page.goto(`${platform.urls.identity}/Account/SignOut`);
    found.push(...(await check(page, 'sign-out')));
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    found.push(...(await check(page, 'signed-out')));
    expect(found).toEqual([]);
    await page.context().close();
  });
});
