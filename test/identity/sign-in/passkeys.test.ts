// Passkeys in a real browser with a virtual authenticator (docs/interface/identity.md#passkeys; WebAuthn level 3).
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as openid from 'openid-client';
import type { CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FactorItem, loadFactor, putFactor } from '../../../shared/auth/sign-in/second-factor.ts';
import { commit } from '../../../shared/data/changes.ts';
import { openPlatformStore } from '../../../shared/data/store.ts';
import { type Browser, browserTimeout, openChromium } from '../../harness/chromium.ts';
import { lookAtPage } from '../../harness/look-at-page.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { requestWorkspaceToken, signInAdministrator } from '../tenants/demo.ts';
import { beginSignIn } from './begin-sign-in.ts';
import { openFormBrowser } from './form-browser.ts';

type Call = Awaited<ReturnType<typeof signInAdministrator>>;
/** Where pictures of the pages are written for people to look at; nowhere by default. */
const pictures = process.env.SIGN_IN_PICTURES;

let platform: TestPlatform;
let browser: Browser;
let operate: Call;
let application: Server;
let callback: string;
let website: openid.Configuration;

beforeAll(async () => {
  platform = await startPlatform({ localOriginsOnly: true });
  browser = await openChromium();
  operate = await signInAdministrator(platform);
  application = createServer((_, response) => response.end('<h1>Back</h1>')).listen(0, '127.0.0.1');
  await new Promise((resolve) => application.once('listening', resolve));
  callback = `http://127.0.0.1:${(application.address() as AddressInfo).port}/callback`;
  const issued = await operate('POST', '/api/v1/Clients', {
    ...{ name: 'Member website', tenantCode: 'demo', scopes: [] },
    signIn: { redirectUris: [callback], isFirstParty: true, workspaces: 'any' },
  });
  expect(issued.status, issued.text).toBe(201);
  const { client_id: id, client_secret: secret } = issued.body;
  website = await openid.discovery(new URL(platform.urls.identity), id, secret, undefined, {
    execute: [openid.allowInsecureRequests],
  });
}, browserTimeout);
afterAll(async () => {
  await browser.close();
  application.close();
  await platform.stop();
});

const password = 'kites above the long field';
const begin = (parameters: Record<string, string> = {}) => beginSignIn(website, callback, parameters);
const address = () => `${platform.urls.identity}/Account/SecondFactor`;

interface Person {
  readonly id: string;
  readonly userName: string;
}

async function createUser(name: string): Promise<Person> {
  const userName = `${name}@demo.example`;
  const assignments = [{ tenantCode: 'demo', roles: ['member'] }];
  const created = await operate('POST', '/api/v1/Users', {
    ...{ userName, email: userName, password, assignments },
  });
  expect(created.status, created.text).toBe(201);
  return { id: created.body.id, userName };
}

/** A device with an authenticator of its own, which says that it has verified the person. */
interface Device {
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly authenticatorId: string;
}

async function openDevice(verifies = true): Promise<Device> {
  const context = (await browser.context.browser()?.newContext()) ?? browser.context;
  context.setDefaultTimeout(browserTimeout);
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: verifies ? 'internal' : 'usb', hasResidentKey: verifies },
      ...{ hasUserVerification: verifies, isUserVerified: verifies, automaticPresenceSimulation: true },
    },
  });
  return { page, cdp, authenticatorId };
}

const signIn = async (page: Page, { userName }: Person) => {
  await page.getByLabel('User name').fill(userName);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

/** Adds a passkey on the page of the own account; returns the recovery codes where it is the first second factor. */
async function addPasskey({ page }: Device, person: Person, name: string): Promise<string[]> {
  await page.goto(address());
  await signIn(page, person);
  await page.getByRole('button', { name: /passkey/ }).click();
  await page.getByLabel('Name of the passkey').fill(name);
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await page.getByRole('heading', { name: /Keep your recovery codes|Your second factor/ }).waitFor();
  const codes = await page.locator('ul.codes code').allTextContents();
  if (codes.length > 0) await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByText('Passkey, added on').waitFor();
  return codes;
}

const findFactor = async ({ id }: Person): Promise<FactorItem> =>
  (await loadFactor(openPlatformStore(), id)) ?? expect.fail('There is no factor');

const listOutcomes = async ({ id }: Person): Promise<string[]> => {
  const { body } = await operate('GET', '/api/v1/SignIns?pageSize=100');
  const entries: readonly { subjectId?: string; outcome: string }[] = body.items;
  return entries.flatMap(({ subjectId, outcome }) => (subjectId === id ? [outcome] : []));
};

describe('a passkey', () => {
  it(
    'is added on the page of the account, signs in alone where the device verifies the person, and is removed',
    async () => {
      const person = await createUser('pia');
      const device = await openDevice();
      const { page } = device;
      const found: string[] = [];
      const codes = await addPasskey(device, person, 'Laptop of Pia');
      expect(codes).toHaveLength(10);
      found.push(...(await lookAtPage(page, 'account-with-passkey', pictures)));
      // The password alone is not enough any more, nowhere.
      const alone = await requestWorkspaceToken(platform, 'demo', { userName: person.userName, password });
      expect(alone.body.code).toBe('SECOND_FACTOR_REQUIRED');
      await page.context().clearCookies();
      const { url, checks } = await begin();
      await page.goto(url);
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await page.getByRole('heading', { name: 'Back' }).waitFor();
      const tokens = await openid.authorizationCodeGrant(website, new URL(page.url()), checks);
      expect(tokens.claims()).toMatchObject({
        ...{ sub: person.id, amr: ['pop', 'user', 'mfa'], acr: 'urn:rostrum:acr:two-factors' },
      });
      const [used] = (await findFactor(person)).passkeys ?? [];
      expect(used?.counter).toBeGreaterThan(0);
      expect(used?.lastUsed).toEqual(expect.any(String));
      await page.goto(address());
      await page.getByRole('button', { name: 'Remove Laptop of Pia' }).click();
      await page.getByText('It is the only one').waitFor();
      found.push(...(await lookAtPage(page, 'remove-passkey', pictures)));
      await page.getByLabel('Current password').fill(password);
      await page.getByRole('button', { name: 'Remove', exact: true }).click();
      await page.getByText('with the password alone').waitFor();
      found.push(...(await lookAtPage(page, 'account-without-factor', pictures)));
      expect(
        (await requestWorkspaceToken(platform, 'demo', { userName: person.userName, password })).status,
      ).toBe(200);
      expect(found).toEqual([]);
      await page.context().close();
    },
    browserTimeout,
  );

  it(
    'is the second factor beside the password, also where the device verifies nobody; then it is not enough alone',
    async () => {
      const person = await createUser('quentin');
      const device = await openDevice(false);
      const { page } = device;
      const [recovery = ''] = await addPasskey(device, person, 'Key');
      await page.context().clearCookies();
      const { url, checks } = await begin();
      await page.goto(url);
      // The browser does not give it out where the person has to be verified.
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await page.getByText('No passkey was used').waitFor();
      await signIn(page, person);
      await page.getByRole('heading', { name: 'Use your second factor' }).waitFor();
      expect(await lookAtPage(page, 'second-factor-with-passkey', pictures)).toEqual([]);
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      await page.getByRole('heading', { name: 'Back' }).waitFor();
      const tokens = await openid.authorizationCodeGrant(website, new URL(page.url()), checks);
      expect(tokens.claims()).toMatchObject({ sub: person.id, amr: ['pwd', 'pop', 'mfa'] });
      // Whoever has no script at hand uses a recovery code.
      const user = { userName: person.userName, password, code: recovery };
      expect((await requestWorkspaceToken(platform, 'demo', user)).status).toBe(200);
      await page.context().close();
    },
    browserTimeout,
  );

  it(
    'that counts back was copied: it is refused, and the log says so',
    async () => {
      const person = await createUser('rosa');
      const device = await openDevice();
      const { page } = device;
      await addPasskey(device, person, 'Phone');
      const before = await findFactor(person);
      const passkeys = (before.passkeys ?? []).map((passkey) => ({ ...passkey, counter: 1000 }));
      await commit([putFactor(openPlatformStore(), before, { ...before, passkeys })]);
      await page.context().clearCookies();
      await page.goto((await begin()).url);
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      await page.getByText('This passkey was not accepted').waitFor();
      expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('rostrum-session');
      expect(await listOutcomes(person)).toContain('wrong-passkey');
      await page.context().close();
    },
    browserTimeout,
  );

  it(
    'answers each challenge once, in the browser that asked for it',
    async () => {
      const person = await createUser('sven');
      const device = await openDevice();
      const { page } = device;
      await addPasskey(device, person, 'Phone');
      await page.context().clearCookies();
      await page.goto((await begin()).url);
      const sent = page.waitForRequest(
        (request) => request.method() === 'POST' && !request.url().endsWith('/passkey'),
      );
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
      const form = Object.fromEntries(new URLSearchParams((await sent).postData() ?? ''));
      await page.getByRole('heading', { name: 'Back' }).waitFor();
      expect(form.action).toBe('passkey');
      // The same answer in another sign-in, of another browser: its challenge is another one, or there is none.
      const thief = openFormBrowser(platform);
      const place = await thief.open((await begin()).url);
      for (const asksFirst of [false, true]) {
        if (asksFirst) expect((await thief.post(`${place.url}/passkey`, {})).html).toContain('"get"');
        const refused = await thief.submit(place, form);
        expect(refused.html).toContain('This passkey was not accepted');
      }
      expect(thief.cookies.has('rostrum-session')).toBe(false);
      await page.context().close();
    },
    browserTimeout,
  );
});

describe('an eleventh passkey', () => {
  it(
    'is refused before and after the device has made it, and none of the ten is lost',
    async () => {
      const person = await createUser('tilda');
      const device = await openDevice();
      const { page } = device;
      await addPasskey(device, person, 'Phone');
      const openForm = async () => {
        await page.goto(address());
        await page.getByRole('button', { name: 'Add a passkey' }).click();
        await page.getByLabel('Name of the passkey').fill('One more');
      };
      const store = async (count: number) => {
        const before = await findFactor(person);
        const [first = expect.fail('There is no passkey')] = before.passkeys ?? [];
        const passkeys = Array.from({ length: count }, (_, index) => ({
          ...first,
          id: `${first.id}${index}`,
        }));
        await commit([putFactor(openPlatformStore(), before, { ...before, passkeys })]);
        return passkeys;
      };
      const isChallenge = (path: string) => path.endsWith('/passkey');
      const form = '**/connect/interactions/*';
      // The last place is taken while the device makes the passkey.
      await openForm();
      let ten = await store(9);
      await page.route(form, async (route) => {
        if (route.request().method() === 'POST') ten = await store(10);
        await route.continue();
      });
      const late = page.waitForResponse(
        (response) => response.request().method() === 'POST' && !isChallenge(response.url()),
      );
      await page.getByRole('button', { name: 'Create a passkey' }).click();
      const refused = await late;
      expect(refused.status()).toBe(409);
      expect(await refused.text()).toContain('at most 10 passkeys');
      expect((await findFactor(person)).passkeys).toEqual(ten);
      await page.unroute(form);
      // All are taken before the device is asked.
      await store(9);
      await openForm();
      ten = await store(10);
      const early = page.waitForResponse((response) => isChallenge(response.url()));
      await page.getByRole('button', { name: 'Create a passkey' }).click();
      expect((await early).status()).toBe(409);
      await page.getByText('as many passkeys as an account may have').waitFor();
      expect((await findFactor(person)).passkeys).toEqual(ten);
      await page.goto(address());
      await page.getByRole('button', { name: 'Remove Phone' }).first().waitFor();
      expect(await page.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0);
      await page.context().close();
    },
    browserTimeout,
  );
});

describe('the script of passkeys', () => {
  it('is the only one of the sign-in page, from this site, and the page works without it', async () => {
    const visitor = openFormBrowser(platform);
    const page = await visitor.open((await begin()).url);
    const policy = page.headers.get('content-security-policy') ?? '';
    const script = `${platform.urls.identity}/connect/passkeys.js`;
    expect(policy).toContain(`script-src ${script};`);
    expect(policy).toContain("connect-src 'self';");
    expect(page.html.match(/<script/g)).toHaveLength(1);
    expect(page.html).toMatch(new RegExp(`<script src="${script}" integrity="sha256-[^"]+" defer></script>`));
    expect(page.html).toContain('class="passkey" hidden');
    const reply = await fetch(script);
    expect(reply.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  });
});
