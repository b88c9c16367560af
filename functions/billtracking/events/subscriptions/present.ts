// Presents a subscription without its credentials.
import { pick } from '../../../../shared/data/pick.ts';
import { omitUndefined } from '../../../../shared/directory/omit-undefined.ts';
import { filterActiveSecrets, type NamedSecret } from '../../../../shared/webhooks/secrets.ts';
import { nextDigestTime } from './digest-schedule.ts';
import { hasAgreed } from './mail-consent.ts';
import { type Channel, channelEmail, type SubscriptionItem } from './subscription.ts';

const presentSecret = (secret: NamedSecret) => pick(secret, ['id', 'createdDate', 'expires']);

function presentChannel(channel: Channel) {
  if (channel.type === 'webhook') return pick(channel, ['type', 'url', 'email']);
  if (channel.type !== 'mail') return { type: channel.type };
  const digest = pick(channel.digest, ['frequency', 'timeZone', 'hour', 'weekday']);
  return { ...pick(channel, ['type', 'email']), digest };
}

/** @param now the tenant's clock, from which the next digest is computed */
export function presentSubscription(subscription: SubscriptionItem, now: Date) {
  const { channel, status, createdBy } = subscription;
  return {
    ...pick(subscription, ['id', 'name', 'filter', 'what']),
    channel: presentChannel(channel),
    ...pick(subscription, ['status', 'createdDate', 'modifiedDate', 'disabledReason']),
    ...omitUndefined({
      isConfirmed: channelEmail(channel) === undefined ? undefined : hasAgreed(subscription),
      createdBy: createdBy?.name,
      nextDigest:
        channel.type === 'mail' && status === 'active'
          ? nextDigestTime(channel.digest, now).toISOString()
          : undefined,
      secrets:
        channel.type === 'webhook'
          ? filterActiveSecrets(subscription.secrets, now).map(presentSecret)
          : undefined,
    }),
  };
}
