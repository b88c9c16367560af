// POST /api/v1/Webhooks/{webhookId}/Secret
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { auditSubscriptionChange } from '../../../../shared/subscriptions/audit.ts';
import { assertMayTakeSecret } from '../../../../shared/subscriptions/follower.ts';
import { replaceSubscription, requireSubscription } from '../../../../shared/subscriptions/store.ts';
import { applySubscriptionChange } from '../../../../shared/subscriptions/subscription.ts';
import { issueSecret, presentWebhook } from '../webhook.ts';
import { rotateWebhookSecret } from './contract.ts';

export const handler = lambda(
  rotateWebhookSecret,
  async ({ params, body, tenant, receivedAt, ifMatch, ...context }) => {
    const before = await requireSubscription(tenant, params.webhookId, 'crm');
    assertMayTakeSecret(before, context.caller);
    // Secrets expire in real time, regardless of a sandbox's clock.
    const { stored, secret } = await issueSecret(
      { tenant, newId: context.newId },
      before,
      body.overlapHours,
      receivedAt,
    );
    const after = applySubscriptionChange(before, stored, context.now);
    return write(
      [
        replaceSubscription(tenant, before, after, ifMatch),
        auditSubscriptionChange(tenant, { before, after }, context),
      ],
      ok({ ...presentWebhook(after, tenant.code, receivedAt), secret }, { version: after.version }),
    );
  },
);
