// A receiver that hangs holds up no retry to another one: a subscription has a few deliveries under way at once, and a slow one is
// left to the scheduled function (docs/events.md#subscriptions).
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { sendDueSubjectQueues } from '../../../functions/billtracking/events/subscriptions/deliveries/sweep.ts';
import { followerCountKey } from '../../../shared/change-feed/followers.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { createSendingPool, sendingLimits } from '../../../shared/subscriptions/sending-pool.ts';
import { isSlowReceiver, markSlowReceiver } from '../../../shared/subscriptions/slow-receiver.ts';
import type { Outcome, WebhookRequest } from '../../../shared/webhooks/send.ts';
import { useWebhookDeliveries } from './webhook-deliveries.ts';

const deliveries = useWebhookDeliveries();
const store = () => deliveries.service.platform.store('demo');
const later = () => new Date(Date.now() + 10 * 60_000);
const contextWith = (send: (request: WebhookRequest) => Promise<Outcome>) => ({
  ...deliveries.service.sendingContextAt(later()),
  send,
});

/** Two subscriptions of one receiver under two addresses, each with so many deliveries that have failed once. */
async function failDeliveries(count: number) {
  const [hanging, sound] = [`${deliveries.receiver.url}/hanging`, `${deliveries.receiver.url}/sound`];
  const ids = [];
  for (const url of [hanging, sound])
    ids.push((await deliveries.subscribeWebhook({ channel: { type: 'webhook', url } })).id as string);
  deliveries.receiver.answer = 503;
  for (let index = 0; index < count; index += 1)
    await deliveries.service.saveEvent({ title: `Hearing ${randomUUID()}` });
  await deliveries.service.waitUntilSettled();
  deliveries.receiver.answer = 200;
  return { hanging: ids[0] ?? '', sound: ids[1] ?? '' };
}

it('all retries to a sound receiver arrive while another one hangs, which has no more than its own places', async () => {
  const count = sendingLimits.perSubscription + 2;
  const { hanging, sound } = await failDeliveries(count);
  const ends: (() => void)[] = [];
  let [open, most, arrived] = [0, 0, 0];
  const { promise: allArrived, resolve } = Promise.withResolvers<void>();
  const running = sendDueSubjectQueues(
    store(),
    contextWith(async ({ url }) => {
      if (url.endsWith('/sound')) {
        arrived += 1;
        if (arrived === count) resolve();
        return { status: 200, milliseconds: 1 };
      }
      open += 1;
      most = Math.max(most, open);
      // Until the sound one has got everything; what is begun later ends at once.
      if (arrived < count) await new Promise<void>((end) => ends.push(end));
      open -= 1;
      return { error: 'There was no response within ten seconds.', milliseconds: 10_000 };
    }),
    createSendingPool(),
  );
  await allArrived;
  expect(ends).toHaveLength(sendingLimits.perSubscription);
  for (const end of ends) end();
  await running;
  expect(most).toBe(sendingLimits.perSubscription);
  const states = async (id: string) =>
    new Set((await deliveries.service.listDeliveries(id)).map(({ state }) => state));
  expect(await states(sound)).toEqual(new Set(['delivered']));
  expect(await states(hanging)).toEqual(new Set(['failed']));

  // The hanging one is slow now: a change is not sent to it at once, and reaches the sound one as ever.
  expect(await isSlowReceiver(store(), hanging, later())).toBe(true);
  expect(await isSlowReceiver(store(), sound, later())).toBe(false);
  deliveries.receiver.received.length = 0;
  await deliveries.service.saveEvent({ title: `Hearing ${randomUUID()}` });
  await deliveries.service.waitUntilSettled();
  const listPaths = () => deliveries.receiver.received.map(({ path }) => path.split('/').at(-1));
  expect(listPaths()).toEqual(['sound']);
  await sendDueSubjectQueues(store(), {
    ...deliveries.service.sendingContextAt(new Date(Date.now() + 3 * 3600_000)),
  });
  expect(listPaths().filter((path) => path === 'hanging')).toHaveLength(count + 1);
  expect(await states(hanging)).toEqual(new Set(['delivered']));
});

it('a receiver is slow after a failed attempt of five seconds, for five minutes', async () => {
  const mark = (milliseconds: number) => markSlowReceiver(store(), 'x', { milliseconds }, new Date(0));
  expect(mark(4_999)).toEqual([]);
  expect(mark(5_000)).toHaveLength(1);
  expect(mark(5_000)[0]?.action.Put?.Item).toMatchObject({ until: 300_000, ttl: 300 });
});

it('a tenant has 500 subscriptions and webhooks together, and another one when one is deleted', async () => {
  const key = followerCountKey(store());
  const before = await store().get(key, { consistent: true });
  const channel = { type: 'webhook', url: deliveries.receiver.url };
  const subscribe = () =>
    deliveries.service.call('POST', 'event/subscribe', { body: { name: 'Another', channel } });
  await commit([update(key, { set: { count: 499 } })]);
  const last = await subscribe();
  expect([last.status, (await subscribe()).status]).toEqual([200, 409]);
  const token = await deliveries.service.platform.tokenFor({
    ...{ tenant: 'demo', permissions: ['crm.webhooks.write', 'crm.webhooks.read', 'crm.people.read'] },
  });
  const webhook = { name: 'Another', url: deliveries.receiver.url, topics: ['people'] };
  const call = { tenant: 'demo', token, body: webhook };
  const refused = await deliveries.service.platform.call('POST', 'crm', '/api/v1/Webhooks', call);
  expect(refused.status, refused.text).toBe(409);
  await deliveries.service.call('DELETE', `event/subscription/${last.body.data.id}`);
  const another = await subscribe();
  expect(another.status).toBe(200);
  await deliveries.service.call('DELETE', `event/subscription/${another.body.data.id}`);
  await commit([update(key, { set: { count: before?.count ?? 0 } })]);
});
