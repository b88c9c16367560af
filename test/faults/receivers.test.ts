// Receivers of webhooks that hang, reset, respond slowly, redirect or fail: each gets its message again later under the
// same id, and delays no other receiver (docs/interface/billtracking.md#deliveries). The outcome of a single attempt is
// in test/billtracking/subscriptions/webhooks.test.ts.
import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sendDueSubjectQueues } from '../../functions/billtracking/events/subscriptions/deliveries/sweep.ts';
import { sendWebhook, type WebhookRequest } from '../../shared/webhooks/send.ts';
import {
  type DeliveriesPlatform,
  startDeliveriesPlatform,
} from '../billtracking/subscriptions/deliveries-platform.ts';
import {
  startWebhookReceiver,
  type WebhookReceiver,
} from '../billtracking/subscriptions/webhook-receiver.ts';

/** The timeout of attempts to a receiver that is to exceed it, in milliseconds; the platform's is ten seconds. */
const shortTimeout = 600;

let service: DeliveriesPlatform;
let faulty: WebhookReceiver;
let sound: WebhookReceiver;
const subscriptionIds: string[] = [];
beforeAll(async () => {
  [service, faulty, sound] = await Promise.all([
    startDeliveriesPlatform(),
    startWebhookReceiver(),
    startWebhookReceiver(),
  ]);
});
afterEach(async () => {
  for (const id of subscriptionIds.splice(0)) await service.call('DELETE', `event/subscription/${id}`);
  for (const receiver of [faulty, sound]) receiver.received.length = 0;
});
afterAll(async () => {
  await service?.stop();
  await Promise.all([faulty?.stop(), sound?.stop()]);
});

/** @param timeout of attempts to the faulty receiver; a busy machine may need long for the others */
const afterMinutes = (minutes: number, timeout?: number) => ({
  ...service.sendingContextAt(new Date(Date.now() + minutes * 60_000)),
  send: (sending: WebhookRequest) =>
    sendWebhook(sending, sending.url.startsWith(faulty.url) ? timeout : undefined),
});
const sweep = (minutes: number, timeout?: number) =>
  sendDueSubjectQueues(service.platform.store('demo'), afterMinutes(minutes, timeout));

async function subscribeReceiver(receiver: WebhookReceiver): Promise<string> {
  const { id } = await service.subscribe({ channel: { type: 'webhook', url: receiver.url } });
  subscriptionIds.push(id);
  return id;
}

/** Creates an event that was sent to both receivers once and accepted by neither. */
async function createUndeliveredEvent(): Promise<{ readonly faultyId: string; readonly soundId: string }> {
  const [faultyId, soundId] = [await subscribeReceiver(faulty), await subscribeReceiver(sound)];
  for (const receiver of [faulty, sound]) receiver.answer = 503;
  await service.saveEvent({ title: 'Hearing' });
  await service.waitUntilSettled();
  sound.answer = 200;
  return { faultyId, soundId };
}

const listStates = async (id: string) => (await service.listDeliveries(id)).map(({ state }) => state);

const behaviours: readonly (readonly [string, (response: ServerResponse) => unknown, string | number])[] = [
  ['hangs', () => undefined, 'There was no response within ten seconds.'],
  ['resets the connection', (response) => response.destroy(), 'The connection was closed.'],
  [
    'resets the connection in the middle of the response headers',
    (response) => {
      response.socket?.write('HTTP/1.1 200 O');
      response.socket?.destroy();
    },
    'The connection was closed.',
  ],
  [
    'sends a response that is not HTTP',
    (response) => void response.socket?.end('220 smtp.example.org ESMTP\r\n'),
    'The request failed (HPE_INVALID_CONSTANT).',
  ],
  ['redirects', (response) => response.writeHead(307, { Location: `${sound.url}/elsewhere` }).end(), 307],
  ['answers 500', (response) => response.writeHead(500).end(), 500],
  [
    'answers 200 too late',
    (response) => setTimeout(() => response.writeHead(200).end(), shortTimeout * 3),
    'There was no response within ten seconds.',
  ],
];

describe.each(behaviours)('a receiver that %s', (_, respond, expected) => {
  it('delays no other receiver, and gets the same delivery again until it accepts it', async () => {
    const { faultyId, soundId } = await createUndeliveredEvent();
    faulty.answer = respond;
    await sweep(2, shortTimeout);
    expect(await listStates(soundId)).toEqual(['delivered']);
    const [failed] = await service.listDeliveries(faultyId);
    expect(failed).toMatchObject({ state: 'failed', attempts: [{ status: 503 }, {}] });
    expect(failed.attempts[1][typeof expected === 'number' ? 'status' : 'error']).toBe(expected);
    expect(sound.received.map(({ path }) => path)).toEqual(['/hook', '/hook']);

    // Not before it is due, and then once.
    faulty.answer = 200;
    await sweep(2.5);
    expect(await listStates(faultyId)).toEqual(['failed']);
    await Promise.all([sweep(30), sweep(30)]);
    expect(await listStates(faultyId)).toEqual(['delivered']);
    expect(faulty.received).toHaveLength(3);
    expect(new Set(faulty.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(faulty.received.map(({ body }) => body)).size).toBe(1);
    expect(sound.received).toHaveLength(2);
  });
});

it('a receiver that answers slowly but in time gets one delivery', async () => {
  const { faultyId } = await createUndeliveredEvent();
  faulty.answer = (response) => void setTimeout(() => response.writeHead(202).end(), shortTimeout / 4);
  await Promise.all([sweep(2), sweep(2), sweep(2.5)]);
  expect(await listStates(faultyId)).toEqual(['delivered']);
  expect(faulty.received).toHaveLength(2);
});

it('a delivery to a receiver that answers and then disconnects counts as accepted', async () => {
  const { faultyId } = await createUndeliveredEvent();
  faulty.answer = (response) => {
    response.writeHead(200, { 'Content-Length': '1000' });
    response.write('begun');
    setTimeout(() => response.destroy(), 20);
  };
  await sweep(2);
  expect(await listStates(faultyId)).toEqual(['delivered']);
  await sweep(60);
  expect(faulty.received).toHaveLength(2);
});
