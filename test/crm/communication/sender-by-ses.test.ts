// Senders of tenants where Amazon SES sends: each tenant has one in SES (Amazon SES Developer Guide, "Tenants"; SES API v2,
// CreateTenant, CreateTenantResourceAssociation, UpdateReputationEntityPolicy, CreateEmailIdentity, SendEmail).
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { handler as lookAfterSenders } from '../../../functions/crm/jobs/look-after-mail-senders/handler.ts';
import { commit, remove } from '../../../shared/data/changes.ts';
import { createMailSender, deliverMail } from '../../../shared/mail/deliver.ts';
import { type Mail, mailById, putMail } from '../../../shared/mail/outbox.ts';
import { senderKey } from '../../../shared/mail-sender/mail-sender.ts';
import { type SesServer, startSesServer } from '../../platform/ses-server.ts';
import { useBroadcasts } from './broadcasts/broadcast-calls.ts';
import { runBroadcast } from './broadcasts/broadcasts-over-smtp.ts';
import { type DnsServer, startDnsServer } from './dns-server.ts';

const broadcasts = useBroadcasts();
const path = '/api/v1/Settings/MailSender';
const rules = ['rostrum-test', 'rostrum-test-accounts'];
const variables = ['MAIL_BY', 'MAIL_FROM', 'MAIL_ARN', 'MAIL_RULES'] as const;

let ses: SesServer;
let dns: DnsServer;
let domain: string;
let smtp: string | undefined;
beforeEach(async () => {
  const demo = broadcasts.getPlatform().store('demo');
  await commit([
    remove(senderKey(demo)),
    remove(demo.key('MAIL-SENDER', 'SES-TENANT')),
    remove(broadcasts.getPlatform().store('harbor').key('MAIL-SENDER', 'SES-TENANT')),
  ]);
  ses = await startSesServer('platform.example', rules);
  dns = await startDnsServer();
  domain = `${randomUUID().slice(0, 8)}.association.org`;
  smtp = process.env.SMTP_URL;
  delete process.env.SMTP_URL;
  Object.assign(process.env, {
    ...{ MAIL_BY: 'ses', MAIL_FROM: 'Platform <no-reply@platform.example>' },
    ...{ MAIL_ARN: ses.arn, MAIL_RULES: 'rostrum-test' },
  });
});
afterEach(async () => {
  for (const name of variables) delete process.env[name];
  process.env.SMTP_URL = smtp;
  dns.stop();
  await ses.stop();
});

const call = async (method: string, of = path, body?: object) => {
  const platform = broadcasts.getPlatform();
  const token = await platform.tokenFor({ tenant: 'demo', roles: ['admin'] });
  const reply = await platform.call(method, 'crm', of, { tenant: 'demo', token, ...(body && { body }) });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const lookAfter = (hours: number) =>
  lookAfterSenders(undefined, undefined, () => new Date(Date.now() + hours * 3600_000));

async function deliver(code: 'demo' | 'harbor', mail: Partial<Mail> = {}) {
  const tenant = broadcasts.getPlatform().store(code);
  const id = randomUUID();
  const whole = { to: `${id}@reader.example`, subject: 'News', text: 'News', ...mail };
  await commit([putMail(tenant, id, whole, new Date())]);
  const item = (await mailById(tenant, id)) ?? expect.fail('There is no mail');
  const outcome = await deliverMail(tenant, item, await createMailSender());
  return { outcome, sent: ses.sent.at(-1), stored: await mailById(tenant, id) };
}

it('a tenant gets its own in SES with its first mail: with a policy that stops it alone, and a suppression list', async () => {
  expect((await deliver('demo')).outcome).toBe('sent');
  expect(ses.sent).toMatchObject([
    {
      tenant: 'rostrum-test-demo',
      rules: 'rostrum-test',
      from: expect.stringMatching(/<no-reply@platform\.example>$/),
    },
  ]);
  expect(ses.tenants.get('rostrum-test-demo')).toMatchObject({
    policy: 'arn:aws:ses:eu-west-1:aws:reputation-policy/standard',
    suppression: { SuppressionScope: 'TENANT', SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
    resources: new Set([`${ses.arn}:configuration-set/rostrum-test`, `${ses.arn}:identity/platform.example`]),
  });
  const before = ses.calls.length;
  await deliver('demo');
  expect(ses.calls.slice(before)).toEqual(['POST /v2/email/outbound-emails']);
});

it('mails about accounts have a configuration set of their own and no tenant, so what stops a tenant stops no sign-in', async () => {
  await Promise.all([deliver('demo'), deliver('harbor')]);
  const stopped = ses.tenants.get('rostrum-test-demo') ?? expect.fail();
  stopped.status = 'DISABLED';
  const refused = await deliver('demo');
  expect([refused.outcome, refused.stored?.lastError]).toEqual([
    'failed',
    expect.stringContaining('SendingPausedException'),
  ]);
  expect((await deliver('harbor')).outcome).toBe('sent');
  const { outcome, sent } = await deliver('demo', { isAboutAccount: true });
  expect([outcome, sent?.rules, sent?.tenant, sent?.from]).toEqual([
    ...['sent', 'rostrum-test-accounts', undefined],
    expect.stringMatching(/<no-reply@platform\.example>$/),
  ]);
});

it('a broadcast of a tenant that SES has stopped is paused with the reason, and goes on when it is reinstated', async () => {
  await deliver('demo');
  const tenant = ses.tenants.get('rostrum-test-demo') ?? expect.fail();
  tenant.status = 'DISABLED';
  const person = await broadcasts.createPerson();
  const id = await broadcasts.broadcast({ listIds: [await broadcasts.createList([person])] });
  expect(await broadcasts.get(id)).toMatchObject({
    ...{ status: 'paused', pausedReason: expect.stringContaining('Amazon SES has stopped the mails') },
    figures: { sent: 0 },
  });
  tenant.status = 'REINSTATED';
  await broadcasts.done('POST', `/Broadcasts/${id}/Resume`);
  await runBroadcast(id);
  expect(await broadcasts.get(id)).toMatchObject({ status: 'sent', figures: { sent: 1 } });
  expect(ses.sent.at(-1)).toMatchObject({ tenant: 'rostrum-test-demo', rules: 'rostrum-test' });
});

it('a domain is created in SES, and sends once its records are right and SES has seen them itself', async () => {
  const preparing = await call('PUT', path, { fromAddress: `office@${domain}` });
  expect(preparing.status).toBe('preparing');
  await lookAfter(0);
  const pending = await call('GET');
  expect(pending.status).toBe('pending');
  expect(pending.records.map(({ purpose }: { purpose: string }) => purpose)).toEqual([
    ...['ownership', 'dkim', 'dkim', 'dkim', 'mail-from', 'spf', 'dmarc'],
  ]);
  const identity = ses.identities.get(domain) ?? expect.fail('There is no identity');
  expect(identity).toMatchObject({
    tags: [{ Key: 'rostrum', Value: 'rostrum-test' }],
    mailFrom: `rostrum-mail.${domain}`,
  });
  for (const { type, name, expected } of pending.records) dns.records.set(`${type} ${name}`, [expected]);
  expect((await call('POST', `${path}/Check`)).status).toBe('pending');
  await lookAfter(0.1);
  expect((await call('GET')).status).toBe('pending');
  expect((await deliver('demo')).sent?.from).toMatch(/platform\.example/);
  identity.isVerified = true;
  await lookAfter(1.2);
  expect((await call('GET')).status).toBe('verified');
  const { sent } = await deliver('demo');
  expect(sent).toMatchObject({
    from: expect.stringContaining(`office@${domain}`),
    tenant: 'rostrum-test-demo',
  });
  // SES gives a domain up whose records it does not see for 72 hours.
  identity.isVerified = false;
  await lookAfter(26);
  expect((await call('GET')).status).toBe('pending');
  expect((await deliver('demo')).outcome).toBe('sent');
});

it('a domain that is no longer in SES is created again, and mails come from the platform until it is verified', async () => {
  await call('PUT', path, { fromAddress: `office@${domain}` });
  await lookAfter(0);
  for (const { type, name, expected } of (await call('GET')).records)
    dns.records.set(`${type} ${name}`, [expected]);
  const identity = ses.identities.get(domain) ?? expect.fail('There is no identity');
  identity.isVerified = true;
  await lookAfter(1.2);
  expect((await call('GET')).status).toBe('verified');
  ses.identities.delete(domain);
  await lookAfter(26);
  expect(await call('GET')).toMatchObject({ status: 'pending', problem: null });
  expect(ses.identities.get(domain)).toMatchObject({ isVerified: false });
  expect((await deliver('demo')).sent?.from).toMatch(/platform\.example/);
});

it('a domain that the account has for another use is not taken, and the reason is shown', async () => {
  ses.identities.set(domain, { tags: [{ Key: 'rostrum', Value: 'rostrum-prod' }], isVerified: true });
  await call('PUT', path, { fromAddress: `office@${domain}` });
  await lookAfter(0);
  expect(await call('GET')).toMatchObject({
    ...{ status: 'preparing', problem: expect.stringContaining('for another use') },
  });
  expect(ses.identities.get(domain)).not.toHaveProperty('mailFrom');
});

it('what SES says of an account is not shown to a tenant', async () => {
  await call('PUT', path, { fromAddress: `office@${domain}` });
  process.env.MAIL_RULES = 'rostrum-unknown';
  await lookAfter(0);
  const { status, problem } = await call('GET');
  expect([status, problem]).toEqual([
    'preparing',
    expect.stringMatching(/^The mail system could not be asked/),
  ]);
  process.env.MAIL_RULES = 'rostrum-test';
  await lookAfter(1.1);
  expect(await call('GET')).toMatchObject({ problem: expect.stringContaining('for another use') });
});
