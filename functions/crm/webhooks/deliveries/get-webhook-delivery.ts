// GET /api/v1/Webhooks/{webhookId}/Deliveries/{deliveryId}
import { notFound } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { maySeeDelivery, presentDelivery } from '../../../../shared/subscriptions/delivery.ts';
import { deliveryById } from '../../../../shared/subscriptions/delivery-store.ts';
import { requireSubscription } from '../../../../shared/subscriptions/store.ts';
import { getWebhookDelivery } from './contract.ts';

export const handler = lambda(
  getWebhookDelivery,
  async ({ params: { webhookId, deliveryId }, tenant, caller }) => {
    const [, delivery] = await Promise.all([
      requireSubscription(tenant, webhookId, 'crm'),
      deliveryById(tenant, { subscriptionId: webhookId, id: deliveryId }),
    ]);
    if (!delivery || !maySeeDelivery(delivery, caller.permissions))
      throw notFound('delivery', deliveryId, 'deliveryId');
    return ok(presentDelivery(delivery));
  },
);
