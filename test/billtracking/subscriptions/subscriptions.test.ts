// Changing, signing, pausing and replaying subscriptions (docs/interface/billtracking.md#subscriptions; Standard
// Webhooks).
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sendDueSubjectQueues } from '../../../functions/billtracking/events/subscriptions/deliveries/sweep.ts';
import { buildTimerRules } from '../../../functions/billtracking/jobs/run-bill-timers/rules.ts';
import { changesAfter } from '../../../shared/change-feed/feed.ts';
import { runDueTimers } from '../../../shared/schedule/run-due-timers.ts';
import { type DeliveriesPlatform, startDeliveriesPlatform } from './deliveries-platform.ts';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

let service: DeliveriesPlatform;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [service, receiver] = await Promise.all([startDeliveriesPlatform(), startWebhookReceiver()]);
});
// A subscription that is left over would get deliveries of the changes of the next test.
afterEach(async () => {
  for (const { id } of (await listSubscriptions({ channelTypes: ['webhook', 'mail', 'push'] })).collection)
    await service.call('DELETE', `${SUBSCRIPTION_PATH}/${id}`);
  receiver.received.length = 0;
  receiver.answer = 200;
});
afterAll(async () => {
  await service?.stop();
  await receiver?.stop();
});

const SUBSCRIPTION_PATH = 'event/subscription';
const listSubscriptions = async (body: object = {}) =>
  (await service.call('POST', `${SUBSCRIPTION_PATH}/list`, { body })).body;

describe('a subscription', () => {
  it('is listed by name, channel and status, and changed with its version', async () => {
    const { id } = await service.subscribe({ name: 'Zebra crossing', channel: { type: 'push' } });
    const found = await listSubscriptions({
      text: 'zebra',
      channelTypes: ['push'],
      statuses: ['active'],
      pageSize: '5',
    });
    expect(found.collection.map((subscription: { id: string }) => subscription.id)).toEqual([id]);
    expect(found.pagingModel).toMatchObject({ totalRecords: 1, totalPages: 1 });
    const change = (body: object, ifMatch: string) =>
      service.call('PUT', `${SUBSCRIPTION_PATH}/${id}`, { body, headers: { 'If-Match': ifMatch } });
    const changed = await change({ name: 'Crossing', filter: { eventTypes: ['VOTE'] } }, '"1"');
    expect(changed.body.data).toMatchObject({
      name: 'Crossing',
      filter: { eventTypes: ['VOTE'], stateIds: [] },
    });
    expect((await change({ name: 'Other' }, '"1"')).status).toBe(412);
    const paused = await change({ status: 'paused' }, '"2"');
    expect(paused.status).toBe(409);
    expect(paused.body.message).toContain(`${id}/pause pauses the subscription, and POST`);
    expect((await change({ status: 'active', name: 'Crossing' }, '"2"')).status).toBe(200);
    const other = await change({ channel: { type: 'calendar' } }, '"3"');
    expect(other.body.details.errors).toMatchObject([{ code: 'NOT_ALLOWED', target: 'channel.type' }]);
    expect((await service.call('DELETE', `${SUBSCRIPTION_PATH}/${id}`)).body).toMatchObject({ data: true });
    expect((await service.call('GET', `${SUBSCRIPTION_PATH}/${id}`)).status).toBe(404);
    expect((await service.call('DELETE', `${SUBSCRIPTION_PATH}/${id}`)).status).toBe(404);
  });

  it('is signed with both secrets for as long as a rotation says', async () => {
    const created = await service.subscribe({ channel: { type: 'webhook', url: receiver.url } });
    const rotate = (body: object) =>
      service.call('POST', `${SUBSCRIPTION_PATH}/${created.id}/secret/rotate`, { body });
    const { secret, secrets } = (await rotate({ overlapHours: 2 })).body.data;
    expect(secret).not.toBe(created.secret);
    expect(secrets).toMatchObject([{ id: expect.any(String) }, { expires: expect.any(String) }]);
    receiver.received.length = 0;
    await service.call('POST', `${SUBSCRIPTION_PATH}/${created.id}/test`);
    await service.waitUntilSettled();
    const [received] = receiver.received;
    const headers = Object.fromEntries(
      Object.entries(received?.headers ?? {}).map(([name, value]) => [name, String(value)]),
    );
    for (const key of [secret, created.secret])
      expect(new Webhook(key).verify(received?.body ?? '', headers)).toMatchObject({
        type: 'subscription.test',
      });
    const third = (await rotate({ overlapHours: 0 })).body.data;
    expect(third.secrets).toHaveLength(1);
  });

  it('by mail and by push is tested too; a calendar feed and a push subscription have no secret or no test', async () => {
    const mail = await service.subscribe({ channel: { type: 'mail', email: 'test@example.org' } });
    expect((await service.call('POST', `${SUBSCRIPTION_PATH}/${mail.id}/test`)).status).toBe(409);
    await service.confirm('test@example.org');
    const { deliveryId } = (await service.call('POST', `${SUBSCRIPTION_PATH}/${mail.id}/test`)).body.data;
    expect(await service.listDeliveries(mail.id)).toMatchObject([
      { id: deliveryId, state: 'delivered', type: 'subscription.test' },
    ]);
    const feed = await service.subscribe({ channel: { type: 'calendar' } });
    expect((await service.call('POST', `${SUBSCRIPTION_PATH}/${feed.id}/test`)).status).toBe(409);
    expect(
      (await service.call('POST', `${SUBSCRIPTION_PATH}/${mail.id}/secret/rotate`, { body: {} })).status,
    ).toBe(409);
  });

  it('by push is announced on the push channel, with the path of the delivery, and lists what is new since', async () => {
    const { id } = await service.subscribe({ filter: { eventTypes: ['VOTE'] }, channel: { type: 'push' } });
    const event = await service.saveEvent({ title: 'Vote', eventType: 'VOTE' });
    await service.saveEvent({ title: 'No vote' });
    await service.waitUntilSettled();
    const second = await service.saveEvent({ title: 'Second vote', eventType: 'VOTE' });
    await service.waitUntilSettled();
    const feed = await changesAfter(
      service.platform.store('demo'),
      undefined,
      10_000,
      new Date(Date.now() + 60_000),
    );
    const notices = feed.items
      .filter(({ subject }) => subject.startsWith(id))
      .filter(({ type }) => type.startsWith('event-notices'));
    expect(notices).toMatchObject([
      { type: 'event-notices.created', data: { version: 1 } },
      { type: 'event-notices.updated', data: { version: 2 } },
    ]);
    const deliveries = [];
    for (const { subject } of notices)
      deliveries.push((await service.call('GET', `${SUBSCRIPTION_PATH}/${subject}`)).body.data);
    expect(deliveries.map(({ message }) => message.data.subject)).toEqual([event.id, second.id]);
    expect(deliveries[0].message).toMatchObject({
      type: 'calendar-event.created',
      timestamp: expect.any(String),
      data: { event: { eventType: 'VOTE', title: 'Vote' } },
    });
    expect(await service.listDeliveries(id, `?after=${deliveries[0].id}`)).toEqual([deliveries[1]]);
    expect(await service.listDeliveries(id, `?after=${deliveries[1].id}`)).toEqual([]);
    const both = await service.call(
      'GET',
      `${SUBSCRIPTION_PATH}/${id}/deliveries?after=${deliveries[0].id}&state=dead`,
    );
    expect(both.body.details.errors).toMatchObject([{ code: 'NOT_ALLOWED', target: 'after' }]);
    expect((await service.call('GET', `${SUBSCRIPTION_PATH}/${id}/deliveries/none`)).status).toBe(404);
  });

  it('that was paused sends what was queued when it is resumed, and no change made while it was paused', async () => {
    const { id } = await service.subscribe({
      filter: { stateIds: [1] },
      channel: { type: 'webhook', url: receiver.url },
    });
    receiver.received.length = 0;
    receiver.answer = 500;
    await service.saveEvent({ stateId: 1, title: 'Waits' });
    await service.waitUntilSettled();
    receiver.answer = 200;
    await service.call('POST', `${SUBSCRIPTION_PATH}/${id}/pause`);
    await service.saveEvent({ stateId: 1, title: 'Meanwhile' });
    await service.waitUntilSettled();
    const store = service.platform.store('demo');
    const resume = await service.call('POST', `${SUBSCRIPTION_PATH}/${id}/resume`);
    expect(resume.body.data.status).toBe('active');
    const now = new Date();
    const run = { now, newId: () => crypto.randomUUID(), hasTime: () => true };
    await runDueTimers(store, { ...run, area: 'billtracking', rules: buildTimerRules(now) });
    await sendDueSubjectQueues(store, service.sendingContextAt(new Date(now.getTime() + 1000)));
    expect(receiver.received.map(({ body }) => JSON.parse(body).data.event.title)).toEqual([
      'Waits',
      'Waits',
    ]);
  });
});

describe('deliveries', () => {
  it('are paged, the newest first, and filtered by state', async () => {
    const { id } = await service.subscribe({
      filter: { stateIds: [2] },
      channel: { type: 'webhook', url: receiver.url },
    });
    receiver.answer = 200;
    for (let number = 0; number < 5; number += 1)
      await service.saveEvent({ stateId: 2, title: `Event ${number}` });
    await service.waitUntilSettled();
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const query = `?limit=2&state=delivered${cursor ? `&cursor=${cursor}` : ''}`;
      const { data } = (await service.call('GET', `${SUBSCRIPTION_PATH}/${id}/deliveries${query}`)).body;
      seen.push(
        ...data.deliveries.map(
          (delivery: { message: { data: { event: { title: string } } } }) =>
            delivery.message.data.event.title,
        ),
      );
      cursor = data.next;
    } while (cursor);
    expect(seen.toSorted()).toEqual(['Event 0', 'Event 1', 'Event 2', 'Event 3', 'Event 4']);
    expect(await service.listDeliveries(id, '?state=dead')).toEqual([]);
    expect(await service.listDeliveries(id, '?limit=3')).toHaveLength(3);
    expect((await service.call('GET', `${SUBSCRIPTION_PATH}/${id}/deliveries?cursor=x`)).status).toBe(400);
  });

  it('are replayed from a point on, also from before the subscription, each in its current state', async () => {
    const event = await service.saveEvent({ stateId: 5, title: 'Before' });
    await service.saveEvent({ stateId: 5, id: event.id, title: 'Now' });
    await service.waitUntilSettled();
    const { id } = await service.subscribe({
      filter: { stateIds: [5] },
      channel: { type: 'webhook', url: receiver.url },
    });
    receiver.received.length = 0;
    const store = service.platform.store('demo');
    const { items } = await changesAfter(store, undefined, 10_000, new Date(Date.now() + 60_000));
    const first = items.find(({ subject }) => subject === event.id);
    const reply = await service.call('POST', `${SUBSCRIPTION_PATH}/${id}/replay`, {
      body: { from: first?.id },
    });
    expect(reply.status).toBe(200);
    const now = new Date(Date.now() + 60_000);
    const run = { now, newId: () => crypto.randomUUID(), hasTime: () => true };
    await runDueTimers(store, { ...run, area: 'billtracking', rules: buildTimerRules(now) });
    await sendDueSubjectQueues(store, service.sendingContextAt(new Date(now.getTime() + 1000)));
    const delivered = receiver.received.map(({ body }) => JSON.parse(body).data);
    expect(delivered.map(({ version, event: { title } }) => `${version} ${title}`)).toEqual([
      '2 Now',
      '2 Now',
    ]);
    expect(new Set(delivered.map(({ changeId }) => changeId)).size).toBe(2);
    const unknown = await service.call('POST', `${SUBSCRIPTION_PATH}/${id}/replay`, {
      body: { from: '1234567890123-1' },
    });
    expect(unknown.body.details.errors).toMatchObject([{ code: 'UNKNOWN_VALUE', target: 'from' }]);
    const from = async (point: string) =>
      (await service.call('POST', `${SUBSCRIPTION_PATH}/${id}/replay`, { body: { from: point } })).body;
    expect((await from('banana')).message).toContain(
      'a past moment such as 2026-01-12T00:00:00Z, a day such as 2026-01-12, or the id of a change',
    );
    for (const ahead of [new Date(Date.now() + 3_600_000).toISOString(), '2999-01-01'])
      expect((await from(ahead)).details.errors).toMatchObject([{ code: 'OUT_OF_RANGE', target: 'from' }]);
  });
});
