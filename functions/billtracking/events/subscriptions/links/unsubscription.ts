// What a link in a digest leads to: the subscription as it is, and what its receiver is told.
import { tenantByCode } from '../../../../../shared/auth/tenant-by-code.ts';
import type { PlatformStore } from '../../../../../shared/data/store.ts';
import { subscriptionById } from '../store.ts';
import { channelEmail, type SubscriptionItem, UNSUBSCRIBED } from '../subscription.ts';
import type { PageContent } from './page.ts';
import { findUnsubscribeLink } from './unsubscribe-link.ts';

/** What a link leads to; without a subscription where it was removed, or goes to another address by now. Three round trips. */
export async function findUnsubscription(platform: PlatformStore, tenantCode: string, sentToken: string) {
  const named = await tenantByCode(platform, tenantCode);
  const link = named && (await findUnsubscribeLink(named.tenant, sentToken.toLowerCase()));
  if (!named || !link) return undefined;
  const found = await subscriptionById(named.tenant, link.subscriptionId, { consistent: true });
  const isTheirs = found !== undefined && channelEmail(found.channel) === link.email;
  return { ...named, email: link.email, subscription: isTheirs ? found : undefined };
}

/** Whether the receiver has unsubscribed already. */
export const isUnsubscribed = ({ status, disabledReason }: SubscriptionItem): boolean =>
  status === 'disabled' && disabledReason === UNSUBSCRIBED;

/** What the receiver is told. */
export function describeUnsubscription(
  email: string,
  subscription: SubscriptionItem | undefined,
): PageContent {
  if (!subscription || isUnsubscribed(subscription))
    return {
      title: 'You are unsubscribed',
      text: subscription
        ? `Nothing more of "${subscription.name}" is sent to ${email}.`
        : `Nothing more of this subscription is sent to ${email}.`,
    };
  return {
    title: 'Unsubscribe?',
    text: `${email} gets mails of the subscription "${subscription.name}".`,
    button: 'Unsubscribe',
  };
}
