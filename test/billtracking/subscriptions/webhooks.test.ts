// Webhooks as receivers get them: signed by Standard Webhooks, sent to public addresses only, with a bounded response.
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../../../infra/local/database/free-port.ts';
import { filterActiveSecrets } from '../../../shared/webhooks/secrets.ts';
import { sendWebhook } from '../../../shared/webhooks/send.ts';
import { buildSignatureHeaders } from '../../../shared/webhooks/sign.ts';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

const secrets = ['a', 'b'].map((letter) => `whsec_${Buffer.alloc(32, letter).toString('base64')}`);
const [secret = '', other = ''] = secrets;
const message = {
  id: 'msg_1',
  at: new Date(),
  body: JSON.stringify({ type: 'bill.updated', title: 'Élan' }),
};

let receiver: WebhookReceiver;
beforeAll(async () => {
  process.env.WEBHOOKS_TO_LOOPBACK = 'allowed';
  receiver = await startWebhookReceiver();
});
afterEach(() => {
  process.env.WEBHOOKS_TO_LOOPBACK = 'allowed';
  receiver.answer = 200;
  receiver.received.length = 0;
});
afterAll(() => receiver.stop());

describe('a signature', () => {
  it('is verified by the standardwebhooks package with either of two secrets during a rotation', () => {
    const headers = buildSignatureHeaders(message, secrets);
    expect(new Webhook(secret).verify(message.body, headers)).toMatchObject({ title: 'Élan' });
    expect(new Webhook(other).verify(message.body, headers)).toMatchObject({ type: 'bill.updated' });
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
  });

  it('is refused with another secret, another body, or an old timestamp', () => {
    const headers = buildSignatureHeaders(message, [secret]);
    expect(() => new Webhook(other).verify(message.body, headers)).toThrow();
    expect(() => new Webhook(secret).verify(`${message.body} `, headers)).toThrow();
    const old = { ...message, at: new Date(Date.now() - 600_000) };
    expect(() => new Webhook(secret).verify(old.body, buildSignatureHeaders(old, [secret]))).toThrow();
  });

  it('is made with the active secrets, at most two, the newest first', () => {
    const now = new Date('2027-03-01T12:00:00Z');
    const named = (id: string, expires?: string) => ({
      id,
      createdDate: now.toISOString(),
      ...(expires && { expires }),
    });
    const ended = named('1', '2027-03-01T11:59:59Z');
    const ending = named('2', '2027-03-02T12:00:00Z');
    expect(filterActiveSecrets([ended, ending, named('3')], now).map(({ id }) => id)).toEqual(['3', '2']);
    expect(filterActiveSecrets([named('0'), ending, named('3')], now).map(({ id }) => id)).toEqual([
      '3',
      '2',
    ]);
  });
});

describe('sending', () => {
  const send = (url = receiver.url) => sendWebhook({ ...message, url, secrets: [secret] });

  it('sends the exact body with its signature', async () => {
    expect(await send()).toMatchObject({ status: 200, response: 'answered 200' });
    const [received] = receiver.received;
    expect(received?.body).toBe(message.body);
    expect(received?.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': 'msg_1' });
    const headers = Object.fromEntries(
      Object.entries(received?.headers ?? {}).map(([name, value]) => [name, String(value)]),
    );
    expect(new Webhook(secret).verify(received?.body ?? '', headers)).toBeTruthy();
  });

  it('follows no redirect', async () => {
    receiver.answer = (response) => response.writeHead(302, { Location: '/elsewhere' }).end();
    expect(await send()).toMatchObject({ status: 302 });
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);
  });

  it('reads at most 8 KB of a response and stores 1 KB, also of a response that never ends', async () => {
    receiver.answer = (response) => {
      response.writeHead(200);
      const flood = () => {
        while (!response.destroyed && response.write('x'.repeat(4096)));
        if (!response.destroyed) response.once('drain', flood);
      };
      flood();
    };
    const outcome = await send();
    expect(outcome.status).toBe(200);
    expect(outcome.response).toHaveLength(1024);
  });

  it('stores a response without control characters', async () => {
    receiver.answer = (response) => response.writeHead(500).end('no\u0000pe\r\n\u001b[31m');
    expect(await send()).toMatchObject({ status: 500, response: 'no pe [31m' });
  });

  it('explains in plain words why there was no response', async () => {
    receiver.answer = (response) => response.destroy();
    expect((await send()).error).toBe('The connection was closed.');
    const closedPort = await findFreePort();
    expect((await send(`http://127.0.0.1:${closedPort}/`)).error).toBe('The connection was refused.');
    expect((await send('https://nowhere.invalid/')).error).toMatch(/^The host name /);
  });

  it('stops waiting after the timeout, and uses a status received before it', async () => {
    receiver.answer = () => undefined;
    const hanging = await sendWebhook({ ...message, url: receiver.url, secrets: [secret] }, 100);
    expect(hanging).toMatchObject({ error: 'There was no response within ten seconds.' });
    receiver.answer = (response) => response.writeHead(202).write('begun');
    const begun = await sendWebhook({ ...message, url: receiver.url, secrets: [secret] }, 300);
    expect(begun).toMatchObject({ status: 202, response: 'begun' });
  });

  it('connects to no internal address, given directly or by a host name', async () => {
    process.env.WEBHOOKS_TO_LOOPBACK = '';
    const closed =
      'The address is not public, or its port is of another protocol; webhooks are not sent to such an address.';
    for (const url of [receiver.url, 'https://localhost/', 'https://169.254.169.254/latest/meta-data'])
      expect(await send(url)).toMatchObject({ error: closed });
    expect(receiver.received).toEqual([]);
  });
});
