// GET /api/v1/Webhooks/{webhookId}
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { requireSubscription } from '../../../shared/subscriptions/store.ts';
import { getWebhook } from './contract.ts';
import { presentWebhook } from './webhook.ts';

export const handler = lambda(getWebhook, async ({ params, tenant, receivedAt }) => {
  const webhook = await requireSubscription(tenant, params.webhookId, 'crm');
  return ok(presentWebhook(webhook, tenant.code, receivedAt), {
    version: webhook.version,
    isComposed: true,
  });
});
