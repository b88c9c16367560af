// DELETE /api/v1/Webhooks/{webhookId}
import { lambda } from '../../../shared/http/lambda.ts';
import { noContent, write } from '../../../shared/http/reply.ts';
import { clearTimer } from '../../../shared/schedule/timers.ts';
import { auditSubscriptionChange } from '../../../shared/subscriptions/audit.ts';
import { removeSubscription, requireSubscription } from '../../../shared/subscriptions/store.ts';
import { deleteWebhook } from './contract.ts';

export const handler = lambda(deleteWebhook, async ({ params, tenant, ifMatch, ...context }) => {
  const webhook = await requireSubscription(tenant, params.webhookId, 'crm');
  return write(
    [
      ...removeSubscription(tenant, webhook, ifMatch),
      clearTimer(tenant, 'event-replay', webhook.id),
      clearTimer(tenant, 'event-wake', webhook.id),
      auditSubscriptionChange(tenant, { before: webhook }, context),
    ],
    noContent(),
  );
});
