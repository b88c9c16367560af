// Mail is sent only to receivers who agreed, and stops when they unsubscribe (RFC 2369, RFC 8058,
// docs/interface/crm.md#unsubscribing).
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commit, update } from '../../../shared/data/changes.ts';
import { createMailSender, deliverMail } from '../../../shared/mail/deliver.ts';
import { mailById, type OutboxItem } from '../../../shared/mail/outbox.ts';
import { type DeliveriesPlatform, startDeliveriesPlatform } from './deliveries-platform.ts';

let service: DeliveriesPlatform;
beforeAll(async () => {
  service = await startDeliveriesPlatform();
});
afterAll(() => service?.stop());

const getStore = () => service.platform.store('demo');
const hoursFromNow = (count: number) => new Date(Date.now() + count * 3_600_000);
const listMailsTo = (to: string) => service.listMailsTo(to);
const subscribeByMail = (email: string, body: object = {}) =>
  service.subscribe({
    name: 'Visit https://spam.example',
    filter: { stateIds: [53] },
    channel: { type: 'mail', email, digest: { frequency: 'hourly' } },
    ...body,
  });
const runAction = (id: string, action: string, token?: string) =>
  service.call('POST', `event/subscription/${id}/${action}`, { ...(token && { token }) });
const getSubscription = async (id: string) =>
  (await service.call('GET', `event/subscription/${id}`)).body.data;
const fetchPage = async (link: string, method: 'GET' | 'POST' = 'GET', init: RequestInit = {}) => {
  const reply = await fetch(link, { method, ...init });
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
  return reply.text();
};
/** How far tests have moved the clock, in hours. */
let hoursMoved = 0;
/** Makes a change that digests report, and moves the clock to the next hour of the digests. */
async function sendDigests(): Promise<void> {
  await service.saveEvent({ title: 'Hearing on rents' });
  await service.waitUntilSettled();
  hoursMoved += 1.1;
  await service.runTimers(hoursFromNow(hoursMoved));
}
const readUnsubscribeLink = ({ headers }: OutboxItem): string =>
  /^<(https?:.+)>$/.exec(headers?.['List-Unsubscribe'] ?? '')?.[1] ?? 'none';
/** A subscription that has sent its confirmed receiver a digest, with that mail. */
async function createNotifiedSubscription(email: string) {
  const { id } = await subscribeByMail(email);
  await service.confirm(email);
  await sendDigests();
  const mail = (await listMailsTo(email)).find(({ headers }) => headers !== undefined);
  if (!mail) throw new Error('no digest came');
  return { id, mail };
}

describe("a mail subscription to another address than the caller's own", () => {
  it('sends one request to confirm and nothing else until the address confirms', async () => {
    const to = 'stranger@victim.example';
    const { id, status, isConfirmed, nextDigest } = await subscribeByMail(to);
    expect({ status, isConfirmed, nextDigest }).toEqual({ status: 'unconfirmed', isConfirmed: false });
    await sendDigests();
    const [question, ...rest] = await listMailsTo(to);
    expect(rest).toEqual([]);
    expect(question?.subject).toMatch(/^Please confirm: /);
    expect(question?.text).toContain('do nothing: nothing more is sent');
    // The mail has no text that the caller chose, so it cannot be misused to write to strangers.
    expect(`${question?.subject} ${question?.text}`).not.toContain('spam');
    for (const action of ['pause', 'test']) expect((await runAction(id, action)).status).toBe(409);
    const waiting = await runAction(id, 'resume');
    expect(waiting.body).toMatchObject({ data: { status: 'unconfirmed' } });
    expect(await listMailsTo(to)).toHaveLength(1);

    const link = (await service.findConfirmationLink(to)) ?? '';
    const secret = link.split('/').at(-1) ?? '';
    const stored = await getStore().get(getStore().key('EVENT-SUBSCRIPTIONS', id));
    expect(JSON.stringify(stored)).not.toContain(secret);
    // Programs follow links in mails, so a GET changes nothing.
    expect(await fetchPage(link)).toMatch(/<form method="post"><button/);
    expect((await getSubscription(id)).status).toBe('unconfirmed');
    expect(await fetchPage(link, 'POST')).toContain('<h1>Confirmed</h1>');
    expect(await getSubscription(id)).toMatchObject({ status: 'active', isConfirmed: true });
    expect(await fetchPage(link, 'POST')).toContain('<h1>Confirmed</h1>');
    expect(await fetchPage(link)).not.toContain('<form');
    await sendDigests();
    expect(await listMailsTo(to)).toHaveLength(2);
  });

  it('cannot be activated by another link, nor by one that has expired', async () => {
    const to = 'late@victim.example';
    const { id } = await subscribeByMail(to);
    const link = (await service.findConfirmationLink(to)) ?? '';
    for (const wrong of [
      link.replace(/.$/, (end) => (end === 'a' ? 'b' : 'a')),
      link.replace('/demo/', '/harbor/'),
      link.replace(/[^/]+$/, 'x'),
    ])
      expect(await fetchPage(wrong, 'POST')).toContain('This link does not work');
    const key = getStore().key<{ asked: object }>('EVENT-SUBSCRIPTIONS', id);
    const request = (await getStore().get(key))?.asked;
    const ended = { ...request, expires: new Date(Date.now() - 1000).toISOString() };
    await commit([update(key, { set: { asked: ended } })]);
    expect(await fetchPage(link)).toContain('This link has expired');
    expect(await fetchPage(link, 'POST')).toContain('This link has expired');
    expect((await getSubscription(id)).status).toBe('unconfirmed');
    // The owner of the subscription sends a new request to confirm, and only the new link works.
    await runAction(id, 'resume');
    expect(await listMailsTo(to)).toHaveLength(2);
    expect(await fetchPage(link, 'POST')).toContain('This link does not work');
    await service.confirm(to);
    expect((await getSubscription(id)).status).toBe('active');
  });

  it('must be confirmed again when its address changes, and the previous address gets nothing more', async () => {
    const { id } = await createNotifiedSubscription('first@example.org');
    const channel = { type: 'mail', email: 'second@victim.example', digest: { frequency: 'hourly' } };
    const changed = await service.call('PUT', `event/subscription/${id}`, { body: { channel } });
    expect(changed.body.data).toMatchObject({ status: 'unconfirmed', isConfirmed: false });
    const before = (await listMailsTo('first@example.org')).length;
    await sendDigests();
    expect(await listMailsTo('first@example.org')).toHaveLength(before);
    expect(await listMailsTo('second@victim.example')).toHaveLength(1);
    const link = (await service.findConfirmationLink('first@example.org')) ?? '';
    expect(await fetchPage(link, 'POST')).toContain('This link does not work');
  });

  it('sends one address at most five requests a day, across all subscriptions', async () => {
    const to = 'flooded@victim.example';
    for (let times = 0; times < 5; times += 1) await subscribeByMail(to);
    const channel = { type: 'mail', email: to.toUpperCase() };
    const sixth = await service.call('POST', 'event/subscribe', { body: { name: 'Six', channel } });
    expect(sixth.status).toBe(409);
    expect(await listMailsTo(to)).toHaveLength(5);
  });

  it("needs no confirmation where it is the caller's own address", async () => {
    const permissions = ['billtracking.subscriptions.write', 'billtracking.subscriptions.read'] as const;
    const token = await service.platform.tokenFor({ tenant: 'demo', permissions, name: 'rex@example.org' });
    const body = { name: 'Mine', channel: { type: 'mail', email: 'Rex@example.org' } };
    const { data } = (await service.call('POST', 'event/subscribe', { body, token })).body;
    expect(data).toMatchObject({ status: 'active', isConfirmed: true });
    expect(await listMailsTo('Rex@example.org')).toEqual([]);
  });

  it('is also required of the address that is notified when a webhook fails', async () => {
    const email = 'ops@victim.example';
    const channel = { type: 'webhook', url: 'https://hooks.example.org/', email };
    const { id, status, isConfirmed } = await service.subscribe({ what: { events: true }, channel });
    expect({ status, isConfirmed }).toEqual({ status: 'active', isConfirmed: false });
    await service.confirm(email);
    expect(await getSubscription(id)).toMatchObject({ status: 'active', isConfirmed: true });
    await service.call('DELETE', `event/subscription/${id}`);
  });
});

describe('a digest', () => {
  it('carries a link and the headers by which mail programs unsubscribe', async () => {
    const { id, mail } = await createNotifiedSubscription('headers@example.org');
    const link = readUnsubscribeLink(mail);
    expect(mail.text).toContain(`Unsubscribe: ${link}`);
    const secret = link.split('/').at(-1) ?? '';
    const { items } = await getStore().query(getStore().partition(`EVENT-SUBSCRIPTION#${id}`));
    expect(JSON.stringify(items)).not.toContain(secret);
    const sent: string[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => done(null, void sent.push(Buffer.concat(chunks).toString())));
      },
    });
    const listening = await new Promise<{ port: number }>((resolve) => {
      const listener = server.listen(0, '127.0.0.1', () => resolve(listener.address() as { port: number }));
    });
    const before = process.env.SMTP_URL;
    // The platform's first attempt, which found no server, has ended before this one.
    await service.waitUntilSettled();
    const waiting = await mailById(getStore(), mail.id);
    if (!waiting) throw new Error('the mail is gone');
    process.env.SMTP_URL = `smtp://127.0.0.1:${listening.port}`;
    const outcome = await deliverMail(getStore(), waiting, await createMailSender()).finally(() => {
      process.env.SMTP_URL = before;
    });
    await new Promise<void>((resolve) => server.close(() => resolve()));
    expect(outcome).toBe('sent');
    const [head = ''] = (sent[0] ?? '').split('\r\n\r\n');
    const unfolded = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
    expect(unfolded).toContain(`List-Unsubscribe: <${link}>`);
    expect(unfolded).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    // The stored mail has no link once it was sent.
    expect(JSON.stringify(await mailById(getStore(), mail.id))).not.toContain(secret);
  });

  it.each([
    ['a form', { body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) }],
    [
      'a form in parts',
      {
        headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
        body: '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
      },
    ],
    ['no body', {}],
  ])('is unsubscribed from by one POST with %s, without signing in, and stays so', async (kind, init) => {
    const to = `${kind.replaceAll(' ', '-')}@example.org`;
    const { id, mail } = await createNotifiedSubscription(to);
    const link = readUnsubscribeLink(mail);
    expect(await fetchPage(link)).toMatch(/<form method="post"><button/);
    expect((await getSubscription(id)).status).toBe('active');
    for (let times = 0; times < 2; times += 1)
      expect(await fetchPage(link, 'POST', { ...init, redirect: 'error' })).toContain('You are unsubscribed');
    expect(await getSubscription(id)).toMatchObject({
      status: 'disabled',
      disabledReason: 'Unsubscribed by the receiver.',
    });
    const before = (await listMailsTo(to)).length;
    await sendDigests();
    expect(await listMailsTo(to)).toHaveLength(before);
  });

  it('is sent again only after the receiver confirms again or resumes the subscription', async () => {
    const to = 'again@example.org';
    const { id, mail } = await createNotifiedSubscription(to);
    const confirmationLink = (await service.findConfirmationLink(to)) ?? '';
    await fetchPage(readUnsubscribeLink(mail), 'POST');
    expect(await fetchPage(confirmationLink, 'POST')).toContain('This link does not work');
    const resumed = await runAction(id, 'resume');
    expect(resumed.body.data).toMatchObject({ status: 'unconfirmed', isConfirmed: false });
    expect(resumed.body.data).not.toHaveProperty('disabledReason');
    const permissions = ['billtracking.subscriptions.write'] as const;
    const token = await service.platform.tokenFor({ tenant: 'demo', permissions, name: to });
    expect((await runAction(id, 'resume', token)).body.data).toMatchObject({
      status: 'active',
      isConfirmed: true,
    });
  });

  it('cannot be unsubscribed with a wrong link; the link of a removed subscription returns success', async () => {
    const { id, mail } = await createNotifiedSubscription('removed@example.org');
    const link = readUnsubscribeLink(mail);
    expect(await fetchPage(link.replace('/demo/', '/harbor/'), 'POST')).toContain('This link does not work');
    expect(await fetchPage(link.replace(/[^/]+$/, 'x'), 'POST')).toContain('This link does not work');
    await service.call('DELETE', `event/subscription/${id}`);
    expect(await fetchPage(link, 'POST')).toContain('You are unsubscribed');
  });
});
