// PUT /api/v1/Webhooks/{webhookId}
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { auditSubscriptionChange } from '../../../shared/subscriptions/audit.ts';
import { updateFollower } from '../../../shared/subscriptions/follower.ts';
import { replaceSubscription, requireSubscription } from '../../../shared/subscriptions/store.ts';
import { applySubscriptionChange } from '../../../shared/subscriptions/subscription.ts';
import { updateWebhook } from './contract.ts';
import { buildContent, presentWebhook } from './webhook.ts';

export const handler = lambda(
  updateWebhook,
  async ({ params, body, tenant, caller, now, receivedAt, ifMatch, ...context }) => {
    const before = await requireSubscription(tenant, params.webhookId, 'crm');
    const content = buildContent(body, caller);
    const follower = updateFollower(before, content, caller);
    const after = applySubscriptionChange(before, { ...content, follower }, now);
    return write(
      [
        replaceSubscription(tenant, before, after, ifMatch),
        auditSubscriptionChange(tenant, { before, after }, { caller, now, ...context }),
      ],
      ok(presentWebhook(after, tenant.code, receivedAt), { version: after.version }),
    );
  },
);
