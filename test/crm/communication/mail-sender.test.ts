// The own sender of a tenant (docs/interface/communication.md#own-sender): its records, their check, and from where mails come
// meanwhile.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { handler as lookAfterSenders } from '../../../functions/crm/jobs/look-after-mail-senders/handler.ts';
import { commit, remove } from '../../../shared/data/changes.ts';
import { createMailSender, deliverMail } from '../../../shared/mail/deliver.ts';
import { dueMails, type Mail, mailById, putMail } from '../../../shared/mail/outbox.ts';
import { senderKey } from '../../../shared/mail-sender/mail-sender.ts';
import { signInAdministrator } from '../../identity/tenants/demo.ts';
import { useBroadcasts } from './broadcasts/broadcast-calls.ts';
import { type DnsServer, startDnsServer } from './dns-server.ts';

const broadcasts = useBroadcasts();
const path = '/api/v1/Settings/MailSender';
const grep = promisify(execFile);
const platformAddress = 'no-reply@platform.example';

let dns: DnsServer;
let domain: string;
beforeAll(() => {
  process.env.MAIL_FROM = `Platform <${platformAddress}>`;
});
afterAll(() => {
  delete process.env.MAIL_FROM;
});
beforeEach(async () => {
  // As of a new day: a tenant may set few domains in one.
  const demo = broadcasts.getPlatform().store('demo');
  await commit([remove(senderKey(demo))]);
  dns = await startDnsServer();
  domain = `${randomUUID().slice(0, 8)}.association.org`;
});
afterEach(() => dns.stop());

const callAs = async (tenant: string, method: string, of = path, body?: object, headers = {}) => {
  const platform = broadcasts.getPlatform();
  const token = await platform.tokenFor({ tenant, roles: ['admin'] });
  return platform.call(method, 'crm', of, { tenant, token, headers, ...(body && { body }) });
};
const call = async (method: string, of?: string, body?: object) => {
  const reply = await callAs('demo', method, of, body);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
interface RecordView {
  readonly purpose: string;
  readonly type: string;
  readonly name: string;
  readonly expected: string;
  readonly status: string;
  readonly found: readonly string[];
  readonly help: string;
}
const setUp = (more: object = {}) => call('PUT', path, { fromAddress: `office@${domain}`, ...more });
const check = () => call('POST', `${path}/Check`);
/** Sets the records of a reply in DNS. */
const publish = ({ records }: { readonly records: readonly RecordView[] }) => {
  for (const { type, name, expected } of records) dns.records.set(`${type} ${name}`, [expected]);
};
const verify = async (more: object = {}) => {
  publish(await setUp(more));
  const verified = await check();
  expect(verified.status).toBe('verified');
};
const statusOf = ({ records }: { readonly records: readonly RecordView[] }, purpose: string) =>
  records.find((record) => record.purpose === purpose);
/** The clock's call, so many hours from now. */
const lookAfter = (hours: number) =>
  lookAfterSenders(undefined, undefined, () => new Date(Date.now() + hours * 3600_000));

/** A mail of the outbox as the server gets it: who it is from, and where answers go. */
async function deliver(mail: Partial<Mail> = {}) {
  const tenant = broadcasts.getPlatform().store('demo');
  const id = randomUUID();
  const to = `${id}@reader.example`;
  await commit([putMail(tenant, id, { to, subject: 'News', text: 'News', ...mail }, new Date())]);
  const item = (await mailById(tenant, id)) ?? expect.fail('There is no mail');
  expect(await deliverMail(tenant, item, await createMailSender())).toBe('sent');
  const received = broadcasts.getServer().mails.find((each) => each.to === to)?.mail;
  return {
    from: `${received?.from?.name} <${received?.from?.address}>`,
    replyTo: received?.replyTo?.[0]?.address,
    messageId: received?.messageId,
  };
}
const association = async () => (await deliver()).from.split(' <')[0] ?? '';

describe('an own sender', () => {
  it('has records to set, and mails come from the platform with its name and address for answers until they are right', async () => {
    const pending = await setUp({ fromName: 'Office', replyTo: 'answers@association.org' });
    expect(pending).toMatchObject({ status: 'pending', currentAddress: platformAddress, checkedDate: null });
    expect(pending.records.map(({ purpose, type, name }: RecordView) => [purpose, type, name])).toEqual([
      ['ownership', 'TXT', `_rostrum-sender.${domain}`],
      ['dkim', 'CNAME', `rostrum._domainkey.${domain}`],
      ['spf', 'TXT', domain],
      ['dmarc', 'TXT', `_dmarc.${domain}`],
    ]);
    expect(await deliver()).toMatchObject({
      from: `Office <${platformAddress}>`,
      replyTo: 'answers@association.org',
    });
    publish(pending);
    const verified = await check();
    expect(verified).toMatchObject({ status: 'verified', currentAddress: `office@${domain}` });
    expect(await deliver()).toEqual({
      from: `Office <office@${domain}>`,
      replyTo: 'answers@association.org',
      messageId: expect.stringMatching(new RegExp(`@${domain}>$`)),
    });
    expect(await call('GET')).toEqual(verified);
  });

  it('is that of broadcasts too, whose own address for answers comes first', async () => {
    await verify({ fromName: 'News office', replyTo: 'answers@association.org' });
    const [a, b] = [await broadcasts.createPerson(), await broadcasts.createPerson()];
    await broadcasts.broadcast({ listIds: [await broadcasts.createList([a])] });
    await broadcasts.broadcast({ listIds: [await broadcasts.createList([b])], replyTo: 'b@association.org' });
    const [first, second] = [a, b].map(
      ({ email }) => broadcasts.getServer().mails.find(({ to }) => to === email)?.mail,
    );
    expect(first?.from).toMatchObject({ name: 'News office', address: `office@${domain}` });
    expect(first?.replyTo?.[0]?.address).toBe('answers@association.org');
    expect(second?.replyTo?.[0]?.address).toBe('b@association.org');
  });

  it('never sends the mails about accounts, which come from the platform', async () => {
    await verify({ fromName: 'Office', replyTo: 'answers@association.org' });
    expect(await deliver({ isAboutAccount: true })).toMatchObject({
      from: `Platform <${platformAddress}>`,
      replyTo: undefined,
    });
    const administrate = await signInAdministrator(broadcasts.getPlatform());
    const email = `${randomUUID()}@reader.example`;
    const invited = await administrate('POST', '/api/v1/Users/Invite', {
      ...{ email, tenantCode: 'demo', roles: ['member'] },
    });
    expect(invited.status).toBe(201);
    const waiting = await dueMails(broadcasts.getPlatform().store('demo'), new Date(), 100);
    expect(waiting.find(({ to }) => to === email)).toMatchObject({ isAboutAccount: true });
    // Every other place where area C writes a mail says so too.
    const { stdout } = await grep('grep', ['-rnE', 'putMail\\(', 'functions/identity', '--include=*.ts']);
    const unmarked = stdout.split('\n').filter((line) => line !== '' && !/isAboutAccount: true/.test(line));
    expect(unmarked.map((line) => line.split(':', 1)[0]).sort()).toEqual([
      // These send what functions/identity/users/invitation-mail.ts builds.
      'functions/identity/users/invite-user.ts',
      'functions/identity/users/renew-invitation.ts',
    ]);
  });

  it('shows the name of the tenant where it has none of its own', async () => {
    await call('PUT', path, {});
    expect(await association()).not.toBe('Platform');
    expect(await deliver({ fromName: 'Ada Lovelace' })).toMatchObject({
      from: `Ada Lovelace <${platformAddress}>`,
    });
  });

  it('has a name that shows no address and turns no text, also where a stranger wrote it', async () => {
    for (const fromName of ['president@whitehouse.example', 'a\uff20b.example', 'A\u0007']) {
      const refused = await callAs('demo', 'PUT', path, { fromName });
      expect([refused.status, refused.body.error.details[0]?.field], fromName).toEqual([400, 'fromName']);
    }
    expect((await call('PUT', path, { fromName: 'Office\u202egro.liam' })).fromName).toBe('Officegro.liam');
    expect((await call('PUT', path, { fromName: 'משרד של Cascadia' })).fromName).toBe('משרד של Cascadia');
    expect(await deliver({ fromName: 'president@whitehouse.example\u202e' })).toMatchObject({
      from: `president at whitehouse.example <${platformAddress}>`,
    });
  });
});

describe('a check', () => {
  it('says of each record what was expected, what was found, and what helps', async () => {
    const pending = await setUp();
    publish(pending);
    dns.records.set(`CNAME rostrum._domainkey.${domain}`, ['elsewhere.example.net']);
    dns.records.set(`TXT ${domain}`, ['v=spf1 -all', 'google-site-verification=x']);
    dns.records.delete(`TXT _rostrum-sender.${domain}`);
    dns.records.set(`TXT _rostrum-sender.${domain}.${domain}`, [
      statusOf(pending, 'ownership')?.expected ?? '',
    ]);
    const checked = await check();
    expect(checked.status).toBe('pending');
    expect(statusOf(checked, 'dkim')).toMatchObject({
      ...{ status: 'different', found: ['elsewhere.example.net'] },
      help: expect.stringContaining('change it to dkim.mail.rostrum.invalid'),
    });
    expect(statusOf(checked, 'spf')).toMatchObject({ status: 'different', found: ['v=spf1 -all'] });
    expect(statusOf(checked, 'ownership')).toMatchObject({
      status: 'missing',
      help: expect.stringContaining('enter only _rostrum-sender as its name'),
    });
    expect(statusOf(checked, 'dmarc')).toMatchObject({ status: 'correct', help: 'The record is right.' });
  });

  it('takes the DMARC policy of the domain above (RFC 7489 6.6.3), and does without a record that is not required', async () => {
    publish(await setUp());
    dns.records.delete(`TXT _dmarc.${domain}`);
    dns.records.delete(`TXT ${domain}`);
    dns.records.set('TXT _dmarc.association.org', ['v=DMARC1; p=quarantine']);
    const checked = await check();
    expect([checked.status, statusOf(checked, 'dmarc')?.status, statusOf(checked, 'spf')?.status]).toEqual([
      ...['verified', 'correct', 'missing'],
    ]);
  });

  it('ends in time when no name server answers, and changes nothing about a verified domain', async () => {
    await verify();
    dns.mode = 'silent';
    const begun = Date.now();
    const checked = await check();
    expect(Date.now() - begun).toBeLessThan(8000);
    expect(checked.status).toBe('verified');
    expect(new Set(checked.records.map(({ status }: RecordView) => status))).toEqual(new Set(['unknown']));
    dns.mode = 'fails';
    expect((await check()).status).toBe('verified');
  });

  it('is refused where there is no address, and where another version was read', async () => {
    await call('PUT', path, { replyTo: 'answers@association.org' });
    expect((await callAs('demo', 'POST', `${path}/Check`)).status).toBe(409);
    await setUp();
    expect((await callAs('demo', 'POST', `${path}/Check`, undefined, { 'If-Match': '"1"' })).status).toBe(
      412,
    );
  });
});

describe('the clock', () => {
  it('checks pending records every hour, and verifies the domain when they are right', async () => {
    publish(await setUp());
    await lookAfter(0.1);
    expect((await call('GET')).status).toBe('verified');
  });

  it('goes back to the platform when a required record was wrong twice, and not for one answer', async () => {
    await verify();
    dns.records.delete(`CNAME rostrum._domainkey.${domain}`);
    await lookAfter(25);
    expect((await call('GET')).status).toBe('verified');
    await lookAfter(25.5);
    expect((await call('GET')).status).toBe('verified');
    await lookAfter(27);
    expect(await call('GET')).toMatchObject({ status: 'pending', currentAddress: platformAddress });
    expect((await deliver()).from).toMatch(new RegExp(`<${platformAddress}>$`));
  });

  it('leaves a domain alone that was not set up within a month', async () => {
    await setUp();
    await lookAfter(31 * 24);
    dns.asked.length = 0;
    await lookAfter(32 * 24);
    expect(dns.asked).toEqual([]);
    publish(await call('GET'));
    expect((await check()).status).toBe('verified');
  });

  it('does not overwrite what was set meanwhile', async () => {
    publish(await setUp());
    dns.mode = 'silent';
    const looking = lookAfter(0.1);
    await call('PUT', path, { fromName: 'Another office' });
    dns.mode = 'answers';
    await looking;
    expect(await call('GET')).toMatchObject({ status: 'platform', fromName: 'Another office', records: [] });
  });
});

describe('a domain', () => {
  it('of one tenant is not taken by another: the ownership record has a value of its own', async () => {
    await verify();
    const other = await callAs('harbor', 'PUT', path, { fromAddress: `news@${domain}` });
    expect(other.status, other.text).toBe(200);
    const checked = await callAs('harbor', 'POST', `${path}/Check`);
    expect(checked.body.status).toBe('pending');
    expect(statusOf(checked.body, 'ownership')).toMatchObject({ status: 'different' });
    expect(statusOf(checked.body, 'dkim')).toMatchObject({ status: 'correct' });
  });

  it('begins anew when it changes, and stays verified when only the address before it does', async () => {
    await verify();
    expect((await call('PUT', path, { fromAddress: `news@${domain}` })).status).toBe('verified');
    const changed = await call('PUT', path, { fromAddress: 'office@other.association.org' });
    expect([changed.status, changed.currentAddress]).toEqual(['pending', platformAddress]);
  });

  it('that only local networks know, or that is an address, is refused', async () => {
    for (const name of ['office.internal', 'mail.local', 'association.lan', '1.2.3.4'])
      expect((await callAs('demo', 'PUT', path, { fromAddress: `office@${name}` })).status, name).toBe(400);
    const local = await callAs('demo', 'PUT', path, { fromAddress: `büro@${domain}` });
    expect(local.body.error.details[0].message).toContain('ASCII');
  });

  it('of the platform is refused', async () => {
    const refused = await callAs('demo', 'PUT', path, {
      fromAddress: `office@${platformAddress.split('@')[1]?.toUpperCase()}`,
    });
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      expect.stringContaining('is that of the platform'),
    ]);
  });

  it('may be changed five times a day', async () => {
    const tries: number[] = [];
    for (let index = 0; index < 6; index += 1)
      tries.push((await callAs('demo', 'PUT', path, { fromAddress: `a@d${index}.${domain}` })).status);
    expect(tries).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('is refused where the mail server has no records for domains of tenants', async () => {
    const before = process.env.MAIL_SENDER_RECORDS;
    process.env.MAIL_SENDER_RECORDS = '';
    const refused = await callAs('demo', 'PUT', path, { fromAddress: `office@${domain}` });
    process.env.MAIL_SENDER_RECORDS = before;
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      expect.stringContaining('Leave fromAddress out'),
    ]);
  });
});
