// GET /api/1.0/bill/event/subscription/{id}/deliveries/{deliveryId}
import { notFound } from '../../../../../shared/errors/failure.ts';
import { lambda } from '../../../../../shared/http/lambda.ts';
import { successReply } from '../../../envelopes.ts';
import { subscriptionById } from '../store.ts';
import { getDelivery } from './contract.ts';
import { presentDelivery } from './delivery.ts';
import { deliveryById } from './store.ts';

export const handler = lambda(getDelivery, async ({ params: { id, deliveryId }, tenant }) => {
  const [subscription, delivery] = await Promise.all([
    subscriptionById(tenant, id),
    deliveryById(tenant, { subscriptionId: id, id: deliveryId }),
  ]);
  if (!subscription) throw notFound('subscription', id);
  if (!delivery) throw notFound('delivery', deliveryId, 'deliveryId');
  return successReply(presentDelivery(delivery), delivery.messageType);
});
