// A tenant's own texts for the mails about accounts (docs/interface/identity.md#own-texts-of-account-mails): what the texts must
// contain, and which accounts they reach.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { longestSubject, longestText } from '../../functions/identity/account-mail-texts/contract.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { openFormBrowser } from './sign-in/form-browser.ts';
import { showCode } from './sign-in/show-code.ts';
import { getTargets, requestWorkspaceToken, signInAdministrator } from './tenants/demo.ts';

let platform: TestPlatform;
let operate: Awaited<ReturnType<typeof signInAdministrator>>;
const tokens = new Map<string, string>();
beforeAll(async () => {
  platform = await startPlatform();
  operate = await signInAdministrator(platform);
  for (const tenant of ['demo', 'harbor'])
    tokens.set(tenant, await platform.tokenFor({ tenant, roles: ['admin'] }));
});
afterAll(() => platform.stop());

const call = (
  tenant: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) =>
  platform.call(method, 'identity', `/api/v1/${path}`, {
    ...{ tenant, token: tokens.get(tenant) ?? '', headers },
    ...(body !== undefined && { body }),
  });

const setText = (tenant: string, place: string, body: unknown, headers?: Record<string, string>) =>
  call(tenant, 'PUT', `AccountMailTexts/${place}`, body, headers);

async function setTexts(tenant: string, texts: Record<string, { subject?: string; text: string }>) {
  for (const [place, text] of Object.entries(texts)) {
    const { status, text: reply } = await setText(tenant, place, text);
    expect(status, reply).toBe(200);
  }
}

const password = 'kites above the long field';
const another = 'the ferry leaves at seven';

async function createUser(name: string, ...tenants: readonly string[]): Promise<string> {
  const userName = `${name}@letters.example`;
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
}

/** The last mail to an address. */
async function lastMail(to: string, tenant = 'demo'): Promise<SentMail> {
  const store = platform.store(tenant);
  const { items } = await store.query<SentMail>(store.listing('OUTBOX'));
  const mail = items.filter((each) => each.to === to).at(-1);
  if (!mail) throw new Error(`There is no mail to ${to}.`);
  return mail;
}

const forget = (userName: string, language = 'en') =>
  platform.call('POST', 'identity', '/api/v1/Account/ForgotPassword', {
    ...{ body: { userName }, headers: { 'Accept-Language': language } },
  });

async function enter(userName: string, tenant = 'demo', secret = password): Promise<string> {
  const { status, body } = await requestWorkspaceToken(platform, tenant, { userName, password: secret });
  expect(status).toBe(200);
  return String(body.accessToken);
}

const own = async (token: string, path: string, body: unknown) => {
  const reply = await platform.call('POST', 'identity', `/api/v1/Account/${path}`, {
    ...{ tenant: 'demo', token, body },
  });
  expect(reply.status, reply.text).toBeLessThan(300);
  return reply.body;
};

describe('the text of an account mail', () => {
  it("is the platform's until the tenant has its own, and again after that is removed", async () => {
    const list = await call('demo', 'GET', 'AccountMailTexts');
    expect(list.body).toHaveLength(12);
    const read = await call('demo', 'GET', 'AccountMailTexts/resetPassword/es');
    expect(read.body).toMatchObject({ isOwn: false, version: 0 });
    expect(read.body.text).toMatch(/\{\{userName\}\}.*\{\{link\}\}$/s);
    const set = await setText('demo', 'resetPassword/es', { subject: ' ', text: 'Aquí: {{ link }}' });
    expect(set.body, set.text).toMatchObject({ isOwn: true, text: 'Aquí: {{ link }}', version: 1 });
    expect(set.body.subject).toBe(read.body.subject);
    expect((await call('demo', 'GET', 'AccountMailTexts')).body).toContainEqual(set.body);
    expect((await call('harbor', 'GET', 'AccountMailTexts/resetPassword/es')).body).toEqual(read.body);
    expect((await call('demo', 'DELETE', 'AccountMailTexts/resetPassword/es')).status).toBe(204);
    expect((await call('demo', 'DELETE', 'AccountMailTexts/resetPassword/es')).status).toBe(204);
    const removed = await call('demo', 'GET', 'AccountMailTexts/resetPassword/es');
    expect(removed.body).toMatchObject({ text: read.body.text, isOwn: false, version: 2 });
  });

  it.each([
    ['no link', { text: 'Welcome!' }, ['text'], '{{associationName}}, {{link}}'],
    ['an unknown field', { text: '{{link}} {{code}}' }, ['text'], '{{associationName}}, {{link}}'],
    ['a link in the subject', { subject: '{{link}}', text: '{{link}}' }, ['subject'], '{{associationName}}.'],
    ['two lines in the subject', { subject: 'Hello\nBcc: all', text: '{{link}}' }, ['subject'], 'one line'],
    ['an open brace', { text: '{{link}} {{' }, ['text'], 'double braces'],
    ['both wrong', { subject: '{{code}}', text: 'Hello' }, ['subject', 'text'], '{{link}}'],
  ])('is refused with %s', async (_name, body, targets, valid) => {
    const refused = await setText('demo', 'invitation/en', body);
    expect([refused.status, getTargets(refused)], refused.text).toEqual([400, targets]);
    expect(refused.text).toContain(valid);
  });

  it.each([
    ['signInCode', '{{code}}'],
    ['passwordChanged', '{{notice}}'],
    ['emailChanged', '{{notice}}'],
    ['secondFactor', '{{notice}}'],
  ])('of %s needs %s', async (kind, field) => {
    const refused = await setText('demo', `${kind}/en`, { text: 'Hello {{userName}}' });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(`must contain ${field}`)]);
  });

  it('has a longest subject and a longest text', async () => {
    const statuses = async (subject: number, text: number) =>
      (
        await setText('harbor', 'signInCode/es', {
          ...{ subject: 'x'.repeat(subject), text: `{{code}}${'x'.repeat(text - 8)}` },
        })
      ).status;
    expect(await statuses(longestSubject, longestText)).toBe(200);
    expect(await statuses(longestSubject + 1, longestText)).toBe(400);
    expect(await statuses(longestSubject, longestText + 1)).toBe(400);
  });

  it('is set with identity.policy.write only, unchanged since it was read, and audited', async () => {
    const place = 'passwordChanged/es';
    const body = { subject: 'Contraseña', text: 'Hola:\n\n{{notice}}' };
    const read = await call('demo', 'GET', `AccountMailTexts/${place}`);
    const ifRead = { 'If-Match': String(read.headers.get('etag')) };
    expect((await setText('demo', place, body, ifRead)).status).toBe(200);
    expect((await setText('demo', place, body, ifRead)).status).toBe(412);
    expect((await call('demo', 'DELETE', `AccountMailTexts/${place}`, undefined, ifRead)).status).toBe(412);
    const staff = await platform.tokenFor({ tenant: 'demo', roles: ['staff'] });
    const refused = await platform.call('PUT', 'identity', `/api/v1/AccountMailTexts/${place}`, {
      ...{ tenant: 'demo', token: staff, body },
    });
    expect(refused.status).toBe(403);
    expect((await call('demo', 'DELETE', `AccountMailTexts/${place}`)).status).toBe(204);
    const audit = await call('demo', 'GET', 'Audit?type=AccountMailTexts&pageSize=2');
    expect(audit.body.items).toMatchObject([
      { recordId: place, before: body },
      { recordId: place, after: body },
    ]);
  });
});

describe('a mail', () => {
  beforeAll(() =>
    setTexts('demo', {
      'invitation/en': { subject: 'To {{associationName}}', text: 'The demo invites:\n{{link}}\nSee you' },
      'resetPassword/en': { subject: 'New password of {{userName}}', text: 'The demo says:\n\n{{link}}' },
      'signInCode/en': { subject: 'Code of the demo', text: 'The demo says:\n\n{{code}}' },
      'passwordChanged/en': { text: 'The demo says:\n\n{{notice}}' },
      'emailChanged/en': { text: 'The demo says:\n\n{{notice}}' },
      'secondFactor/en': { text: 'The demo says:\n\n{{notice}}' },
    }),
  );

  it('that invites has the text of the tenant that invites, also to an account of another', async () => {
    const email = await createUser('anna', 'demo');
    const invite = (tenant: string, to: string) =>
      call(tenant, 'POST', 'TenantInvitations', { email: to, roles: ['member'] });
    expect((await invite('harbor', email)).status).toBe(201);
    expect((await lastMail(email, 'harbor')).text).not.toContain('The demo');
    const stranger = 'boris@letters.example';
    expect((await invite('demo', stranger)).status).toBe(201);
    const { subject, text } = await lastMail(stranger);
    const { body: tenant } = await operate('GET', '/api/v1/Tenants/demo');
    expect(subject).toBe(`To ${tenant.name}`);
    expect(text).toMatch(
      /^The demo invites:\nhttps?:\/\/\S+\/Account\/Invitation\/\S+\nSee you\n\nIf you did not expect this mail/,
    );
  });

  it('to an account of one tenant has its text, in the language of the text only', async () => {
    const userName = await createUser('carla', 'demo');
    await forget(userName);
    const { subject, text } = await lastMail(userName);
    expect(subject).toBe(`New password of ${userName}`);
    expect(text).toMatch(/^The demo says:\n\nhttps?:\/\/\S+\n\nIf you did not ask for this/);
    await forget(userName, 'es');
    expect((await lastMail(userName)).text).not.toContain('The demo');
  });

  it('to an account of several tenants has the text of none of them', async () => {
    const userName = await createUser('dario', 'demo', 'harbor');
    await forget(userName);
    const { subject, text } = await lastMail(userName);
    expect([subject, text]).toEqual(['Choose a new password', expect.not.stringContaining('The demo')]);
    const token = await enter(userName);
    await own(token, 'ChangePassword', { currentPassword: password, password: another });
    expect((await lastMail(userName)).text).toMatch(/^The password of \S+ was changed/);
  });

  it('costs the same for an account of one tenant, of several, and for a name without an account', async () => {
    const single = await createUser('edda', 'demo');
    const several = await createUser('fritz', 'demo', 'harbor');
    const costs: unknown[] = [];
    for (const userName of [single, several, 'gone@letters.example']) {
      const { status, roundTrips, readUnits } = await forget(userName);
      costs.push({ status, roundTrips, readUnits });
    }
    expect(new Set(costs.map((cost) => JSON.stringify(cost))).size, JSON.stringify(costs)).toBe(1);
  });

  it('that tells of a change says what happened, below the own words', async () => {
    const userName = await createUser('gesa', 'demo');
    const token = await enter(userName);
    await own(token, 'ChangePassword', { currentPassword: password, password: another });
    const { subject, text } = await lastMail(userName);
    expect(subject).toBe('Your password was changed');
    expect(text).toMatch(/^The demo says:\n\nThe password of \S+ was changed\..*\n\nIf this was not you/s);
    const signedIn = await enter(userName, 'demo', another);
    const factor = await own(signedIn, 'SecondFactor/SetUp', { currentPassword: another });
    await own(signedIn, 'SecondFactor/Confirm', { code: showCode(factor.secret) });
    const added = await lastMail(userName);
    expect(added.subject).toBe('A second factor was added');
    expect(added.text).toMatch(/^The demo says:\n\nFrom now on a second factor.*\n\nIf this was not you/s);
  });

  it('that tells of another address goes to both with the text', async () => {
    const userName = await createUser('hanno', 'demo');
    const token = await enter(userName);
    const email = 'hanno.new@letters.example';
    await own(token, 'ChangeEmail', { email, currentPassword: password });
    const browser = openFormBrowser(platform);
    for (const address of [userName, email]) {
      const link = /https?:\/\/\S+\/Account\/\S+/.exec((await lastMail(address)).text)?.[0] ?? '';
      await browser.submit(await browser.open(link), {});
    }
    for (const address of [userName, email])
      expect((await lastMail(address)).text).toMatch(/^The demo says:\n\nThe mail address of \S+ is now/);
  });

  it('with a code has the text of the only tenant of the account', async () => {
    await call('demo', 'PUT', 'SignInPolicy', { secondFactor: 'optional', mailedCodes: true });
    const start = `${platform.urls.identity}/connect/authorize?${new URLSearchParams({
      ...{ client_id: 'demo-website', redirect_uri: 'http://localhost:4000/auth-callback' },
      ...{ response_type: 'code', scope: 'openid', state: 'one', code_challenge_method: 'S256' },
      code_challenge: randomBytes(32).toString('base64url'),
    })}`;
    const request = async (userName: string) => {
      const browser = openFormBrowser(platform, { 'Accept-Language': 'en' });
      await browser.submit(await browser.open(start), { action: 'mail-code', userName });
      return lastMail(userName);
    };
    const mail = await request(await createUser('ida', 'demo'));
    expect(mail.subject).toBe('Code of the demo');
    expect(mail.text).toMatch(/^The demo says:\n\n\d{6}\n\nIf you did not request it/);
    expect((await request(await createUser('jan', 'demo', 'harbor'))).subject).toBe('Your code to sign in');
  });
});
