// POST /api/v1/Webhooks/{webhookId}/Pause
import { conflict } from '../../../../shared/errors/failure.ts';
import { ifUnchanged } from '../../../../shared/http/etag.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { auditSubscriptionChange } from '../../../../shared/subscriptions/audit.ts';
import { replaceSubscription, requireSubscription } from '../../../../shared/subscriptions/store.ts';
import { applySubscriptionChange } from '../../../../shared/subscriptions/subscription.ts';
import { presentWebhook } from '../webhook.ts';
import { pauseWebhook } from './contract.ts';

export const handler = lambda(pauseWebhook, async ({ params, tenant, receivedAt, ifMatch, ...context }) => {
  const before = await requireSubscription(tenant, params.webhookId, 'crm');
  const { version, status } = before;
  ifUnchanged(version, ifMatch);
  if (status === 'paused') return ok(presentWebhook(before, tenant.code, receivedAt), { version });
  if (status !== 'active') throw conflict(`The webhook is ${status} and sends nothing; it cannot be paused.`);
  const after = applySubscriptionChange(before, { status: 'paused' }, context.now);
  return write(
    [
      replaceSubscription(tenant, before, after, ifMatch),
      auditSubscriptionChange(tenant, { before, after }, context),
    ],
    ok(presentWebhook(after, tenant.code, receivedAt), { version: after.version }),
  );
});
