// Gives the demo tenants their subscriptions, and one of them a message that could not be delivered.

import { CONFIRMATION_DAYS } from '../../../functions/billtracking/events/subscriptions/confirmation-mail.ts';
import {
  buildDelivery,
  type DeliveryItem,
  recordAttempt,
} from '../../../functions/billtracking/events/subscriptions/deliveries/delivery.ts';
import { buildTestMessage } from '../../../functions/billtracking/events/subscriptions/deliveries/message.ts';
import {
  deliveryById,
  putDelivery,
} from '../../../functions/billtracking/events/subscriptions/deliveries/store.ts';
import { putUnsubscribeLink } from '../../../functions/billtracking/events/subscriptions/links/unsubscribe-link.ts';
import {
  insertSubscription,
  subscriptionById,
} from '../../../functions/billtracking/events/subscriptions/store.ts';
import {
  buildLinkToken,
  buildSubscription,
  type Channel,
  channelEmail,
  hashToken,
  type SubscriptionItem,
} from '../../../functions/billtracking/events/subscriptions/subscription.ts';
import { setDigestTimer } from '../../../functions/billtracking/events/subscriptions/timers.ts';
import { commit } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { recordId } from '../../../shared/directory/record-id.ts';
import { type DemoSubscription, demoSubscriptions } from './demo-subscriptions.ts';

const allOf = { stateIds: [], committeeIds: [], eventTypes: [], billIds: [], trackedOnly: false };

type IdOf = (kind: string, key: string) => string;

/** The demo's private links stay the same, so that examples can name them. */
const tokenOf = (idOf: IdOf, key: string, kind: 'feed' | 'confirmation' | 'unsubscribe' = 'feed'): string =>
  buildLinkToken(idOf('subscription', key), idOf(kind, key) + idOf(`${kind}-secret`, key));

/** As if the consent of its channel's address had just been requested. */
function askedBy(key: string, channel: Channel, idOf: IdOf, now: Date): Partial<SubscriptionItem> {
  const expires = new Date(now.getTime() + CONFIRMATION_DAYS * 24 * 3600_000).toISOString();
  const hash = hashToken(tokenOf(idOf, key, 'confirmation'));
  return { agreedEmail: undefined, asked: { email: channelEmail(channel) ?? '', hash, expires } };
}

function subscriptionOf(key: string, demo: DemoSubscription, idOf: IdOf, now: Date): SubscriptionItem {
  const { name, filter, what, channel, isPaused = false, isAsked = false } = demo;
  const content = { name, filter: { ...allOf, ...filter }, what, channel };
  return {
    ...buildSubscription(idOf('subscription', key), content, undefined, now),
    status: isPaused ? 'paused' : 'active',
    secrets: channel.type === 'webhook' ? [{ id: idOf('secret', key), createdDate: now.toISOString() }] : [],
    ...(isAsked && askedBy(key, channel, idOf, now)),
    feedHash: channel.type === 'calendar' ? hashToken(tokenOf(idOf, key)) : undefined,
  };
}

/** A message that was given up: an example of a dead letter. */
function deadLetter(
  tenant: TenantStore,
  { id: subscriptionId, name }: Pick<SubscriptionItem, 'id' | 'name'>,
  now: Date,
): DeliveryItem {
  const id = `${String(now.getTime()).padStart(13, '0')}-test-${recordId(tenant.code, 'delivery:demo', 'dead')}`;
  const about = { id, subscriptionId, channel: 'webhook', subject: `test#${id}` } as const;
  const delivery = buildDelivery(about, buildTestMessage(subscriptionId, name, now), now);
  const attempt = {
    at: now.toISOString(),
    status: 410,
    response: 'This receiver has moved.',
    milliseconds: 212,
  };
  return recordAttempt(delivery, attempt, 'dead', now);
}

/** When the dead letter was written: the same at every start, so that there is one. */
const deadSince = new Date('2026-01-05T16:00:00Z');

/** Seeds the subscriptions that a tenant does not have yet, and returns the values that examples name. */
export async function seedSubscriptions(
  tenant: TenantStore,
  now: Date,
): Promise<Readonly<Record<string, string>>> {
  const demo = Object.entries(demoSubscriptions[tenant.code] ?? {});
  const idOf: IdOf = (kind, key) => recordId(tenant.code, `${kind}:demo`, key);
  for (const [key, one] of demo) {
    const subscription = subscriptionOf(key, one, idOf, now);
    if (await subscriptionById(tenant, subscription.id, { consistent: true })) continue;
    const { id } = subscription;
    await commit([
      ...insertSubscription(tenant, subscription),
      ...(one.channel.type === 'mail'
        ? [
            putUnsubscribeLink(
              tenant,
              { id, email: one.channel.email },
              tokenOf(idOf, key, 'unsubscribe'),
              now,
            ),
          ]
        : []),
      ...(subscription.status === 'active' ? setDigestTimer(tenant, subscription, now) : []),
    ]);
  }
  const webhook = demo.find(([, { channel }]) => channel.type === 'webhook');
  const dead =
    webhook && deadLetter(tenant, { id: idOf('subscription', webhook[0]), name: webhook[1].name }, deadSince);
  if (dead && !(await deliveryById(tenant, dead)))
    // A dead letter is stored for three months, so it is as old as the demo, not as its message.
    await commit([putDelivery(tenant, { ...dead, ttl: Math.floor(now.getTime() / 1000) + 90 * 24 * 3600 })]);
  return {
    subscriptionId: idOf('subscription', 'digest'),
    spareSubscriptionId: idOf('subscription', 'screen'),
    webhookSubscriptionId: idOf('subscription', 'webhook'),
    feedToken: tokenOf(idOf, 'calendar'),
    confirmationToken: tokenOf(idOf, 'webhook', 'confirmation'),
    unsubscribeToken: tokenOf(idOf, 'digest', 'unsubscribe'),
    ...(dead && { deadDeliveryId: dead.id }),
  };
}
