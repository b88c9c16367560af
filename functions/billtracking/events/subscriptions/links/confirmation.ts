// Finds what a confirmation link leads to, and says on its page what its state is.
import { tenantByCode } from '../../../../../shared/auth/access/tenant-by-code.ts';
import type { PlatformStore } from '../../../../../shared/data/store.ts';
import type { PageContent } from '../../../../../shared/pages/page.ts';
import { subscriptionById } from '../../../../../shared/subscriptions/store.ts';
import {
  channelEmail,
  hasAgreed,
  matchesTokenHash,
  parseSubscriptionId,
  type SubscriptionItem,
} from '../../../../../shared/subscriptions/subscription.ts';

/**
 * What a link leads to; undefined when it was replaced, or the subscription has another address now. Two round trips.
 */
export async function findConfirmation(platform: PlatformStore, tenantCode: string, sentToken: string) {
  const token = sentToken.toLowerCase();
  const id = parseSubscriptionId(token);
  const named = id === undefined ? undefined : await tenantByCode(platform, tenantCode);
  const subscription =
    id !== undefined && named ? await subscriptionById(named.tenant, id, { consistent: true }) : undefined;
  const request = subscription?.asked;
  if (!named || !subscription || !request || !matchesTokenHash(request.hash, token)) return undefined;
  return request.email === channelEmail(subscription.channel)
    ? { ...named, subscription, asked: request }
    : undefined;
}

const describeSubscription = ({ name, channel, what }: SubscriptionItem): string =>
  channel.type === 'mail'
    ? `the digest "${name}" of legislative hearings and bills (${channel.digest.frequency})${what.keyDateReminders ? ', and reminders of key dates' : ''}`
    : `a notification when the webhook "${name}" stops working`;

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** The content of the page. @param now real time */
export function describeConfirmation(
  subscription: SubscriptionItem,
  { email, expires }: { readonly email: string; readonly expires: string },
  now: Date,
): PageContent {
  const content = describeSubscription(subscription);
  if (hasAgreed(subscription)) return { title: 'Confirmed', text: `${email} now receives ${content}.` };
  if (Date.parse(expires) <= now.getTime())
    return {
      title: 'This link has expired',
      text: `It was valid until ${longDate.format(new Date(expires))}. Ask the person who subscribed you to send a new one.`,
    };
  return {
    title: 'Confirm this subscription?',
    text: `Someone subscribed ${email} to ${content}. If you do not want it, close this page: nothing is sent.`,
    button: 'Confirm',
  };
}
