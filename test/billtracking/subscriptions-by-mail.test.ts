// Mail goes to whoever agreed to it, and stops when they say so (RFC 2369, RFC 8058, domain.md 1B).
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commit, update } from '../../shared/data/changes.ts';
import { deliver, createMailSender } from '../../shared/mail/deliver.ts';
import { mailById, type OutboxItem } from '../../shared/mail/outbox.ts';
import { type DeliveriesPlatform, startDeliveries } from './deliveries-platform.ts';

let world: DeliveriesPlatform;
beforeAll(async () => {
  world = await startDeliveries();
});
afterAll(() => world?.stop());

const store = () => world.platform.store('demo');
const hours = (count: number) => new Date(Date.now() + count * 3_600_000);
const mailsTo = (to: string) => world.mailsTo(to);
const byMail = (email: string, body: object = {}) =>
  world.subscribe({
    name: 'Visit https://spam.example',
    filter: { stateIds: [53] },
    channel: { type: 'mail', email, digest: { frequency: 'hourly' } },
    ...body,
  });
const act = (id: string, action: string, token?: string) =>
  world.call('POST', `event/subscription/${id}/${action}`, { ...(token && { token }) });
const shown = async (id: string) => (await world.call('GET', `event/subscription/${id}`)).body.data;
const page = async (link: string, method: 'GET' | 'POST' = 'GET', init: RequestInit = {}) => {
  const reply = await fetch(link, { method, ...init });
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
  return reply.text();
};
/** How far tests have moved the clock, in hours. */
let moved = 0;
/** Makes news, and lets the next hour of the digests come. */
async function digestsGoOut(): Promise<void> {
  await world.saveEvent({ title: 'Hearing on rents' });
  await world.settled();
  moved += 1.1;
  await world.runTimers(hours(moved));
}
const unsubscribeLink = ({ headers }: OutboxItem): string =>
  /^<(https?:.+)>$/.exec(headers?.['List-Unsubscribe'] ?? '')?.[1] ?? 'none';
/** A subscription that has told its confirmed receiver something, with that mail. */
async function told(email: string) {
  const { id } = await byMail(email);
  await world.confirm(email);
  await digestsGoOut();
  const mail = (await mailsTo(email)).find(({ headers }) => headers !== undefined);
  if (!mail) throw new Error('no digest came');
  return { id, mail };
}

describe("a mail subscription to another address than the caller's own", () => {
  it('sends one question and nothing else until the address confirms', async () => {
    const to = 'stranger@victim.example';
    const { id, status, isConfirmed, nextDigest } = await byMail(to);
    expect({ status, isConfirmed, nextDigest }).toEqual({ status: 'unconfirmed', isConfirmed: false });
    await digestsGoOut();
    const [question, ...rest] = await mailsTo(to);
    expect(rest).toEqual([]);
    expect(question?.subject).toMatch(/^Please confirm: /);
    expect(question?.text).toContain('do nothing: nothing more is sent');
    // Nobody sends words of their own to a stranger.
    expect(`${question?.subject} ${question?.text}`).not.toContain('spam');
    for (const action of ['pause', 'test']) expect((await act(id, action)).status).toBe(409);
    const waiting = await act(id, 'resume');
    expect(waiting.body).toMatchObject({ data: { status: 'unconfirmed' } });
    expect(await mailsTo(to)).toHaveLength(1);

    const link = (await world.confirmationLink(to)) ?? '';
    const secret = link.split('/').at(-1) ?? '';
    const kept = await store().get(store().key('EVENT-SUBSCRIPTIONS', id));
    expect(JSON.stringify(kept)).not.toContain(secret);
    // Programs follow links in mails: to look changes nothing.
    expect(await page(link)).toMatch(/<form method="post"><button/);
    expect((await shown(id)).status).toBe('unconfirmed');
    expect(await page(link, 'POST')).toContain('It is confirmed');
    expect(await shown(id)).toMatchObject({ status: 'active', isConfirmed: true });
    expect(await page(link, 'POST')).toContain('It is confirmed');
    expect(await page(link)).not.toContain('<form');
    await digestsGoOut();
    expect(await mailsTo(to)).toHaveLength(2);
  });

  it('cannot be made active by another link, nor by one that has ended', async () => {
    const to = 'late@victim.example';
    const { id } = await byMail(to);
    const link = (await world.confirmationLink(to)) ?? '';
    for (const wrong of [
      link.replace(/.$/, (end) => (end === 'a' ? 'b' : 'a')),
      link.replace('/demo/', '/harbor/'),
      link.replace(/[^/]+$/, 'x'),
    ])
      expect(await page(wrong, 'POST')).toContain('This link does not work');
    const kept = store().key<{ asked: object }>('EVENT-SUBSCRIPTIONS', id);
    const asked = (await store().get(kept))?.asked;
    const ended = { ...asked, expires: new Date(Date.now() - 1000).toISOString() };
    await commit([update(kept, { set: { asked: ended } })]);
    expect(await page(link)).toContain('This link has ended');
    expect(await page(link, 'POST')).toContain('This link has ended');
    expect((await shown(id)).status).toBe('unconfirmed');
    // Whoever keeps the subscription has the address asked once more, and the new link is the one that counts.
    await act(id, 'resume');
    expect(await mailsTo(to)).toHaveLength(2);
    expect(await page(link, 'POST')).toContain('This link does not work');
    await world.confirm(to);
    expect((await shown(id)).status).toBe('active');
  });

  it('is asked again when its address changes, and the address before gets nothing more', async () => {
    const { id } = await told('first@example.org');
    const channel = { type: 'mail', email: 'second@victim.example', digest: { frequency: 'hourly' } };
    const changed = await world.call('PUT', `event/subscription/${id}`, { body: { channel } });
    expect(changed.body.data).toMatchObject({ status: 'unconfirmed', isConfirmed: false });
    const before = (await mailsTo('first@example.org')).length;
    await digestsGoOut();
    expect(await mailsTo('first@example.org')).toHaveLength(before);
    expect(await mailsTo('second@victim.example')).toHaveLength(1);
    const link = (await world.confirmationLink('first@example.org')) ?? '';
    expect(await page(link, 'POST')).toContain('This link does not work');
  });

  it('asks one address five times a day at most, whoever wants it', async () => {
    const to = 'flooded@victim.example';
    for (let times = 0; times < 5; times += 1) await byMail(to);
    const channel = { type: 'mail', email: to.toUpperCase() };
    const sixth = await world.call('POST', 'event/subscribe', { body: { name: 'Six', channel } });
    expect(sixth.status).toBe(409);
    expect(await mailsTo(to)).toHaveLength(5);
  });

  it("needs no confirmation where it is the caller's own address", async () => {
    const permissions = ['billtracking.subscriptions.write', 'billtracking.subscriptions.read'] as const;
    const token = await world.platform.tokenFor({ tenant: 'demo', permissions, name: 'rex@example.org' });
    const body = { name: 'Mine', channel: { type: 'mail', email: 'Rex@example.org' } };
    const { data } = (await world.call('POST', 'event/subscribe', { body, token })).body;
    expect(data).toMatchObject({ status: 'active', isConfirmed: true });
    expect(await mailsTo('Rex@example.org')).toEqual([]);
  });

  it('also holds for the address that is told of a webhook that fails', async () => {
    const email = 'ops@victim.example';
    const channel = { type: 'webhook', url: 'https://hooks.example.org/', email };
    const { id, status, isConfirmed } = await world.subscribe({ what: { events: true }, channel });
    expect({ status, isConfirmed }).toEqual({ status: 'active', isConfirmed: false });
    await world.confirm(email);
    expect(await shown(id)).toMatchObject({ status: 'active', isConfirmed: true });
    await world.call('DELETE', `event/subscription/${id}`);
  });
});

describe('a digest', () => {
  it('carries a link and the headers by which mail programs unsubscribe', async () => {
    const { id, mail } = await told('headers@example.org');
    const link = unsubscribeLink(mail);
    expect(mail.text).toContain(`Unsubscribe: ${link}`);
    const secret = link.split('/').at(-1) ?? '';
    const { items } = await store().query(store().partition(`EVENT-SUBSCRIPTION#${id}`));
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
    // The platform's own first try, which found no server, is over before this one.
    await world.settled();
    const waiting = await mailById(store(), mail.id);
    if (!waiting) throw new Error('the mail is gone');
    process.env.SMTP_URL = `smtp://127.0.0.1:${listening.port}`;
    const outcome = await deliver(store(), waiting, await createMailSender()).finally(() => {
      process.env.SMTP_URL = before;
    });
    await new Promise<void>((resolve) => server.close(() => resolve()));
    expect(outcome).toBe('sent');
    const [head = ''] = (sent[0] ?? '').split('\r\n\r\n');
    const unfolded = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
    expect(unfolded).toContain(`List-Unsubscribe: <${link}>`);
    expect(unfolded).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    // What was sent keeps no link.
    expect(JSON.stringify(await mailById(store(), mail.id))).not.toContain(secret);
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
    const { id, mail } = await told(to);
    const link = unsubscribeLink(mail);
    expect(await page(link)).toMatch(/<form method="post"><button/);
    expect((await shown(id)).status).toBe('active');
    for (let times = 0; times < 2; times += 1)
      expect(await page(link, 'POST', { ...init, redirect: 'error' })).toContain('You are unsubscribed');
    expect(await shown(id)).toMatchObject({
      status: 'disabled',
      disabledReason: 'Unsubscribed by the receiver.',
    });
    const before = (await mailsTo(to)).length;
    await digestsGoOut();
    expect(await mailsTo(to)).toHaveLength(before);
  });

  it('comes again only when the receiver agrees again, or is the one who resumes it', async () => {
    const to = 'again@example.org';
    const { id, mail } = await told(to);
    const asked = (await world.confirmationLink(to)) ?? '';
    await page(unsubscribeLink(mail), 'POST');
    expect(await page(asked, 'POST')).toContain('This link does not work');
    const resumed = await act(id, 'resume');
    expect(resumed.body.data).toMatchObject({ status: 'unconfirmed', isConfirmed: false });
    expect(resumed.body.data).not.toHaveProperty('disabledReason');
    const permissions = ['billtracking.subscriptions.write'] as const;
    const token = await world.platform.tokenFor({ tenant: 'demo', permissions, name: to });
    expect((await act(id, 'resume', token)).body.data).toMatchObject({ status: 'active', isConfirmed: true });
  });

  it('of a removed subscription, or by a wrong link, is nothing to unsubscribe from', async () => {
    const { id, mail } = await told('removed@example.org');
    const link = unsubscribeLink(mail);
    expect(await page(link.replace('/demo/', '/harbor/'), 'POST')).toContain('This link does not work');
    expect(await page(link.replace(/[^/]+$/, 'x'), 'POST')).toContain('This link does not work');
    await world.call('DELETE', `event/subscription/${id}`);
    expect(await page(link, 'POST')).toContain('You are unsubscribed');
  });
});
