// The links of notifications (docs/interface/training.md#links-of-notifications): as the person for whom a link was made, for
// that one purpose; GET shows, POST acts, and the page says when a link has expired, was used, or no longer applies.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliverMessage } from '../../../functions/training/jobs/deliver-notifications/deliver-message.ts';
import {
  buildLinkPath,
  buildLinkToken,
  type LinkPurpose,
} from '../../../functions/training/notifications/action-link.ts';
import { listDueMessages } from '../../../functions/training/notifications/notification-message.ts';
import { registrationById } from '../../../functions/training/registrations/record/registration.ts';
import { personSubjectKey, subjectKey, tenantKey } from '../../../shared/auth/accounts/records.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { personById, personKey } from '../../../shared/directory/people/person-store.ts';
import { type Browser, browserTimeout, openChromium } from '../../harness/chromium.ts';
import { lookAtPage } from '../../harness/look-at-page.ts';
import { moveClock } from '../../harness/move-clock.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import {
  type ApprovalFixture,
  createApprovalFixture,
  person,
} from '../registrations/approvals/approval-fixture.ts';
import { mailsTo } from './notification-fixture.ts';

/** Where pictures of the pages and mails are written for people to look at; nowhere by default. */
const pictures = process.env.LINK_PICTURES;
const yearAhead = Math.floor(Date.now() / 1000) + 365 * 24 * 3600;
const staffStep = { approver: { kind: 'role', role: 'staff' } };

let platform: TestPlatform;
let fixture: ApprovalFixture;
let browser: Browser;

beforeAll(async () => {
  platform = await startPlatform({ localOriginsOnly: true });
  fixture = createApprovalFixture(platform);
  browser = await openChromium();
  const branding = {
    color: '#7a1f4b',
    logoUrl: 'data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=',
  };
  await commit([update(tenantKey(fixture.tenant), { set: { branding } })]);
}, browserTimeout);
afterAll(async () => {
  await browser?.close();
  await platform?.stop();
});

const value = (name: string): string => {
  const found = platform.demo.values[name];
  if (found === undefined) throw new Error(`The demo has no ${name}`);
  return found;
};

/** Delivers every message that waits, as the job does. */
async function deliverAll(): Promise<void> {
  const later = new Date(Date.now() + 400 * 24 * 3600_000);
  for (const item of await listDueMessages(fixture.tenant, later, 500))
    await deliverMessage(fixture.tenant, item, new Date(), new Date());
}

/** The newest mail to a person. */
async function latestMailTo(key: string) {
  await deliverAll();
  const email = (await personById(fixture.tenant, person(key)))?.email ?? '';
  const mail = (await mailsTo(fixture.tenant, email)).at(-1);
  if (!mail) throw new Error(`There is no mail to ${email}`);
  return mail;
}

/** The address of the link in a text. */
const findLink = (text: string): string => /https?:\S+\/api\/v1\/Links\/\S+/.exec(text)?.[0] ?? '';

const open = (url: string) =>
  platform.call('GET', 'training', new URL(url).pathname.replace('/training', ''));
const send = (url: string, form: Record<string, string>) =>
  platform.call('POST', 'training', new URL(url).pathname.replace('/training', ''), {
    body: new URLSearchParams(form),
  });
const titleOf = ({ text }: { readonly text: string }): string => /<h1>(.*?)<\/h1>/.exec(text)?.[1] ?? '';

/** A link that was made for a person, as a notification has it. */
const link = async (
  purpose: LinkPurpose,
  recordId: string,
  personId: string,
  more: { bound?: number; expires?: number } = {},
) => {
  const claims = { recordId, personId, bound: 0, expires: yearAhead, ...more };
  const path = buildLinkPath(fixture.tenant, purpose, await buildLinkToken(fixture.tenant, purpose, claims));
  return `${platform.urls.training}${path}`;
};

/** A request that waits for the manager of the registrant, with the mail to them. */
async function requestDecision(manager: string, member: string) {
  await fixture.manages(manager, member);
  const chain = await fixture.chain({ approver: { kind: 'manager' } }, staffStep);
  const { id } = await fixture.ask(await fixture.classWith(chain), member);
  const mail = await latestMailTo(manager);
  return { id, mail, url: findLink(mail.text) };
}

describe('the link of a request for a decision', () => {
  it('is in the text and in the HTML of the mail, and in the notification in the app', async () => {
    const { mail, url } = await requestDecision('grace', 'hiro');
    expect(mail.text).toContain(`Decide about the request:\n${url}`);
    expect(mail.html).toContain(`href="${url}"`);
    expect(mail.html).toContain('#7a1f4b');
    expect(mail.html).not.toMatch(/\{\{|\u{F8FF}/u);
    const token = await fixture.tokenOf('grace');
    const [newest] = (await fixture.call('GET', '/api/v1/Notifications', { token })).body;
    expect(newest.action).toMatchObject({ text: 'Decide about the request', url });
  });

  it('shows the request without deciding, approves in the name of its person, and then says so', async () => {
    const { id, url } = await requestDecision('grace', 'hiro');
    const shown = await open(url);
    expect(titleOf(shown)).toBe('Hiro Tanaka asks for your decision');
    expect(shown.text).toContain('For the budget season.');
    expect(await fixture.statusOf(id)).toBe('PendingApproval');
    const { body: before } = await fixture.shown(id);
    expect(before.approval.events).toHaveLength(1);
    const decided = await send(url, { action: 'approve', reason: 'Within the\u0000 budget.' });
    expect(titleOf(decided)).toBe('Thank you: your decision is recorded');
    const { body: after } = await fixture.shown(id);
    expect(after.approval.events.slice(1)).toMatchObject([
      { action: 'approved', byName: 'Grace Whitehorse', reason: 'Within the budget.', step: 1 },
      { action: 'asked', step: 2 },
    ]);
    expect(titleOf(await send(url, { action: 'deny', reason: 'Changed my mind.' }))).toBe(
      'You have approved this already',
    );
    expect(titleOf(await open(url))).toBe('You have approved this already');
    expect((await fixture.shown(id)).body.approval).toEqual(after.approval);
  });

  it('denies only with a reason, and keeps what was written', async () => {
    const { id, url } = await requestDecision('grace', 'hiro');
    const refused = await send(url, { action: 'deny', reason: ' ' });
    expect(refused.text).toContain('To deny, write a reason');
    const tooLong = await send(url, { action: 'deny', reason: `${'x'.repeat(1200)}` });
    expect(tooLong.text).toContain('it may have 1000 at most');
    const unclear = await send(url, { action: 'maybe', reason: 'Kept.' });
    expect(unclear.text).toMatch(/Nothing was decided: press one of the two buttons[\s\S]*Kept\./);
    expect(await fixture.statusOf(id)).toBe('PendingApproval');
    await send(url, { action: 'deny', reason: 'Too close to the election.' });
    expect(await fixture.statusOf(id)).toBe('Denied');
    expect((await latestMailTo('hiro')).text).toContain('Too close to the election.');
  });

  it('decides once when its button is pressed twice at the same moment', async () => {
    const { id, url } = await requestDecision('grace', 'hiro');
    const replies = await Promise.all([
      send(url, { action: 'approve' }),
      send(url, { action: 'deny', reason: 'No.' }),
    ]);
    expect(replies.map(titleOf)).toContain('Thank you: your decision is recorded');
    const { body } = await fixture.shown(id);
    const decisions = body.approval.events.filter(({ action }: { action: string }) => action !== 'asked');
    expect(decisions).toHaveLength(1);
  });

  it('no longer decides a step that was delegated, and says so', async () => {
    const { id, url } = await requestDecision('grace', 'hiro');
    await fixture.decide('Delegate', id, await fixture.tokenOf('grace'), { to: person('esteban') });
    expect(titleOf(await open(url))).toBe('This no longer waits for you');
    await send(url, { action: 'approve' });
    expect(await fixture.statusOf(id)).toBe('PendingApproval');
  });

  it('needs no decision once the registration is cancelled', async () => {
    const { id, url } = await requestDecision('grace', 'hiro');
    await fixture.call('POST', `/api/v1/registration/ClassRegistration/${id}/Cancel`, { body: {} });
    expect(titleOf(await open(url))).toBe('This needs no decision any more');
  });

  it('decides for a role only while its person has the role', async () => {
    const chain = await fixture.chain(staffStep);
    const { id } = await fixture.ask(await fixture.classWith(chain), 'hiro');
    const token = await fixture.tokenOf('esteban', ['staff']);
    expect(token).toBeTruthy();
    await commit([
      update(personSubjectKey(fixture.tenant, person('esteban')), {
        set: { type: 'person-subject', subject: 'user-esteban' },
      }),
    ]);
    const url = await link('approval', id, person('esteban'), { bound: 1 });
    expect(titleOf(await open(url))).toBe('Hiro Tanaka asks for your decision');
    const setAccess = (set: object) =>
      commit([update(subjectKey(fixture.tenant, 'user-esteban'), { set: set as { disabled?: boolean } })]);
    await setAccess({ disabled: true });
    expect(titleOf(await open(url))).toBe('This link does not work');
    await setAccess({ disabled: false, roles: ['member'] });
    expect(titleOf(await open(url))).toBe('This does not wait for you');
    await send(url, { action: 'approve' });
    expect(await fixture.statusOf(id)).toBe('PendingApproval');
  });
});

describe('a link', () => {
  it('is for one purpose, one person, one record and one tenant: a changed one opens nothing', async () => {
    const own = new URL(await link('registration', value('registrationId'), person('esteban')));
    const changed = [
      own.href.replace('/Links/Registration/', '/Links/Offer/'),
      own.href.replace('/demo/', `/${value('secondTenantCode')}/`),
      own.href.replace(person('esteban'), person('hiro')),
      own.href.replace(value('registrationId'), value('offeredRegistrationId')),
      own.href.replace(String(yearAhead), String(yearAhead + 1)),
      own.href.slice(0, -1),
    ];
    expect(titleOf(await open(own.href))).toBe('You have a seat');
    for (const href of changed) expect(titleOf(await open(href)), href).toBe('This link does not work');
    // A registration of somebody else is not shown, whoever signed the link.
    const foreign = await link('registration', value('registrationId'), person('hiro'));
    expect(titleOf(await open(foreign))).toBe('This link does not work');
  });

  it('says when it has expired, by the clock of the tenant', async () => {
    const expires = Math.floor(Date.now() / 1000) - 60;
    const url = await link('registration', value('registrationId'), person('esteban'), { expires });
    expect(titleOf(await open(url))).toBe('This link has expired');
  });

  it('opens nothing for a person who is no longer active', async () => {
    const url = await link('registration', value('registrationId'), person('esteban'));
    const setActive = (isActive: boolean) =>
      commit([update(personKey(fixture.tenant, person('esteban')), { set: { isActive } })]);
    await setActive(false);
    expect(titleOf(await open(url))).toBe('This link does not work');
    await setActive(true);
    expect(titleOf(await open(url))).toBe('You have a seat');
  });
});

describe('the link of an offer', () => {
  const status = async () =>
    (await registrationById(fixture.tenant, value('offeredRegistrationId'), { consistent: true }))?.status;

  it('shows the offer, accepts it once in the name of its person, and then says so', async () => {
    const url = `${platform.urls.training}${buildLinkPath(fixture.tenant, 'offer', value('offerLinkToken'))}`;
    expect(titleOf(await open(url))).toBe('A seat is free for you');
    expect(await status()).toBe('Offered');
    // 'constructor' is a name that every object has.
    const unknown: readonly Record<string, string>[] = [{}, { action: 'constructor' }, { action: 'maybe' }];
    for (const sent of unknown) {
      const unclear = await send(url, sent);
      expect([unclear.status, titleOf(unclear)]).toEqual([200, 'A seat is free for you']);
      expect(unclear.text).toContain('Nothing was changed: press one of the two buttons');
    }
    expect(titleOf(await send(url, { action: 'accept' }))).toBe('You have a seat');
    expect(titleOf(await send(url, { action: 'decline' }))).toBe('You have accepted this seat already');
    expect(await status()).toBe('Confirmed');
    const item = await registrationById(fixture.tenant, value('offeredRegistrationId'));
    expect(item?.history.at(-1)?.by).toMatch(/\S/);
    expect(item?.history.at(-1)?.by).not.toBe('anonymous');
  });
});

describe('the link of a certificate', () => {
  it('leads to the certificate, until it is revoked', async () => {
    const url = `${platform.urls.training}${buildLinkPath(fixture.tenant, 'certificate', value('certificateLinkToken'))}`;
    const shown = await open(url);
    expect(shown.text).toContain('Download the certificate (PDF)');
    const document = await open(`${url}/Certificate.pdf`);
    expect([document.status, document.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const token = await platform.tokenFor({ tenant: 'demo', permissions: ['training.certifications.write'] });
    const revoked = await fixture.call('POST', `/api/v1/Certifications/${value('certificationId')}/Revoke`, {
      ...{ token, body: { reason: 'Awarded by mistake.' } },
    });
    expect(revoked.status, revoked.text).toBe(200);
    expect(titleOf(await open(url))).toBe('This certificate was revoked');
    expect((await open(`${url}/Certificate.pdf`)).status).toBe(409);
  });
});

describe("a template of the tenant's own", () => {
  const path = '/api/v1/Settings/NotificationTemplates/approvalAsked';

  it('has the link where it names it, and at its end where it does not', async () => {
    const token = await platform.tokenFor({
      tenant: 'demo',
      permissions: ['training.settings.write', 'training.settings.read'],
    });
    const preview = async (text: string) =>
      (await fixture.call('POST', `${path}/Preview`, { token, body: { text } })).body;
    expect((await preview('Hello!\n\nBye')).text).toMatch(/^Hello!\n\nBye\n\n[^\n]+:\nhttps:\S+\n$/);
    const placed = await preview('Hello!\n\n{{actionLink}}\n\nBye');
    expect(placed.text).toMatch(/^Hello!\n\n[^\n]+:\nhttps:\S+\n\nBye\n$/);
    expect(placed.html).toMatch(/Hello!.*<a href="https:.*Bye/s);
    const refused = await fixture.call('PUT', path, { token, body: { subject: 'Decide: {{actionLink}}' } });
    expect(refused.body.error.details).toMatchObject([{ target: 'subject', code: 'UNKNOWN_VALUE' }]);
  });
});

describe('the pages and mails in a browser', () => {
  it(
    'work without scripts, fit a phone and a desk, and have nothing that axe finds',
    async () => {
      const withoutScripts = await browser.context.browser()?.newContext({ javaScriptEnabled: false });
      withoutScripts?.setDefaultTimeout(browserTimeout);
      const reader = await (withoutScripts ?? browser.context).newPage();
      const page = await browser.context.newPage();
      const { url, mail } = await requestDecision('grace', 'hiro');
      const found: string[] = [];
      const look = async (name: string) => found.push(...(await lookAtPage(page, name, pictures)));
      await page.setContent(mail.html ?? '');
      await look('mail');
      await page.goto(url);
      await look('approval');
      await page.getByRole('button', { name: 'Deny' }).click();
      await page.getByRole('alert').waitFor();
      await look('approval-problem');
      await reader.goto(url);
      await reader.getByLabel('Note or reason').fill('Covered by the training budget.');
      await reader.getByRole('button', { name: 'Approve' }).click();
      await reader.getByRole('heading', { name: 'Thank you' }).waitFor();
      await page.goto(url);
      await look('approval-used');
      const evaluation = `${platform.urls.training}${buildLinkPath(fixture.tenant, 'evaluation', value('evaluationLinkToken'))}`;
      await page.goto(evaluation);
      await look('evaluation');
      await page.getByRole('button', { name: 'Send the answers' }).click();
      await page.getByRole('alert').waitFor();
      await look('evaluation-problem');
      await reader.goto(evaluation);
      await reader.getByLabel('4').check();
      await reader.getByRole('button', { name: 'Send the answers' }).click();
      await reader.getByRole('heading', { name: 'Thank you' }).waitFor();
      for (const [name, address] of [
        ['evaluation-used', evaluation],
        ['registration', await link('registration', value('registrationId'), person('esteban'))],
        [
          'offer-used',
          `${platform.urls.training}${buildLinkPath(fixture.tenant, 'offer', value('offerLinkToken'))}`,
        ],
        ['certificate', await link('certificate', value('certificationId'), value('holderId'))],
        ['expired', await link('registration', value('registrationId'), person('esteban'), { expires: 1 })],
      ] as const) {
        await page.goto(address);
        await look(name);
      }
      await Promise.all([reader.close(), page.close()]);
      expect(found).toEqual([]);
    },
    browserTimeout,
  );

  it('an offer that has ended by the clock of the tenant can no longer be accepted', async () => {
    await moveClock(fixture.tenant, 366 * 24 * 3600);
    const url = `${platform.urls.training}${buildLinkPath(fixture.tenant, 'offer', value('offerLinkToken'))}`;
    expect(titleOf(await open(url))).toBe('This link has expired');
    await moveClock(fixture.tenant, 0);
  });
});
