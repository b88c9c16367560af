// What lets a receiver know a webhook, or a calendar program into a feed: made when a subscription is, and anew on request.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { conflict } from '../../../../shared/errors/failure.ts';
import { deriveSecret } from '../../../../shared/webhooks/derive-secret.ts';
import { buildLinkToken, hashToken, rotateSecrets, type SubscriptionItem } from './subscription.ts';

/** What is told once. */
export interface IssuedCredentials {
  readonly secret?: string;
  readonly feedAddress?: string;
}

/** What the making of credentials needs. */
interface CredentialsContext {
  readonly tenant: TenantStore;
  readonly newId: () => string;
  readonly url: (path: string) => string;
}

/** Where a calendar program finds a feed. */
const feedPath = (tenant: TenantStore, token: string): string => `/api/1.0/Feeds/${tenant.code}/${token}.ics`;

/**
 * New credentials of a subscription, as it keeps them and as its owner is told them once. An old secret of a webhook goes
 * on signing for some hours; an old address of a feed ends at once, as nobody needs both.
 * @throws Failure 409 when the channel has none; 503 when the platform has no secret to make one from
 */
export async function issueCredentials(
  { tenant, newId, url }: CredentialsContext,
  { id, channel, secrets }: Pick<SubscriptionItem, 'id' | 'channel' | 'secrets'>,
  overlapHours: number,
  now: Date,
): Promise<{ readonly kept: Partial<SubscriptionItem>; readonly told: IssuedCredentials }> {
  if (channel.type === 'webhook') {
    const secretId = newId();
    return {
      kept: { secrets: rotateSecrets(secrets, secretId, overlapHours, now) },
      told: { secret: await deriveSecret(tenant, id, secretId) },
    };
  }
  if (channel.type === 'calendar') {
    const token = buildLinkToken(id, `${newId()}${newId()}`);
    return { kept: { feedHash: hashToken(token) }, told: { feedAddress: url(feedPath(tenant, token)) } };
  }
  throw conflict(`A subscription by ${channel.type} has no secret; only webhooks and calendar feeds have.`);
}
