// POST /api/v1/Webhooks/{webhookId}/Test
import { conflict } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { requireSubscription } from '../../../../shared/subscriptions/store.ts';
import { queueTestMessage } from '../../../../shared/subscriptions/test-message.ts';
import { testWebhook } from './contract.ts';

export const handler = lambda(testWebhook, async ({ params, tenant, receivedAt, newId }) => {
  const webhook = await requireSubscription(tenant, params.webhookId, 'crm');
  if (webhook.status !== 'active')
    throw conflict(`The webhook is ${webhook.status}; resume it before testing it.`);
  const { deliveryId, changes } = queueTestMessage(tenant, webhook, newId(), receivedAt);
  return write(changes, ok({ deliveryId }));
});
