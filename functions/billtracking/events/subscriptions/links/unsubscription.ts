// Finds what an unsubscribe link leads to, and says on its page what its state is.
import { tenantByCode } from '../../../../../shared/auth/access/tenant-by-code.ts';
import type { PlatformStore } from '../../../../../shared/data/store.ts';
import type { PageContent } from '../../../../../shared/pages/page.ts';
import { subscriptionById } from '../../../../../shared/subscriptions/store.ts';
import {
  channelEmail,
  type SubscriptionItem,
  UNSUBSCRIBED,
} from '../../../../../shared/subscriptions/subscription.ts';
import { findUnsubscribeLink } from './unsubscribe-link.ts';

/** What a link leads to; without a subscription if it was removed or has another address now. Three round trips. */
export async function findUnsubscription(platform: PlatformStore, tenantCode: string, sentToken: string) {
  const owner = await tenantByCode(platform, tenantCode);
  const link = owner && (await findUnsubscribeLink(owner.tenant, sentToken.toLowerCase()));
  if (!owner || !link) return undefined;
  const found = await subscriptionById(owner.tenant, link.subscriptionId, { consistent: true });
  const hasSameAddress = found !== undefined && channelEmail(found.channel) === link.email;
  return { ...owner, email: link.email, subscription: hasSameAddress ? found : undefined };
}

/** Whether the receiver has unsubscribed. */
export const isUnsubscribed = ({ status, disabledReason }: SubscriptionItem): boolean =>
  status === 'disabled' && disabledReason === UNSUBSCRIBED;

/** The content of the page. */
export function describeUnsubscription(
  email: string,
  subscription: SubscriptionItem | undefined,
): PageContent {
  if (!subscription || isUnsubscribed(subscription))
    return {
      title: 'You are unsubscribed',
      text: subscription
        ? `No more mail of "${subscription.name}" is sent to ${email}.`
        : `No more mail of this subscription is sent to ${email}.`,
    };
  return {
    title: 'Unsubscribe?',
    text: `${email} receives mail of the subscription "${subscription.name}".`,
    button: 'Unsubscribe',
  };
}
