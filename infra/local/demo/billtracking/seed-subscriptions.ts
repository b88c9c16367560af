// Gives the demo tenants their subscriptions, and one of them a message that could not be delivered. Their private
// links and secrets are the same at every seeding; those that the endpoint issues are random.
import * as z from 'zod';
import { CONFIRMATION_DAYS } from '../../../../functions/billtracking/events/subscriptions/confirmation-mail.ts';
import { subscribeToEvents } from '../../../../functions/billtracking/events/subscriptions/contract.ts';
import { parseSubscription } from '../../../../functions/billtracking/events/subscriptions/input.ts';
import { putUnsubscribeLink } from '../../../../functions/billtracking/events/subscriptions/links/unsubscribe-link.ts';
import { setActiveTimers } from '../../../../functions/billtracking/events/subscriptions/timers.ts';
import { buildContent } from '../../../../functions/crm/webhooks/webhook.ts';
import type { TenantItem } from '../../../../shared/auth/accounts/records.ts';
import { commit } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { buildDelivery, recordAttempt } from '../../../../shared/subscriptions/delivery.ts';
import { deliveryById, putDelivery } from '../../../../shared/subscriptions/delivery-store.ts';
import { buildTestMessage } from '../../../../shared/subscriptions/message.ts';
import { insertSubscription, subscriptionById } from '../../../../shared/subscriptions/store.ts';
import {
  buildLinkToken,
  buildSubscription,
  channelEmail,
  hashToken,
  type SubscriptionContent,
  type SubscriptionItem,
} from '../../../../shared/subscriptions/subscription.ts';
import { demoId } from '../steps/references.ts';

const DAY = 86_400_000;

/** The request, and what became of it since. */
export const DemoSubscription = subscribeToEvents.body.extend({
  /** Nothing is sent to an address that does not exist. */
  isPaused: z.boolean().default(false),
  /** Whether the address of its channel was asked for its consent, and has not answered yet. */
  isAwaitingConsent: z.boolean().default(false),
});
type DemoSubscription = z.output<typeof DemoSubscription>;

/** The token of a private link, the same at every seeding, so that examples can name it. */
function deriveToken(
  tenant: TenantStore,
  key: string,
  kind: 'feed' | 'confirmation' | 'unsubscribe',
): string {
  const [id = '', ...secret] = ['subscription', kind, `${kind}-secret`].map((part) =>
    demoId(tenant.code, `${part}:${key}`),
  );
  return buildLinkToken(id, secret.join(''));
}

function buildDemoSubscription(
  tenant: TenantStore,
  key: string,
  content: SubscriptionContent,
  { isPaused, isAwaitingConsent }: DemoSubscription,
  now: Date,
): SubscriptionItem {
  const { channel } = content;
  const secret = { id: demoId(tenant.code, `secret:${key}`), createdDate: now.toISOString() };
  const unconfirmed = {
    email: channelEmail(channel) ?? '',
    hash: hashToken(deriveToken(tenant, key, 'confirmation')),
    expires: new Date(now.getTime() + CONFIRMATION_DAYS * DAY).toISOString(),
  };
  return {
    ...buildSubscription(demoId(tenant.code, `subscription:${key}`), content, undefined, now),
    status: isPaused ? 'paused' : 'active',
    secrets: channel.type === 'webhook' ? [secret] : [],
    ...(isAwaitingConsent && { agreedEmail: undefined, asked: unconfirmed }),
    feedHash: channel.type === 'calendar' ? hashToken(deriveToken(tenant, key, 'feed')) : undefined,
  };
}

/** When the dead letter was written: the same at every start, so that there is one. */
const deadSince = new Date('2026-01-05T16:00:00Z');

/** Seeds a message that was given up, an example of a dead letter. @returns its id */
async function seedDeadLetter(
  tenant: TenantStore,
  subscriptionId: string,
  name: string,
  now: Date,
): Promise<string> {
  const id = `${String(deadSince.getTime()).padStart(13, '0')}-test-${demoId(tenant.code, 'delivery:dead')}`;
  const about = { id, subscriptionId, channel: 'webhook', subject: `test#${id}` } as const;
  const delivery = buildDelivery(about, buildTestMessage(subscriptionId, name, deadSince), deadSince);
  const attempt = {
    at: deadSince.toISOString(),
    status: 410,
    response: 'This receiver has moved.',
    milliseconds: 212,
  };
  const dead = recordAttempt(delivery, attempt, 'dead', deadSince);
  // A dead letter is stored for three months, so it is as old as the demo, not as its message.
  const ttl = Math.floor((now.getTime() + 90 * DAY) / 1000);
  if (!(await deliveryById(tenant, dead))) await commit([putDelivery(tenant, { ...dead, ttl })]);
  return id;
}

/** Seeds two webhooks of area B, one of them with a message that was given up. @returns the values that examples name */
async function seedWebhooks(tenant: TenantStore, now: Date): Promise<Readonly<Record<string, string>>> {
  const build = (key: string, name: string, topics: string[]): SubscriptionItem => {
    const content = buildContent(
      {
        name,
        url: `https://intranet.${tenant.code}.example/hooks/${key}`,
        topics,
      },
      { kind: 'anonymous', subject: 'anonymous', permissions: new Set() },
    );
    return {
      ...buildSubscription(demoId(tenant.code, `webhook:${key}`), content, undefined, now),
      door: 'crm',
      secrets: [{ id: demoId(tenant.code, `webhook-secret:${key}`), createdDate: now.toISOString() }],
    };
  };
  const sync = build('sync', 'Membership sync', ['people', 'memberships']);
  const spare = build('spare', 'Former integration', ['people']);
  for (const webhook of [sync, spare])
    if (!(await subscriptionById(tenant, webhook.id, { consistent: true })))
      await commit(insertSubscription(tenant, webhook));
  const deadWebhookDeliveryId = await seedDeadLetter(tenant, sync.id, sync.name, now);
  return { webhookId: sync.id, spareWebhookId: spare.id, deadWebhookDeliveryId };
}

/** Seeds the subscriptions that a tenant does not have yet, and returns the values that examples name. */
export async function seedSubscriptions(
  tenant: TenantStore,
  settings: TenantItem,
  subscriptions: Readonly<Record<string, DemoSubscription>>,
  now: Date,
): Promise<Readonly<Record<string, string>>> {
  const idOf = (key: string): string => demoId(tenant.code, `subscription:${key}`);
  const values: Record<string, string> = {
    subscriptionId: idOf('digest'),
    spareSubscriptionId: idOf('screen'),
    webhookSubscriptionId: idOf('webhook'),
    feedToken: deriveToken(tenant, 'calendar', 'feed'),
    confirmationToken: deriveToken(tenant, 'webhook', 'confirmation'),
    unsubscribeToken: deriveToken(tenant, 'digest', 'unsubscribe'),
  };
  Object.assign(values, await seedWebhooks(tenant, now));
  for (const [key, demo] of Object.entries(subscriptions)) {
    const content = await parseSubscription(tenant, demo, undefined, { settings, email: undefined });
    const subscription = buildDemoSubscription(tenant, key, content, demo, now);
    const { id, channel, name, status } = subscription;
    if (!(await subscriptionById(tenant, id, { consistent: true })))
      await commit([
        ...insertSubscription(tenant, subscription),
        ...(channel.type === 'mail'
          ? [
              putUnsubscribeLink(
                tenant,
                { id, email: channel.email },
                deriveToken(tenant, key, 'unsubscribe'),
                now,
              ),
            ]
          : []),
        ...(status === 'active' ? setActiveTimers(tenant, subscription, now) : []),
      ]);
    if (channel.type === 'webhook') values.deadDeliveryId = await seedDeadLetter(tenant, id, name, now);
  }
  return values;
}
