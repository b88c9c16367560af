// POST /api/v1/Webhooks/{webhookId}/Resume
import { ifUnchanged } from '../../../../shared/http/etag.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { auditSubscriptionChange } from '../../../../shared/subscriptions/audit.ts';
import { replaceSubscription, requireSubscription } from '../../../../shared/subscriptions/store.ts';
import { reactivateSubscription } from '../../../../shared/subscriptions/subscription.ts';
import { setSubscriptionTimer } from '../../../../shared/subscriptions/timers.ts';
import { presentWebhook } from '../webhook.ts';
import { resumeWebhook } from './contract.ts';

export const handler = lambda(resumeWebhook, async ({ params, tenant, receivedAt, ifMatch, ...context }) => {
  const { now } = context;
  const before = await requireSubscription(tenant, params.webhookId, 'crm');
  const { version, status } = before;
  ifUnchanged(version, ifMatch);
  if (status === 'active') return ok(presentWebhook(before, tenant.code, receivedAt), { version });
  const after = reactivateSubscription(before, now);
  return write(
    [
      replaceSubscription(tenant, before, after, ifMatch),
      setSubscriptionTimer(tenant, 'event-wake', after.id, now),
      auditSubscriptionChange(tenant, { before, after }, context),
    ],
    ok(presentWebhook(after, tenant.code, receivedAt), { version: after.version }),
  );
});
