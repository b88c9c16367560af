// Messages that a receiver does not accept: retries, order, and the end of the subscription
// (docs/interface/billtracking.md#deliveries; docs/events.md#timers-and-notifications).
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  MAX_ATTEMPTS,
  retryDelay,
} from '../../functions/billtracking/events/subscriptions/deliveries/delivery.ts';
import { sendDueSubjectQueues } from '../../functions/billtracking/events/subscriptions/deliveries/sweep.ts';
import { dueMails } from '../../shared/mail/outbox.ts';
import { sendWebhook, type WebhookRequest } from '../../shared/webhooks/send.ts';
import { type DeliveriesPlatform, startDeliveriesPlatform } from './deliveries-platform.ts';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

let service: DeliveriesPlatform;
let receiver: WebhookReceiver;
const createdIds: string[] = [];

beforeAll(async () => {
  [service, receiver] = await Promise.all([startDeliveriesPlatform(), startWebhookReceiver()]);
});
afterEach(async () => {
  for (const id of createdIds.splice(0)) await service.call('DELETE', `event/subscription/${id}`);
  receiver.answer = 200;
  receiver.received.length = 0;
});
afterAll(async () => {
  await service?.stop();
  await receiver?.stop();
});

const subscribeWebhook = async (body: object = {}) => {
  const subscription = await service.subscribe({ channel: { type: 'webhook', url: receiver.url }, ...body });
  createdIds.push(subscription.id);
  return subscription;
};
const getStore = () => service.platform.store('demo');
const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000);
const parseReceivedBodies = () => receiver.received.map(({ body }) => JSON.parse(body));

describe('a receiver that fails', () => {
  it('gets the message again after growing delays, and later versions only after it', async () => {
    const { id } = await subscribeWebhook();
    receiver.answer = 503;
    const event = await service.saveEvent({ title: 'First' });
    await service.waitUntilSettled();
    await service.saveEvent({ id: event.id, title: 'Second' });
    await service.waitUntilSettled();
    expect(receiver.received).toHaveLength(1);
    const [, first] = await service.listDeliveries(id);
    expect(first).toMatchObject({ state: 'failed', attempts: [{ status: 503, response: 'answered 503' }] });
    const wait = Date.parse(first.nextTryAt) - Date.parse(first.attempts[0].at);
    expect(wait).toBeGreaterThan(50_000);
    expect(wait).toBeLessThan(80_000);
    await sendDueSubjectQueues(getStore(), service.sendingContextAt(new Date()));
    expect(receiver.received).toHaveLength(1);
    receiver.answer = 204;
    await sendDueSubjectQueues(getStore(), service.sendingContextAt(minutesFromNow(2)));
    expect(parseReceivedBodies().map(({ data }) => data.event.title)).toEqual(['First', 'First', 'Second']);
    const [, , third] = receiver.received;
    expect(receiver.received[0]?.headers['webhook-id']).toBe(receiver.received[1]?.headers['webhook-id']);
    expect(third?.headers['webhook-id']).not.toBe(receiver.received[0]?.headers['webhook-id']);
    expect((await service.listDeliveries(id)).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
  });

  it.each([
    ['seconds', '3600'],
    ['a date', new Date(Date.now() + 3_600_000).toUTCString()],
  ])(
    'gets nothing until the time in its Retry-After has passed, in %s (RFC 9110 10.2.3)',
    async (_, header) => {
      const { id } = await subscribeWebhook();
      receiver.answer = (response) => response.writeHead(429, { 'Retry-After': header }).end();
      await service.saveEvent({ title: 'Patience' });
      await service.waitUntilSettled();
      const [delivery] = await service.listDeliveries(id);
      const [attempt] = delivery.attempts;
      expect(Math.abs(attempt.retryAfterSeconds - 3600)).toBeLessThan(120);
      const wait = Date.parse(delivery.nextTryAt) - Date.parse(attempt.at);
      expect(wait).toBeGreaterThanOrEqual(attempt.retryAfterSeconds * 1000);
    },
  );

  it('gets a message once from concurrent senders, and again with the same id after one that died', async () => {
    const { id } = await subscribeWebhook();
    receiver.answer = 500;
    await service.saveEvent({ title: 'Once more' });
    await service.waitUntilSettled();
    receiver.answer = 200;
    receiver.received.length = 0;
    const dying = {
      ...service.sendingContextAt(minutesFromNow(2)),
      send: async (sending: WebhookRequest) => {
        await sendWebhook(sending);
        throw new Error('killed before the outcome was noted');
      },
    };
    await sendDueSubjectQueues(getStore(), dying);
    await Promise.all(
      [1, 2, 3].map(() => sendDueSubjectQueues(getStore(), service.sendingContextAt(minutesFromNow(2)))),
    );
    expect(receiver.received).toHaveLength(1);
    await Promise.all(
      [1, 2, 3].map(() => sendDueSubjectQueues(getStore(), service.sendingContextAt(minutesFromNow(4)))),
    );
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect((await service.listDeliveries(id))[0]).toMatchObject({ state: 'delivered' });
  });

  it('of one event does not delay other events', async () => {
    await subscribeWebhook();
    receiver.answer = (response, { body }) => response.writeHead(body.includes('Poison') ? 400 : 200).end();
    await service.saveEvent({ title: 'Poison' });
    await service.saveEvent({ title: 'Good' });
    await service.waitUntilSettled();
    expect(parseReceivedBodies().map(({ data }) => data.event.title)).toEqual(['Poison', 'Good']);
  });

  it('is disabled after three days with a notification, and its dead letter can be retried', async () => {
    const { id } = await subscribeWebhook({
      channel: { type: 'webhook', url: receiver.url, email: 'it@cascadia.example' },
    });
    await service.confirm('it@cascadia.example');
    receiver.answer = 500;
    const event = await service.saveEvent({ title: 'Never taken' });
    await service.waitUntilSettled();
    let moment = new Date();
    for (let tries = 1; tries < MAX_ATTEMPTS; tries += 1) {
      moment = new Date(moment.getTime() + retryDelay(tries, 1));
      await sendDueSubjectQueues(getStore(), service.sendingContextAt(moment));
    }
    expect(receiver.received).toHaveLength(MAX_ATTEMPTS);
    expect(moment.getTime() - Date.now()).toBeGreaterThan(70 * 3600_000);
    const { body } = await service.call('GET', `event/subscription/${id}`);
    expect(body.data).toMatchObject({
      status: 'disabled',
      disabledReason: 'Nothing was accepted for three days. The receiver responded 500.',
    });
    const [dead, ...rest] = await service.listDeliveries(id, '?state=dead');
    expect(rest).toEqual([]);
    expect(dead.attempts).toHaveLength(MAX_ATTEMPTS);
    const mails = await dueMails(getStore(), new Date(moment.getTime() + 1000), 1000);
    const notification = mails.find(
      ({ to, subject }) => to === 'it@cascadia.example' && !subject.startsWith('Please confirm'),
    );
    expect(notification?.subject).toBe('Your webhook was disabled: Test');
    expect(notification?.text).toContain('The receiver responded 500.');

    receiver.answer = 200;
    receiver.received.length = 0;
    await service.saveEvent({ id: event.id, title: 'While it was disabled' });
    await service.waitUntilSettled();
    expect(receiver.received).toEqual([]);
    await service.call('POST', `event/subscription/${id}/resume`);
    const retried = await service.call('POST', `event/subscription/${id}/deliveries/${dead.id}/retry`);
    expect(retried.body.data).toMatchObject({ state: 'pending' });
    await sendDueSubjectQueues(getStore(), service.sendingContextAt(new Date(moment.getTime() + 60_000)));
    // The retry sends the current event: an earlier version never follows a later one.
    expect(parseReceivedBodies()).toMatchObject([
      { data: { changeId: dead.id, version: 2, event: { title: 'While it was disabled' } } },
    ]);
    const again = await service.call('POST', `event/subscription/${id}/deliveries/${dead.id}/retry`);
    expect(again.status).toBe(409);
  });

  it('that responds 410 is disabled at once, and its creator is notified', async () => {
    const token = await service.platform.tokenFor({
      tenant: 'demo',
      permissions: ['billtracking.subscriptions.write'],
      name: 'rex@example.org',
    });
    const input = { name: 'Rex', channel: { type: 'webhook', url: receiver.url } };
    const { id } = (await service.call('POST', 'event/subscribe', { body: input, token })).body.data;
    createdIds.push(id);
    receiver.answer = 410;
    await service.saveEvent({ title: 'Gone' });
    await service.waitUntilSettled();
    const { body } = await service.call('GET', `event/subscription/${id}`);
    expect(body.data).toMatchObject({
      status: 'disabled',
      disabledReason: 'The receiver responded 410: it no longer exists.',
    });
    const mails = await dueMails(getStore(), minutesFromNow(600), 1000);
    expect(mails.find(({ to }) => to === 'rex@example.org')?.subject).toBe('Your webhook was disabled: Rex');
  });
});
