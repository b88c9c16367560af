// Mail by Amazon SES, as in the cloud: the request, and what happens to a mail that SES does not accept.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { commit } from '../../shared/data/changes.ts';
import { createMailSender, deliverMail } from '../../shared/mail/deliver.ts';
import { mailById, putMail } from '../../shared/mail/outbox.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';

interface Received {
  readonly request: IncomingMessage;
  readonly body: {
    readonly FromEmailAddress: string;
    readonly Destination: { readonly ToAddresses: readonly string[] };
    readonly Content: { readonly Raw: { readonly Data: string } };
  };
}

let platform: TestPlatform;
let ses: Server;
let received: Received[];
let answer: { readonly status: number; readonly body: unknown };

const variables = ['SMTP_URL', 'MAIL_BY', 'MAIL_FROM', 'AWS_ENDPOINT_URL_SESV2'] as const;

beforeAll(async () => {
  platform = await startPlatform();
  ses = createServer(async (request, response) => {
    received.push({ request, body: JSON.parse(await text(request)) });
    const failed = answer.status >= 400 && { 'x-amzn-errortype': 'MessageRejected' };
    response.writeHead(answer.status, { 'Content-Type': 'application/json', ...failed });
    response.end(JSON.stringify(answer.body));
  });
  await new Promise<void>((listening) => ses.listen(0, '127.0.0.1', listening));
});
afterAll(async () => {
  await new Promise((closed) => ses.close(closed));
  await platform.stop();
});
beforeEach(() => {
  received = [];
  answer = { status: 200, body: { MessageId: '0102-ses' } };
  delete process.env.SMTP_URL;
  process.env.MAIL_BY = 'ses';
  process.env.MAIL_FROM = 'Bürgerverein <office@example.org>';
  process.env.AWS_ENDPOINT_URL_SESV2 = `http://127.0.0.1:${(ses.address() as AddressInfo).port}`;
});
afterEach(() => {
  for (const name of variables) delete process.env[name];
});

/** Writes a mail to the outbox and tries it. */
async function deliverById(id: string) {
  const store = platform.store('demo');
  await commit([
    putMail(store, id, { to: 'nora@example.org', subject: 'Déjà vu', text: 'One line.\n' }, new Date()),
  ]);
  const mail = await mailById(store, id);
  if (!mail) throw new Error('The mail is not in the outbox');
  const outcome = await deliverMail(store, mail, await createMailSender());
  return { outcome, mail: await mailById(store, id) };
}

// Amazon SES API v2, SendEmail: POST /v2/email/outbound-emails.
test('a mail is sent to SES with all its parts, from the sender that the environment names', async () => {
  expect(await deliverById('ses-1')).toMatchObject({ outcome: 'sent', mail: { state: 'sent' } });
  expect(received).toHaveLength(1);
  const [{ request, body } = expect.fail('SES received nothing')] = received;
  expect([request.method, request.url]).toEqual(['POST', '/v2/email/outbound-emails']);
  expect(body.Destination.ToAddresses).toEqual(['nora@example.org']);
  expect(body.FromEmailAddress).toMatch(/<office@example\.org>$/);
  const parsed = await PostalMime.parse(Buffer.from(body.Content.Raw.Data, 'base64'));
  expect(parsed).toMatchObject({
    subject: 'Déjà vu',
    from: { name: 'Cascadia Association of Counties', address: 'office@example.org' },
    text: 'One line.\n',
    messageId: '<ses-1@example.org>',
  });
});

test('a mail that SES refuses waits for its next attempt, and the outbox has the reason', async () => {
  answer = { status: 400, body: { message: 'Email address is not verified.' } };
  const { outcome, mail } = await deliverById('ses-2');
  expect(outcome).toBe('failed');
  expect(mail).toMatchObject({ state: 'waiting', tries: 1 });
  expect(JSON.stringify(mail)).toContain('Email address is not verified.');
  expect(received).toHaveLength(1);
});

test('a configured mail server is used instead of SES', async () => {
  process.env.SMTP_URL = 'smtp://127.0.0.1:1';
  expect(await deliverById('ses-3')).toMatchObject({ outcome: 'failed' });
  expect(received).toEqual([]);
});

test('a configuration without a mail server and without SES is refused with the reason', async () => {
  delete process.env.MAIL_BY;
  await expect(createMailSender()).rejects.toThrow(
    'SMTP_URL is not set; it must be the address of the mail server, such as smtp://host:port.',
  );
});
