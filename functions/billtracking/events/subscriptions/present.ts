// Presents a subscription without its credentials.

import type { Caller } from '../../../../shared/auth/access/access.ts';
import { type EmailViewer, seesEmails } from '../../../../shared/auth/access/email-visibility.ts';
import {
  type Channel,
  channelEmail,
  hasAgreed,
  type SubscriptionItem,
} from '../../../../shared/subscriptions/subscription.ts';
import { omitUndefined } from '../../../../shared/values/omit-undefined.ts';
import { pick } from '../../../../shared/values/pick.ts';
import { filterActiveSecrets, type NamedSecret } from '../../../../shared/webhooks/secrets.ts';
import { showAuthorName } from '../../caller.ts';
import { nextDigestTime } from './digest-schedule.ts';

const presentSecret = (secret: NamedSecret) => pick(secret, ['id', 'createdDate', 'expires']);

/** Whether the caller sees the address of a subscription: its creator does, and those who see everybody's. */
export function seesAddress(viewer: EmailViewer, { createdBy }: SubscriptionItem): boolean {
  const { caller } = viewer;
  if (seesEmails(viewer)) return true;
  if (caller.kind !== 'user' || createdBy === undefined) return false;
  const isSamePerson = createdBy.personId !== undefined && createdBy.personId === caller.personId;
  return isSamePerson || createdBy.name === caller.name;
}

function presentChannel(channel: Channel, showsAddress: boolean) {
  const address = channelEmail(channel);
  const email = address !== undefined && !showsAddress ? '' : address;
  if (channel.type === 'webhook') return { ...pick(channel, ['type', 'url']), ...omitUndefined({ email }) };
  if (channel.type !== 'mail') return { type: channel.type };
  const digest = pick(channel.digest, ['frequency', 'timeZone', 'hour', 'weekday']);
  return { type: channel.type, email, digest };
}

/**
 * @param now the tenant's clock, from which the next digest is computed
 * @param showsAddress whether the caller sees the mail address, or sent it
 * @param caller without a token they see no names of users (docs/interface/access.md#without-a-token)
 */
export function presentSubscription(
  subscription: SubscriptionItem,
  now: Date,
  showsAddress: boolean,
  caller: Caller,
) {
  const { channel, status, createdBy } = subscription;
  return {
    ...pick(subscription, ['id', 'name', 'filter', 'what']),
    channel: presentChannel(channel, showsAddress),
    ...pick(subscription, ['status', 'createdDate', 'modifiedDate', 'disabledReason']),
    ...omitUndefined({
      isConfirmed: channelEmail(channel) === undefined ? undefined : hasAgreed(subscription),
      createdBy: caller.kind === 'anonymous' ? undefined : showAuthorName(createdBy),
      nextDigest:
        channel.type === 'mail' && status === 'active' && channel.digest.frequency !== 'immediate'
          ? nextDigestTime(channel.digest, now).toISOString()
          : undefined,
      secrets:
        channel.type === 'webhook'
          ? filterActiveSecrets(subscription.secrets, now).map(presentSecret)
          : undefined,
    }),
  };
}
