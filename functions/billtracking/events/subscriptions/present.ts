// Presents a subscription without its credentials.
import { omitUndefined } from '../../../../shared/directory/omit-undefined.ts';
import { filterActiveSecrets, type NamedSecret } from '../../../../shared/webhooks/secrets.ts';
import { nextDigestTime } from './digest-schedule.ts';
import { hasAgreed } from './mail-consent.ts';
import { type Channel, channelEmail, type SubscriptionItem } from './subscription.ts';

const presentSecret = ({ id, createdDate, expires }: NamedSecret) => ({
  id,
  createdDate,
  ...omitUndefined({ expires }),
});

function presentChannel(channel: Channel) {
  const { type } = channel;
  if (type === 'webhook') return { type, url: channel.url, ...omitUndefined({ email: channel.email }) };
  if (type !== 'mail') return { type };
  const { frequency, timeZone, hour, weekday } = channel.digest;
  return { type, email: channel.email, digest: { frequency, timeZone, ...omitUndefined({ hour, weekday }) } };
}

/** @param now the tenant's clock, from which the next digest is computed */
export function presentSubscription(subscription: SubscriptionItem, now: Date) {
  const { id, name, filter, what, channel, status, createdDate, modifiedDate, createdBy } = subscription;
  return {
    id,
    name,
    filter,
    what,
    channel: presentChannel(channel),
    status,
    createdDate,
    modifiedDate,
    ...omitUndefined({
      disabledReason: subscription.disabledReason,
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
