// Where a confirmation stands: the link of a mail that asks, and what became of it.
import { tenantByCode } from '../../../../../shared/auth/tenant-by-code.ts';
import type { PlatformStore } from '../../../../../shared/data/store.ts';
import { hasAgreed } from '../mail-consent.ts';
import { subscriptionById } from '../store.ts';
import {
  channelEmail,
  matchesTokenHash,
  parseSubscriptionId,
  type SubscriptionItem,
} from '../subscription.ts';
import type { PageContent } from './page.ts';

/**
 * What a link leads to; nothing when it was replaced, or its address is no longer that of the subscription.
 * Two round trips.
 */
export async function findConfirmation(platform: PlatformStore, tenantCode: string, sentToken: string) {
  const token = sentToken.toLowerCase();
  const id = parseSubscriptionId(token);
  const named = id === undefined ? undefined : await tenantByCode(platform, tenantCode);
  const subscription =
    id !== undefined && named ? await subscriptionById(named.tenant, id, { consistent: true }) : undefined;
  const asked = subscription?.asked;
  if (!named || !subscription || !asked || !matchesTokenHash(asked.hash, token)) return undefined;
  return asked.email === channelEmail(subscription.channel) ? { ...named, subscription, asked } : undefined;
}

const describeSubscription = ({ name, channel }: SubscriptionItem): string =>
  channel.type === 'mail'
    ? `the digest "${name}" of legislative hearings and bills (${channel.digest.frequency})`
    : `a notice when the webhook "${name}" stops working`;

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** What the page of a confirmation says at a moment of real time. */
export function describeConfirmation(
  subscription: SubscriptionItem,
  { email, expires }: { readonly email: string; readonly expires: string },
  now: Date,
): PageContent {
  const what = describeSubscription(subscription);
  if (hasAgreed(subscription)) return { title: 'It is confirmed', text: `${email} gets ${what}.` };
  if (Date.parse(expires) <= now.getTime())
    return {
      title: 'This link has ended',
      text: `It could be used until ${longDate.format(new Date(expires))}. Ask whoever wants you to get it to ask you once more.`,
    };
  return {
    title: 'Do you want these mails?',
    text: `Somebody wants ${email} to get ${what}. If you do not want it, close this page: nothing is sent.`,
    button: 'Yes, send them to me',
  };
}
