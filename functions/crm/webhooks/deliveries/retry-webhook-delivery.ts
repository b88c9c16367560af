// POST /api/v1/Webhooks/{webhookId}/Deliveries/{deliveryId}/Retry
import { notFound } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import {
  assertRetryable,
  maySeeDelivery,
  presentDelivery,
  reviveDelivery,
} from '../../../../shared/subscriptions/delivery.ts';
import {
  deliveryById,
  findSubjectQueue,
  putDelivery,
  putSubjectQueue,
} from '../../../../shared/subscriptions/delivery-store.ts';
import { requireSubscription } from '../../../../shared/subscriptions/store.ts';
import { enqueueChange } from '../../../../shared/subscriptions/subject-queue.ts';
import { retryWebhookDelivery } from './contract.ts';

export const handler = lambda(
  retryWebhookDelivery,
  async ({ params: { webhookId, deliveryId }, tenant, caller, receivedAt }) => {
    const { status } = await requireSubscription(tenant, webhookId, 'crm');
    const delivery = await deliveryById(tenant, { subscriptionId: webhookId, id: deliveryId });
    if (!delivery || !maySeeDelivery(delivery, caller.permissions))
      throw notFound('delivery', deliveryId, 'deliveryId');
    assertRetryable(delivery, { what: 'webhook', status });
    const queue = await findSubjectQueue(tenant, delivery);
    const revived = reviveDelivery(delivery, delivery.body, receivedAt);
    const queued = {
      id: delivery.id,
      type: delivery.messageType,
      fields: [],
      at: delivery.createdDate,
    };
    return write(
      [
        putDelivery(tenant, revived),
        putSubjectQueue(tenant, queue, enqueueChange(queue, delivery, queued, receivedAt)),
      ],
      ok(presentDelivery(revived)),
    );
  },
);
