// Proves that pages and mails of accounts are in the language of the person, and in no other (docs/identity.md#languages).
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadTexts } from '../../../functions/identity/languages/languages.ts';
import { listEndpoints } from '../../../infra/contracts/registry.ts';
import { tenantPermissionNames } from '../../../shared/auth/permissions/permissions.ts';
import { type Language, languages } from '../../../shared/languages/languages.ts';
import { escapeHtml } from '../../../shared/pages/escape-html.ts';
import { buildExampleRequest, exampleBrowser } from '../../contract/example-request.ts';
import { type Browser, browserTimeout, openChromium } from '../../harness/chromium.ts';
import { type FoundText, findShown, listTexts } from '../../harness/language-texts.ts';
import { lookAtPage } from '../../harness/look-at-page.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { expireInvitation } from '../expire-invitation.ts';
import { signInAdministrator } from '../tenants/demo.ts';
import { openFormBrowser, type Place } from './form-browser.ts';
import { showCode } from './show-code.ts';

let platform: TestPlatform;
let operate: Awaited<ReturnType<typeof signInAdministrator>>;
beforeAll(async () => {
  platform = await startPlatform();
  operate = await signInAdministrator(platform);
});
afterAll(() => platform.stop());

const password = 'kites above the long field';
const tables = new Map<Language, readonly FoundText[]>();
for (const language of languages) tables.set(language, listTexts(await loadTexts(language)));

const getTable = (language: Language): readonly FoundText[] => tables.get(language) ?? [];

/** The texts of other languages that a page shows, or a mail. */
const findForeign = (language: Language, shown: string): string[] =>
  languages
    .filter((other) => other !== language)
    .flatMap((other) => findShown(getTable(other), shown))
    .map(({ path, pieces }) => `${path}: ${pieces.join('…')}`);

/** What a page says of its language, in its markup and its headers. */
const readLanguage = ({ html, headers }: Pick<Place, 'html' | 'headers'>) => ({
  lang: /<html lang="([^"]*)"/.exec(html)?.[1],
  content: headers.get('content-language'),
  varies: (headers.get('vary') ?? '').split(', ').includes('Accept-Language'),
});

function expectPage(language: Language, place: Pick<Place, 'html' | 'headers'>): void {
  expect(readLanguage(place), place.html).toEqual({ lang: language, content: language, varies: true });
  expect(findForeign(language, place.html)).toEqual([]);
  expect(findShown(getTable(language), place.html).length, place.html).toBeGreaterThan(0);
}

const endpoints = (await listEndpoints())
  .map(({ contract }) => contract)
  .filter(
    ({ area, responses }) => area === 'identity' && responses[200]?.contentType?.startsWith('text/html'),
  );

describe('every page of accounts', () => {
  it('is one of many', () => expect(endpoints.length).toBeGreaterThan(25));

  it.each(
    endpoints.flatMap((contract) =>
      languages.map((language) => [`${contract.method} ${contract.path}`, language, contract] as const),
    ),
  )('%s is in the language of a browser that wants %s', async (_name, language, contract) => {
    const { method, area, address, headers, body } = buildExampleRequest(contract, platform.demo.values);
    const options = { headers: { ...headers, 'Accept-Language': `${language}-ZZ, *;q=0.1` }, body };
    let reply = await platform.call(method, area, address, options);
    const getPath = () => reply.headers.get('location')?.split(platform.urls.identity).at(1);
    // A browser without a session is led to the page of the sign-in.
    for (let path = getPath(); path !== undefined; path = getPath())
      reply = await platform.call('GET', area, path, {
        headers: { ...options.headers, ...exampleBrowser.headers },
      });
    // A sign-out may lead back to the application.
    if (reply.status === 303) expect(reply.headers.get('location')).toBeTruthy();
    else expectPage(language, { html: reply.text, headers: reply.headers });
  });
});

let count = 0;
/** A new user who can sign in, with an address that no other has. */
async function createUser(...tenants: readonly string[]): Promise<string> {
  count += 1;
  const userName = `polyglot${count}@demo.example`;
  const assignments = tenants.map((tenantCode) => ({ tenantCode, roles: ['member'] }));
  const { status, text } = await operate('POST', '/api/v1/Users', {
    ...{ userName, email: userName, password, assignments },
  });
  expect(status, text).toBe(201);
  return userName;
}

interface SentMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
}

/** The mails to an address, oldest first. */
async function mailsTo(to: string): Promise<SentMail[]> {
  const store = platform.store('demo');
  const { items } = await store.query<SentMail>(store.listing('OUTBOX'));
  return items.filter((mail) => mail.to === to);
}

const linkIn = (mail: SentMail | undefined): string =>
  /https?:\/\/\S+\/Account\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';

/** The language of a mail: the one whose texts it has. */
function languageOf(mail: SentMail | undefined): Language | undefined {
  const content = `${mail?.subject}\n${mail?.text}\n${mail?.html ?? ''}`;
  const found = languages.filter((language) => findShown(getTable(language), content).length > 0);
  expect(found, content).toHaveLength(1);
  return found[0];
}

const here = (path: string) => `${platform.urls.identity}${path}`;

/** An application that people of several tenants use. */
const ofSeveral = { client_id: 'rostrum-console', redirect_uri: 'http://localhost:4001/auth-callback' };

function buildStart(parameters: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    ...{ client_id: 'demo-website', redirect_uri: 'http://localhost:4000/auth-callback' },
    ...{ response_type: 'code', scope: 'openid', state: 'one', code_challenge_method: 'S256' },
    code_challenge: randomBytes(32).toString('base64url'),
    ...parameters,
  });
  return here(`/connect/authorize?${query}`);
}

/** A browser of a person who reads one language: each of its pages is in that. */
function openReader(language: Language) {
  const browser = openFormBrowser(platform, { 'Accept-Language': language });
  const look = (place: Place): Place => {
    if (place.status !== 303) expectPage(language, place);
    return place;
  };
  return {
    ...browser,
    open: async (address: string) => look(await browser.open(address)),
    submit: async (place: Place, values: Record<string, string>) => look(await browser.submit(place, values)),
  };
}

describe.each(languages)('a person whose browser wants %s', (language) => {
  const start = () => openReader(language);

  /** A browser that is signed in to a page of the account. */
  async function enter(userName: string, path: string) {
    const browser = start();
    const place = await browser.open(here(path));
    return { browser, place: await browser.submit(place, { action: 'sign-in', userName, password }) };
  }

  it('is refused on the page of the sign-in in that language', async () => {
    const browser = start();
    const place = await browser.open(buildStart());
    const forms: Record<string, string>[] = [
      { action: 'sign-in' },
      { action: 'sign-in', userName: 'unheard-of@demo.example', password: 'wrong' },
      { action: 'federate', userName: 'unheard-of@demo.example' },
      { action: 'passkey', credential: '{}' },
    ];
    for (const form of forms)
      expect(findShown(getTable(language), (await browser.submit(place, form)).html).length).toBeGreaterThan(
        5,
      );
  });

  it('sees and changes the own account in that language, and gets its mails in it', async () => {
    const userName = await createUser('demo');
    const { browser, place } = await enter(userName, '/Account/Email');
    const email = `new.${userName}`;
    for (const form of [
      { email: 'none', currentPassword: password },
      { email: userName, currentPassword: password },
      { email, currentPassword: 'not mine' },
      { email, currentPassword: password },
    ])
      await browser.submit(place, form);
    await browser.open(here('/Account/Email'));
    const [toOld] = await mailsTo(userName);
    const [toNew] = await mailsTo(email);
    expect([languageOf(toOld), languageOf(toNew)]).toEqual([language, language]);
    for (const mail of [toNew, toOld]) {
      const confirmation = await browser.open(linkIn(mail));
      await browser.submit(confirmation, {});
      await browser.open(here('/Account/Email'));
    }
    await browser.open(linkIn(toOld));
    const changed = await browser.open(here('/Account/Password'));
    for (const form of [
      { currentPassword: 'not mine', password: 'barley fields at noon' },
      { currentPassword: password, password: 'short' },
      { currentPassword: password, password: `${userName} and more` },
      { currentPassword: password, password: 'RostrumRostrum' },
      { currentPassword: password, password: 'long'.repeat(100) },
      { currentPassword: password, password: 'barley fields at noon' },
    ])
      await browser.submit(changed, form);
    await browser.open(here('/Account/Access'));
    const mails = [...(await mailsTo(userName)), ...(await mailsTo(email))];
    expect(mails).toHaveLength(5);
    expect(mails.map(languageOf)).toEqual(mails.map(() => language));
    const question = await browser.open(here('/Account/SignOut'));
    await browser.submit({ ...question, url: here('/connect/endsession') }, { action: 'confirm' });
  });

  it('sets up and removes a second factor in that language', async () => {
    const userName = await createUser('demo');
    const { browser, place } = await enter(userName, '/Account/SecondFactor');
    await browser.submit(place, { action: 'set-up-passkey' });
    const setUp = await browser.submit(place, { action: 'set-up-authenticator' });
    await browser.submit(setUp, { action: 'set-up', code: '000000' });
    const secret = (/<code>([A-Z2-7 ]+)<\/code>/.exec(setUp.html)?.[1] ?? '').replaceAll(' ', '');
    const codes = await browser.submit(setUp, { action: 'set-up', code: showCode(secret) });
    const recovery = [...codes.html.matchAll(/<code>([A-Z2-7-]+)<\/code>/g)].map(([, code = '']) => code);
    expect(recovery).toHaveLength(10);
    const other = start();
    const asked = await other.submit(await other.open(buildStart()), {
      action: 'sign-in',
      userName,
      password,
    });
    await other.submit(asked, { action: 'verify' });
    await other.submit(asked, { action: 'verify', code: '000000' });
    const factor = await browser.submit(codes, { action: 'continue' });
    const forms: Record<string, string>[] = [
      { action: 'renew-codes' },
      { action: 'confirm-renewal', currentPassword: 'not mine' },
      { action: 'confirm-renewal', currentPassword: password },
      { action: 'remove' },
      { action: 'confirm-removal', currentPassword: 'not mine' },
      { action: 'confirm-removal', currentPassword: password },
    ];
    for (const form of forms) await browser.submit(factor, form);
    const mails = await mailsTo(userName);
    expect(mails).toHaveLength(3);
    expect(mails.map(languageOf)).toEqual([language, language, language]);
  });

  it('chooses a forgotten password in that language, also through the API', async () => {
    const userName = await createUser('demo');
    const browser = start();
    const forgotten = await browser.open(here('/Account/ForgotPassword'));
    await browser.submit(forgotten, { userName: '' });
    await browser.submit(forgotten, { userName });
    const link = linkIn((await mailsTo(userName))[0]);
    const reset = await browser.open(link);
    await browser.submit(reset, { password: 'short' });
    await browser.submit(reset, { password: 'barley fields at noon' });
    await browser.open(link);
    const { status } = await platform.call('POST', 'identity', '/api/v1/Account/ForgotPassword', {
      headers: { 'Accept-Language': language },
      body: { userName },
    });
    expect(status).toBe(202);
    expect((await mailsTo(userName)).map(languageOf)).toEqual([language, language, language]);
  });

  it('is told in that language that an application made a mistake, or a form is not its own', async () => {
    const browser = start();
    for (const address of [
      here('/connect/authorize'),
      buildStart({ client_id: 'unheard-of' }),
      buildStart({ redirect_uri: 'https://elsewhere.example' }),
      buildStart({ request_uri: 'urn:ietf:params:oauth:request_uri:none' }),
      here('/connect/interactions/none'),
      here('/connect/federation/callback?state=none'),
    ])
      await browser.open(address);
    const stranger = openFormBrowser(platform, { 'Accept-Language': language });
    expectPage(language, await stranger.post(here('/Account/Email'), {}));
  });

  it('chooses a workspace, and goes back to the application by a form, in that language', async () => {
    const userName = await createUser('demo', 'harbor');
    const browser = start();
    const begun = await browser.open(buildStart({ ...ofSeveral, response_mode: 'form_post' }));
    const workspaces = await browser.submit(begun, { action: 'sign-in', userName, password });
    expect(workspaces.html).toContain('name="tenantCode"');
    const form = await browser.submit(workspaces, { tenantCode: 'demo' });
    expect(form.html).toContain('name="code"');
  });

  it('signs in with a code that is mailed in that language', async () => {
    const token = await platform.tokenFor({ tenant: 'demo', roles: ['admin'] });
    const policy = { secondFactor: 'optional', mailedCodes: true };
    const set = await platform.call('PUT', 'identity', '/api/v1/SignInPolicy', {
      ...{ tenant: 'demo', token, body: policy },
    });
    expect(set.status, set.text).toBe(200);
    const userName = await createUser('demo');
    const browser = start();
    const begun = await browser.open(buildStart());
    await browser.submit(begun, { action: 'mail-code' });
    const asked = await browser.submit(begun, { action: 'mail-code', userName });
    await browser.submit(asked, { action: 'verify-mailed-code', code: 'none' });
    expect((await mailsTo(userName)).map(languageOf)).toEqual([language]);
  });

  it('allows an application of others what it asks for in that language', async () => {
    const redirectUri = 'https://companion.example/callback';
    const { status, text, body } = await operate('POST', '/api/v1/Clients', {
      ...{ name: 'Companion', tenantCode: 'demo', scopes: tenantPermissionNames },
      signIn: { redirectUris: [redirectUri], clientType: 'public' },
    });
    expect(status, text).toBe(201);
    const browser = start();
    const scope = ['openid', 'profile', 'email', ...tenantPermissionNames].join(' ');
    const client = { client_id: String(body.client_id), redirect_uri: redirectUri, scope };
    const begun = await browser.open(buildStart(client));
    const form = { action: 'sign-in', userName: await createUser('demo'), password };
    const asked = await browser.submit(begun, form);
    const { scopes } = await loadTexts(language);
    for (const name of tenantPermissionNames) expect(asked.html).toContain(escapeHtml(scopes[name]));
  });

  it('reads in that language that there is no access', async () => {
    const userName = await createUser('demo');
    const browser = start();
    const begun = await browser.open(buildStart({ ...ofSeveral, acr_values: 'tenant:harbor' }));
    await browser.submit(begun, { action: 'sign-in', userName, password });
  });
});

describe('the language of a sign-in', () => {
  it('is what the application names, on each of its pages, before that of the browser', async () => {
    const userName = await createUser('demo', 'harbor');
    const browser = openFormBrowser(platform, { 'Accept-Language': 'en' });
    const begun = await browser.open(buildStart({ ...ofSeveral, ui_locales: 'fr-CA es-MX en' }));
    expectPage('es', begun);
    const [, forgotten = ''] = /href="([^"]*ForgotPassword[^"]*)"/.exec(begun.html) ?? [];
    const asked = await browser.open(forgotten);
    expectPage('es', asked);
    expectPage('es', await browser.submit(asked, { userName }));
    expect((await mailsTo(userName)).map(languageOf)).toEqual(['es']);
    const wrong = await browser.submit(begun, { action: 'sign-in', userName, password: 'wrong' });
    expectPage('es', wrong);
    const workspaces = await browser.submit(begun, { action: 'sign-in', userName, password });
    expectPage('es', workspaces);
    expectPage('en', await browser.open(here('/Account/Access')));
    expectPage('es', await browser.open(here('/connect/endsession?ui_locales=es')));
  });

  it('is that of the browser where the application names none that there is', async () => {
    const browser = openFormBrowser(platform, { 'Accept-Language': 'es' });
    expectPage('es', await browser.open(buildStart({ ui_locales: 'fr de' })));
  });

  it.each(languages)('is among those that discovery lists: %s', async (language) => {
    const { body } = await platform.call('GET', 'identity', '/.well-known/openid-configuration', {});
    expect(body.ui_locales_supported).toContain(language);
  });
});

describe('a page that is refused', () => {
  const tooLong = 'x'.repeat(12_000);

  it.each([
    '/device?user_code=',
    '/connect/endsession?state=',
    '/connect/endsession/callback?state=',
    '/connect/account-providers/callback?state=',
    '/connect/federation/callback?state=',
    '/connect/authorize?client_id=',
    '/Account/SignOut?ReturnUrl=',
    '/Account/ForgotPassword?ui_locales=',
  ])('is a page in the language of the browser, and JSON for a program: %s', async (address) => {
    const browser = openFormBrowser(platform, { 'Accept-Language': 'es', Accept: 'text/html,*/*;q=0.8' });
    const place = await browser.open(here(`${address}${tooLong}`));
    expectPage('es', place);
    expect(place.html).toContain('<h1>Esta página no se puede mostrar</h1>');
    const { status, headers } = await fetch(here(`${address}${tooLong}`));
    expect([status, headers.get('content-type')]).toEqual([400, 'application/json']);
  });
});

describe('a mail that another person causes', () => {
  const setLanguage = async (language: string) => {
    const { status, text, body } = await operate('PUT', '/api/v1/Tenants/demo', { language });
    expect([status, body.language], text).toEqual([200, language]);
  };

  it.each([...languages].reverse())('is in the language of the tenant: %s', async (language) => {
    await setLanguage(language);
    const token = await platform.tokenFor({ tenant: 'demo', roles: ['admin'] });
    const email = `invited.${language}@demo.example`;
    const headers = { 'Accept-Language': language === 'en' ? 'es' : 'en' };
    const invited = await platform.call('POST', 'identity', '/api/v1/TenantInvitations', {
      ...{ tenant: 'demo', token, headers, body: { email, roles: ['member'] } },
    });
    expect(invited.status, invited.text).toBe(201);
    const [mail] = await mailsTo(email);
    expect(languageOf(mail)).toBe(language);
    const address = `made.${language}@demo.example`;
    const made = await operate('POST', '/api/v1/Users/Invite', {
      ...{ email: address, tenantCode: 'demo', roles: ['member'] },
    });
    expect(made.status, made.text).toBe(201);
    const [html] = await mailsTo(address);
    expect(languageOf(html)).toBe(language);
    expect(html?.html).toContain(`<html lang="${language}">`);
    // The page of its link is in that of the browser.
    for (const other of languages) {
      const browser = openFormBrowser(platform, { 'Accept-Language': other });
      for (const link of [linkIn(mail), linkIn(html)]) {
        const place = await browser.open(link);
        expectPage(other, place);
        expectPage(other, await browser.submit(place, { password: 'short' }));
      }
    }
    await expireInvitation(linkIn(mail));
    for (const other of languages) {
      const browser = openFormBrowser(platform, { 'Accept-Language': other });
      expectPage(other, await browser.open(linkIn(mail)));
    }
  });

  it('is in no language that there are no texts in', async () => {
    const { status } = await operate('PUT', '/api/v1/Tenants/demo', { language: 'fr' });
    expect(status).toBe(400);
  });
});

describe.each(languages)('a browser that is set to %s', (language) => {
  let chromium: Browser;
  beforeAll(async () => {
    chromium = await openChromium();
  });
  afterAll(() => chromium.close());

  it(
    'shows pages that fit it, and what its script says, in that language',
    async () => {
      const context = await chromium.context.browser()?.newContext({ locale: language });
      context?.setDefaultTimeout(browserTimeout);
      const page = await (context ?? chromium.context).newPage();
      const { common, signIn, passkeys, secondFactor, accountPages } = await loadTexts(language);
      const look = async (name: string) =>
        expect(await lookAtPage(page, `${name}-${language}`, process.env.SIGN_IN_PICTURES)).toEqual([]);
      const cdp = await page.context().newCDPSession(page);
      await cdp.send('WebAuthn.enable');
      const options = { protocol: 'ctap2', transport: 'usb', automaticPresenceSimulation: true } as const;
      await cdp.send('WebAuthn.addVirtualAuthenticator', { options });
      await page.goto(here('/Account/SecondFactor'));
      // The device does not verify the person, so that its browser gives no passkey.
      await page.getByRole('button', { name: signIn.passkey }).click();
      await page.getByText(passkeys.unused).waitFor();
      await look('sign-in');
      await page.getByLabel(common.userName).fill(await createUser('demo'));
      await page.getByLabel(common.password).fill(password);
      await page.getByRole('button', { name: common.signIn, exact: true }).click();
      await page.getByRole('heading', { name: accountPages['/Account/SecondFactor'] }).waitFor();
      await look('second-factor');
      await page.getByRole('button', { name: secondFactor.setUpAuthenticator }).click();
      await page.locator('ol.steps').waitFor();
      await look('set-up');
      for (const path of [
        '/Account/Email',
        '/Account/Password',
        '/Account/Access',
        '/Account/ForgotPassword',
      ]) {
        await page.goto(here(path));
        await look(path.slice(1).replace('/', '-'));
      }
      await page.context().close();
    },
    browserTimeout,
  );
});
