// Messages that a receiver does not accept: retries, order, and the end of the subscription
// (docs/interface/billtracking.md#deliveries; docs/events.md#timers-and-notifications).
import { describe, expect, it } from 'vitest';
import { sendDueSubjectQueues } from '../../../functions/billtracking/events/subscriptions/deliveries/sweep.ts';
import { computeDelay } from '../../../shared/jobs/attempts.ts';
import { dueMails } from '../../../shared/mail/outbox.ts';
import { webhookAttempts } from '../../../shared/subscriptions/delivery.ts';
import { sendWebhook, type WebhookRequest } from '../../../shared/webhooks/send.ts';
import { useWebhookDeliveries } from './webhook-deliveries.ts';

const deliveries = useWebhookDeliveries();
const getStore = () => deliveries.service.platform.store('demo');
const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000);
const parseReceivedBodies = () => deliveries.receiver.received.map(({ body }) => JSON.parse(body));

describe('a receiver that fails', () => {
  it('gets the message again after growing delays, and later versions only after it', async () => {
    const { id } = await deliveries.subscribeWebhook();
    deliveries.receiver.answer = 503;
    const event = await deliveries.service.saveEvent({ title: 'First' });
    await deliveries.service.waitUntilSettled();
    await deliveries.service.saveEvent({ id: event.id, title: 'Second' });
    await deliveries.service.waitUntilSettled();
    expect(deliveries.receiver.received).toHaveLength(1);
    const [, first] = await deliveries.service.listDeliveries(id);
    expect(first).toMatchObject({ state: 'failed', attempts: [{ status: 503, response: 'answered 503' }] });
    const wait = Date.parse(first.nextTryAt) - Date.parse(first.attempts[0].at);
    expect(wait).toBeGreaterThan(50_000);
    expect(wait).toBeLessThan(80_000);
    await sendDueSubjectQueues(getStore(), deliveries.service.sendingContextAt(new Date()));
    expect(deliveries.receiver.received).toHaveLength(1);
    deliveries.receiver.answer = 204;
    await sendDueSubjectQueues(getStore(), deliveries.service.sendingContextAt(minutesFromNow(2)));
    expect(parseReceivedBodies().map(({ data }) => data.event.title)).toEqual(['First', 'First', 'Second']);
    const [, , third] = deliveries.receiver.received;
    expect(deliveries.receiver.received[0]?.headers['webhook-id']).toBe(
      deliveries.receiver.received[1]?.headers['webhook-id'],
    );
    expect(third?.headers['webhook-id']).not.toBe(deliveries.receiver.received[0]?.headers['webhook-id']);
    expect((await deliveries.service.listDeliveries(id)).map(({ state }) => state)).toEqual([
      'delivered',
      'delivered',
    ]);
  });

  it.each([
    ['seconds', '3600'],
    ['a date', new Date(Date.now() + 3_600_000).toUTCString()],
  ])(
    'gets nothing until the time in its Retry-After has passed, in %s (RFC 9110 10.2.3)',
    async (_, header) => {
      const { id } = await deliveries.subscribeWebhook();
      deliveries.receiver.answer = (response) => response.writeHead(429, { 'Retry-After': header }).end();
      await deliveries.service.saveEvent({ title: 'Patience' });
      await deliveries.service.waitUntilSettled();
      const [delivery] = await deliveries.service.listDeliveries(id);
      const [attempt] = delivery.attempts;
      expect(Math.abs(attempt.retryAfterSeconds - 3600)).toBeLessThan(120);
      const wait = Date.parse(delivery.nextTryAt) - Date.parse(attempt.at);
      expect(wait).toBeGreaterThanOrEqual(attempt.retryAfterSeconds * 1000);
    },
  );

  it('gets a message once from concurrent senders, and again with the same id after one that died', async () => {
    const { id } = await deliveries.subscribeWebhook();
    deliveries.receiver.answer = 500;
    await deliveries.service.saveEvent({ title: 'Once more' });
    await deliveries.service.waitUntilSettled();
    deliveries.receiver.answer = 200;
    deliveries.receiver.received.length = 0;
    const dying = {
      ...deliveries.service.sendingContextAt(minutesFromNow(2)),
      send: async (sending: WebhookRequest) => {
        await sendWebhook(sending);
        throw new Error('killed before the outcome was noted');
      },
    };
    await sendDueSubjectQueues(getStore(), dying);
    await Promise.all(
      [1, 2, 3].map(() =>
        sendDueSubjectQueues(getStore(), deliveries.service.sendingContextAt(minutesFromNow(2))),
      ),
    );
    expect(deliveries.receiver.received).toHaveLength(1);
    await Promise.all(
      [1, 2, 3].map(() =>
        sendDueSubjectQueues(getStore(), deliveries.service.sendingContextAt(minutesFromNow(4))),
      ),
    );
    const ids = deliveries.receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect((await deliveries.service.listDeliveries(id))[0]).toMatchObject({ state: 'delivered' });
  });

  it('of one event does not delay other events', async () => {
    await deliveries.subscribeWebhook();
    deliveries.receiver.answer = (response, { body }) =>
      response.writeHead(body.includes('Poison') ? 400 : 200).end();
    await deliveries.service.saveEvent({ title: 'Poison' });
    await deliveries.service.saveEvent({ title: 'Good' });
    await deliveries.service.waitUntilSettled();
    expect(
      parseReceivedBodies()
        .map(({ data }) => data.event.title)
        .sort(),
    ).toEqual(['Good', 'Poison']);
  });

  it('is disabled after three days with a notification, and its dead letter can be retried', async () => {
    const { id } = await deliveries.subscribeWebhook({
      channel: { type: 'webhook', url: deliveries.receiver.url, email: 'it@cascadia.example' },
    });
    await deliveries.service.confirm('it@cascadia.example');
    deliveries.receiver.answer = 500;
    const event = await deliveries.service.saveEvent({ title: 'Never taken' });
    await deliveries.service.waitUntilSettled();
    let moment = new Date();
    for (let tries = 1; tries < webhookAttempts.maxAttempts; tries += 1) {
      moment = new Date(moment.getTime() + computeDelay(webhookAttempts, tries, 1));
      await sendDueSubjectQueues(getStore(), deliveries.service.sendingContextAt(moment));
    }
    expect(deliveries.receiver.received).toHaveLength(webhookAttempts.maxAttempts);
    expect(moment.getTime() - Date.now()).toBeGreaterThan(70 * 3600_000);
    const { body } = await deliveries.service.call('GET', `event/subscription/${id}`);
    expect(body.data).toMatchObject({
      status: 'disabled',
      disabledReason: 'Nothing was accepted for three days. The receiver responded 500.',
    });
    const [dead, ...rest] = await deliveries.service.listDeliveries(id, '?state=dead');
    expect(rest).toEqual([]);
    expect(dead.attempts).toHaveLength(webhookAttempts.maxAttempts);
    const mails = await dueMails(getStore(), new Date(moment.getTime() + 1000), 1000);
    const notification = mails.find(
      ({ to, subject }) => to === 'it@cascadia.example' && !subject.startsWith('Please confirm'),
    );
    expect(notification?.subject).toBe('Your webhook was disabled: Test');
    expect(notification?.text).toContain('The receiver responded 500.');

    deliveries.receiver.answer = 200;
    deliveries.receiver.received.length = 0;
    await deliveries.service.saveEvent({ id: event.id, title: 'While it was disabled' });
    await deliveries.service.waitUntilSettled();
    expect(deliveries.receiver.received).toEqual([]);
    const retry = `event/subscription/${id}/deliveries/${dead.id}/retry`;
    expect((await deliveries.service.call('POST', retry)).status).toBe(409);
    await deliveries.service.call('POST', `event/subscription/${id}/resume`);
    const retried = await deliveries.service.call(
      'POST',
      `event/subscription/${id}/deliveries/${dead.id}/retry`,
    );
    expect(retried.body.data).toMatchObject({ state: 'pending' });
    await sendDueSubjectQueues(
      getStore(),
      deliveries.service.sendingContextAt(new Date(moment.getTime() + 60_000)),
    );
    // The retry sends the current event: an earlier version never follows a later one.
    expect(parseReceivedBodies()).toMatchObject([
      { data: { changeId: dead.id, version: 2, event: { title: 'While it was disabled' } } },
    ]);
    const again = await deliveries.service.call(
      'POST',
      `event/subscription/${id}/deliveries/${dead.id}/retry`,
    );
    expect(again.status).toBe(409);
  });

  it('that responds 410 is disabled at once, and its creator is notified', async () => {
    const token = await deliveries.service.platform.tokenFor({
      tenant: 'demo',
      permissions: ['billtracking.subscriptions.write'],
      name: 'rex@example.org',
    });
    const input = { name: 'Rex', channel: { type: 'webhook', url: deliveries.receiver.url } };
    const { id } = (await deliveries.service.call('POST', 'event/subscribe', { body: input, token })).body
      .data;
    deliveries.deleteLater(id);
    deliveries.receiver.answer = 410;
    await deliveries.service.saveEvent({ title: 'Gone' });
    await deliveries.service.waitUntilSettled();
    const { body } = await deliveries.service.call('GET', `event/subscription/${id}`);
    expect(body.data).toMatchObject({
      status: 'disabled',
      disabledReason: 'The receiver responded 410: it no longer exists.',
    });
    const mails = await dueMails(getStore(), minutesFromNow(600), 1000);
    expect(mails.find(({ to }) => to === 'rex@example.org')?.subject).toBe('Your webhook was disabled: Rex');
  });
});
