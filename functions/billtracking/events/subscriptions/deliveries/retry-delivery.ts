// POST /api/1.0/bill/event/subscription/{id}/deliveries/{deliveryId}/retry
import { changeById } from '../../../../../shared/data/change-feed.ts';
import { conflict, notFound } from '../../../../../shared/errors/failure.ts';
import { lambda } from '../../../../../shared/http/lambda.ts';
import { write } from '../../../../../shared/http/reply.ts';
import { successReply } from '../../../envelopes.ts';
import { requireSubscription } from '../store.ts';
import { retryDelivery } from './contract.ts';
import { presentDelivery, reviveDelivery } from './delivery.ts';
import { loadChangedRecord } from './fan-out.ts';
import { buildChangeMessage, visibleFields } from './message.ts';
import { deliveryById, findSubjectQueue, putDelivery, putSubjectQueue } from './store.ts';
import { enqueueChange } from './subject-queue.ts';

export const handler = lambda(retryDelivery, async ({ params, tenant, receivedAt }) => {
  const subscription = await requireSubscription(tenant, params.id);
  const delivery = await deliveryById(tenant, { subscriptionId: subscription.id, id: params.deliveryId });
  if (!delivery) throw notFound('delivery', params.deliveryId);
  if (delivery.state !== 'dead')
    throw conflict(`The delivery is ${delivery.state}; only dead ones are tried again.`, 'deliveryId');
  const lane = await findSubjectQueue(tenant, delivery);
  const change = await changeById(tenant, delivery.id);
  const asked = change && (await loadChangedRecord(tenant, change));
  // As it is now: what was told meanwhile may be later than what this was to tell.
  const body =
    change && asked
      ? JSON.stringify(buildChangeMessage(subscription.id, change, asked.subject))
      : delivery.body;
  const again = reviveDelivery(delivery, body, receivedAt);
  const waiting = {
    id: delivery.id,
    type: delivery.messageType,
    fields: change ? visibleFields(change) : [],
    at: change?.time ?? delivery.createdDate,
  };
  return write(
    [
      putDelivery(tenant, again),
      putSubjectQueue(tenant, lane, enqueueChange(lane, delivery, waiting, receivedAt)),
    ],
    successReply(
      presentDelivery(again),
      subscription.status === 'active'
        ? 'It is tried again within a minute.'
        : `It is tried again when the subscription, which is ${subscription.status}, is resumed.`,
    ),
  );
});
