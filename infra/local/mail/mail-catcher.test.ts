// Every mail sent locally is caught, stored and shown, and cannot harm its reader.

import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type MailCatcher, startMailCatcher } from './mail-catcher.ts';
import type { MailReport } from './mail-events.ts';
import { createMailHandler } from './mail-handler.ts';
import type { Mail } from './mail-store.ts';

let folder: string;
let catcher: MailCatcher;
let server: Server;
let address: string;
let minute = 0;
let reported: [subject: string, report: MailReport][];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rostrum-mail-'));
  minute = 0;
  reported = [];
  catcher = await startMailCatcher({ folder, now: () => new Date(Date.UTC(2026, 2, 1, 12, minute++)) });
  const report = async ({ subject }: Mail, kind: MailReport) => {
    reported.push([subject, kind]);
  };
  const handler = createMailHandler({ folder, base: '/mail', report });
  server = createServer((request, response) => void handler(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mail`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await catcher.stop();
  await rm(folder, { recursive: true, force: true });
});

interface MoreOfMail {
  readonly html?: string;
  readonly text?: string;
  readonly bcc?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly attachments?: { readonly filename: string; readonly content: string }[];
}
const send = (subject: string, more: MoreOfMail = {}) =>
  createTransport(catcher.url).sendMail({
    from: 'Rostrum <no-reply@example.org>',
    to: 'Zoë Ångström <zoe@example.org>',
    subject,
    text: 'Bonjour — ça va?',
    ...more,
  });
const messages = async (): Promise<{ id: string }[]> =>
  JSON.parse(await (await fetch(`${address}/messages`)).text());

test('mails are listed as JSON, the newest first, including recipients of blind copies', async () => {
  await send('Première');
  await send('Second', { bcc: 'hidden@example.org' });
  const list = await messages();
  expect(list).toEqual([
    {
      id: expect.any(String),
      from: 'Rostrum <no-reply@example.org>',
      to: ['zoe@example.org', 'hidden@example.org'],
      subject: 'Second',
      date: '2026-03-01T12:01:00.000Z',
      text: expect.stringContaining('Bonjour — ça va?'),
      headers: expect.arrayContaining([{ name: 'To', value: expect.stringContaining('zoe@example.org') }]),
      attachments: [],
    },
    expect.objectContaining({ subject: 'Première', to: ['zoe@example.org'] }),
  ]);
});

test('another program of this machine, which does not know the password, sends nothing', async () => {
  const { hostname, port } = new URL(catcher.url);
  for (const login of ['', 'rostrum:guess@'])
    await expect(
      createTransport(`smtp://${login}${hostname}:${port}`).sendMail({
        to: 'zoe@example.org',
        text: 'hello',
      }),
    ).rejects.toThrow(/530|Only the platform itself sends mail here/);
  expect(await messages()).toEqual([]);
});

test('mails survive a restart and are deleted by DELETE, except from a page of another site', async () => {
  await send('One');
  await catcher.stop();
  catcher = await startMailCatcher({ folder });
  await send('Two');
  expect(await messages()).toHaveLength(2);
  const foreign = { method: 'DELETE', headers: { origin: 'http://elsewhere.example' } };
  expect((await fetch(`${address}/messages`, foreign)).status).toBe(403);
  expect((await fetch(`${address}/messages`, { method: 'DELETE' })).status).toBe(204);
  expect(await messages()).toEqual([]);
});

test('the content of a mail is shown as text, its HTML in a sandboxed frame, and nothing is fetched or run', async () => {
  const html = '<script>alert(1)</script><p title="x">Hello</p>';
  await send('<img src=x onerror=alert(1)>', {
    html,
    text: '<b>bold</b> see https://example.org/a?b=1&c="2" now',
  });
  const list = await (await fetch(address)).text();
  expect(list).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(list).not.toContain('<img');
  const [mail] = await messages();
  const reply = await fetch(`${address}/messages/${mail?.id}`);
  expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'");
  const page = await reply.text();
  expect(page).not.toContain('<script');
  expect(page).not.toContain('<b>');
  expect(page).toMatch(/<iframe sandbox="allow-popups allow-popups-to-escape-sandbox"/);
  expect(page).toContain('&lt;p title=&quot;x&quot;&gt;Hello&lt;/p&gt;');
  expect(page).toContain('<a href="https://example.org/a?b=1&amp;c=" target="_blank"');
});

test('the header fields of a mail are shown, also those that hide from a reader', async () => {
  const unsubscribe = '<https://example.org/Unsubscribe?a=1&b=2>';
  await send('Digest', {
    headers: { 'List-Unsubscribe': unsubscribe, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  });
  const list = JSON.parse(await (await fetch(`${address}/messages`)).text());
  expect(list[0].headers).toContainEqual({ name: 'List-Unsubscribe', value: unsubscribe });
  const page = await (await fetch(`${address}/messages/${list[0].id}`)).text();
  expect(page).toContain('<dt>List-Unsubscribe-Post</dt><dd>List-Unsubscribe=One-Click</dd>');
  expect(page).toContain('&lt;https://example.org/Unsubscribe?a=1&amp;b=2&gt;');
  expect(page).toContain('<dt>Message-ID</dt>');
});

test('attachments of a mail are listed and downloaded as bytes, which no browser shows', async () => {
  await send('With a file', { attachments: [{ filename: '<b>é.html', content: '<script>1</script>' }] });
  const [{ id, attachments } = expect.fail()] = JSON.parse(await (await fetch(`${address}/messages`)).text());
  expect(attachments).toEqual([{ name: '<b>é.html', type: 'text/html', bytes: 18 }]);
  const page = await (await fetch(`${address}/messages/${id}`)).text();
  expect(page).toContain(`href="/mail/messages/${id}/attachments/0" download>&lt;b&gt;é.html</a>`);
  const file = await fetch(`${address}/messages/${id}/attachments/0`);
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/octet-stream']);
  expect(file.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''%3Cb%3E%C3%A9.html");
  expect(await file.text()).toBe('<script>1</script>');
  expect((await fetch(`${address}/messages/${id}/attachments/1`)).status).toBe(404);
});

test('an unknown mail, a path outside the folder and a wrong method are refused', async () => {
  for (const id of ['none', '..%2F..%2Fsecrets', '2026-03-01T12-00-00-000Z-abc']) {
    expect((await fetch(`${address}/messages/${id}`)).status).toBe(404);
  }
  const wrong = await fetch(`${address}/messages`, { method: 'POST' });
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, DELETE']);
});

test('what becomes of a mail is reported of that mail, as one of the kinds, and by no page of another site', async () => {
  await send('Returned');
  const [mail] = await messages();
  const post = async (id: string, kind: string, headers = {}) => {
    const reply = await fetch(`${address}/messages/${id}/${kind}`, { method: 'POST', headers });
    return [reply.status, await reply.text()];
  };
  const id = mail?.id ?? '';
  expect(await post(id, 'soft-bounce')).toEqual([204, '']);
  expect(await post(id, 'complaint', { origin: new URL(address).origin })).toEqual([204, '']);
  expect(await post(id, 'lost')).toEqual([404, 'Report one of delivery, bounce, soft-bounce, complaint.\n']);
  expect(await post('none', 'bounce')).toEqual([404, expect.stringContaining('no such mail')]);
  expect(await post(id, 'bounce', { origin: 'http://elsewhere.example' })).toEqual([403, expect.any(String)]);
  expect(reported).toEqual([
    ['Returned', 'soft-bounce'],
    ['Returned', 'complaint'],
  ]);
});
