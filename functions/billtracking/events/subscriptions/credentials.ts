// The credentials of a subscription: the secret of a webhook or the private address of a calendar feed.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { conflict } from '../../../../shared/errors/failure.ts';
import {
  buildLinkToken,
  hashToken,
  rotateSecrets,
  type SubscriptionItem,
} from '../../../../shared/subscriptions/subscription.ts';
import { deriveSecret } from '../../../../shared/webhooks/derive-secret.ts';

/** Credentials as the response returns them, once. */
export interface IssuedCredentials {
  readonly secret?: string;
  readonly feedAddress?: string;
}

interface CredentialsContext {
  readonly tenant: TenantStore;
  readonly newId: () => string;
  readonly url: (path: string) => string;
}

const feedPath = (tenant: TenantStore, token: string): string => `/api/1.0/Feeds/${tenant.code}/${token}.ics`;

/**
 * Creates credentials: what the subscription stores, and what its owner is given once. The previous secret of a webhook
 * keeps signing for some hours; the previous address of a feed stops working at once.
 * @throws Failure 409 when the channel has no credentials; 503 when the platform has no secret to derive one from
 */
export async function issueCredentials(
  { tenant, newId, url }: CredentialsContext,
  { id, channel, secrets }: Pick<SubscriptionItem, 'id' | 'channel' | 'secrets'>,
  overlapHours: number,
  now: Date,
): Promise<{ readonly stored: Partial<SubscriptionItem>; readonly issued: IssuedCredentials }> {
  if (channel.type === 'webhook') {
    const secretId = newId();
    return {
      stored: { secrets: rotateSecrets(secrets, secretId, overlapHours, now) },
      issued: { secret: await deriveSecret(tenant, id, secretId) },
    };
  }
  if (channel.type === 'calendar') {
    const token = buildLinkToken(id, `${newId()}${newId()}`);
    return { stored: { feedHash: hashToken(token) }, issued: { feedAddress: url(feedPath(tenant, token)) } };
  }
  throw conflict(`A ${channel.type} subscription has no secret; only webhooks and calendar feeds have one.`);
}
