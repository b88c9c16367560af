// A webhook as area B has it: a subscription to topics of the change feed.

import type { Caller } from '../../../shared/auth/access/access.ts';
import { showUserName } from '../../../shared/auth/accounts/user-name.ts';
import { listReadableTopics, normalizeTopics } from '../../../shared/change-feed/topics.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { Failure } from '../../../shared/errors/failure.ts';
import {
  rotateSecrets,
  type SubscriptionContent,
  type SubscriptionCreator,
  type SubscriptionItem,
} from '../../../shared/subscriptions/subscription.ts';
import { omitUndefined } from '../../../shared/values/omit-undefined.ts';
import { deriveSecret } from '../../../shared/webhooks/derive-secret.ts';
import { filterActiveSecrets } from '../../../shared/webhooks/secrets.ts';
import type { WebhookInput } from './contract.ts';

/**
 * The content that a request asks for: without topics all that the caller may read.
 * @throws Failure 403 where that is nothing
 */
export function buildContent({ name, url, topics: sent }: WebhookInput, caller: Caller): SubscriptionContent {
  const topics = sent ? normalizeTopics(sent) : listReadableTopics(caller.permissions);
  if (topics.length === 0)
    throw new Failure(
      'PERMISSION_DENIED',
      'You may read no records whose changes could be sent: that requires a permission such as crm.people.read.',
    );
  return {
    name,
    filter: { stateIds: [], committeeIds: [], eventTypes: [], billIds: [], trackedOnly: false },
    what: { events: false, bills: [], topics },
    channel: { type: 'webhook', url },
  };
}

/** The caller as a webhook stores them. */
export const toCreator = (caller: Caller): SubscriptionCreator | undefined =>
  caller.kind === 'anonymous'
    ? undefined
    : { name: caller.name, ...omitUndefined({ personId: caller.personId }) };

/**
 * A new secret: what the webhook stores, and the secret itself, which is returned once. The previous one keeps signing for
 * some hours.
 * @throws Failure 503 when the platform has no secret to derive one from
 */
export async function issueSecret(
  { tenant, newId }: { readonly tenant: TenantStore; readonly newId: () => string },
  { id, secrets }: Pick<SubscriptionItem, 'id' | 'secrets'>,
  overlapHours: number,
  now: Date,
): Promise<{ readonly stored: Pick<SubscriptionItem, 'secrets'>; readonly secret: string }> {
  const secretId = newId();
  return {
    stored: { secrets: rotateSecrets(secrets, secretId, overlapHours, now) },
    secret: await deriveSecret(tenant, id, secretId),
  };
}

/** @param now real time, by which secrets expire */
export function presentWebhook(webhook: SubscriptionItem, tenantCode: string, now: Date) {
  const { id, name, what, channel, status, disabledReason, createdBy, createdDate, modifiedDate } = webhook;
  return {
    id,
    name,
    url: channel.type === 'webhook' ? channel.url : '',
    topics: [...(what.topics ?? [])],
    status: status === 'unconfirmed' ? ('paused' as const) : status,
    disabledReason: disabledReason ?? null,
    secrets: filterActiveSecrets(webhook.secrets, now).map((secret) => ({
      id: secret.id,
      createdDate: secret.createdDate,
      expires: secret.expires ?? null,
    })),
    createdBy: createdBy ? showUserName(createdBy.name) : null,
    createdDate,
    modifiedDate,
    isActive: status === 'active',
    tenantId: tenantCode,
  };
}
