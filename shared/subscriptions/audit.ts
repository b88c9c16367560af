// What the audit records of a change to a subscription, digests, webhooks and calendar feeds included.
import { type AuditContext, type AuditView, auditRecordChange } from '../audit/audit.ts';
import type { Change } from '../data/changes.ts';
import type { TenantStore } from '../data/store.ts';
import { pick } from '../values/pick.ts';
import type { Channel, SubscriptionItem } from './subscription.ts';

/** Of a webhook's address only the origin: the rest of it is often the receiver's secret. */
const viewChannel = (channel: Channel): AuditView =>
  channel.type === 'webhook' ? { ...channel, url: new URL(channel.url).origin } : channel;

const viewSubscription = (subscription: SubscriptionItem): AuditView => ({
  ...pick(subscription, ['name', 'filter', 'what', 'status', 'version']),
  channel: viewChannel(subscription.channel),
  secretIds: subscription.secrets.map(({ id }) => id),
});

/** The change that records a change to a subscription: without `before` it was created, without `after` removed. */
export const auditSubscriptionChange = (
  tenant: TenantStore,
  {
    before,
    after,
  }: { readonly before?: SubscriptionItem | undefined; readonly after?: SubscriptionItem | undefined },
  context: AuditContext,
): Change =>
  auditRecordChange(
    tenant,
    {
      recordType: 'Subscription',
      recordId: (after ?? before)?.id ?? '',
      before: before && viewSubscription(before),
      after: after && viewSubscription(after),
    },
    context,
  );
