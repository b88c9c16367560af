// GET /api/1.0/bill/event/subscription/{id}/deliveries/{deliveryId}
import { notFound } from '../../../../../shared/errors/failure.ts';
import { lambda } from '../../../../../shared/http/lambda.ts';
import { maySeeDelivery, presentDelivery } from '../../../../../shared/subscriptions/delivery.ts';
import { deliveryById } from '../../../../../shared/subscriptions/delivery-store.ts';
import { subscriptionById } from '../../../../../shared/subscriptions/store.ts';
import { isOfDoor } from '../../../../../shared/subscriptions/subscription.ts';
import { successReply } from '../../../envelopes.ts';
import { getDelivery } from './contract.ts';

export const handler = lambda(getDelivery, async ({ params: { id, deliveryId }, tenant, caller }) => {
  const [subscription, delivery] = await Promise.all([
    subscriptionById(tenant, id),
    deliveryById(tenant, { subscriptionId: id, id: deliveryId }),
  ]);
  if (!subscription || !isOfDoor(subscription, 'billtracking')) throw notFound('subscription', id);
  if (!delivery || !maySeeDelivery(delivery, caller.permissions))
    throw notFound('delivery', deliveryId, 'deliveryId');
  return successReply(presentDelivery(delivery), delivery.messageType);
});
