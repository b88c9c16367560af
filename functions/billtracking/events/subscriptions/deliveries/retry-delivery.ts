// POST /api/1.0/bill/event/subscription/{id}/deliveries/{deliveryId}/retry
import { changeById } from '../../../../../shared/change-feed/feed.ts';
import { notFound } from '../../../../../shared/errors/failure.ts';
import { lambda } from '../../../../../shared/http/lambda.ts';
import { write } from '../../../../../shared/http/reply.ts';
import {
  assertRetryable,
  maySeeDelivery,
  presentDelivery,
  reviveDelivery,
} from '../../../../../shared/subscriptions/delivery.ts';
import {
  deliveryById,
  findSubjectQueue,
  putDelivery,
  putSubjectQueue,
} from '../../../../../shared/subscriptions/delivery-store.ts';
import { requireSubscription } from '../../../../../shared/subscriptions/store.ts';
import { enqueueChange } from '../../../../../shared/subscriptions/subject-queue.ts';
import { successReply } from '../../../envelopes.ts';
import { loadChangeDetails } from './change-details.ts';
import { coversChange, hasRecord, loadChangedRecord } from './changed-record.ts';
import { retryDelivery } from './contract.ts';
import { buildChangeMessage, visibleFields } from './message.ts';

export const handler = lambda(retryDelivery, async ({ params, tenant, caller, receivedAt }) => {
  const subscription = await requireSubscription(tenant, params.id, 'billtracking');
  const delivery = await deliveryById(tenant, { subscriptionId: subscription.id, id: params.deliveryId });
  if (!delivery || !maySeeDelivery(delivery, caller.permissions))
    throw notFound('delivery', params.deliveryId);
  assertRetryable(delivery, { what: 'subscription', status: subscription.status });
  const queue = await findSubjectQueue(tenant, delivery);
  const change = await changeById(tenant, delivery.id);
  const record = change && hasRecord(change) ? await loadChangedRecord(tenant, change) : undefined;
  // The current state, because a later version may have been delivered since.
  const details = change && record ? await loadChangeDetails(tenant, change, record.subject) : {};
  const body =
    !delivery.byTopic && change && record && coversChange(subscription, change, record, details)
      ? JSON.stringify(buildChangeMessage(subscription, change, record.subject, details))
      : delivery.body;
  const revived = reviveDelivery(delivery, body, receivedAt);
  const queued = {
    id: delivery.id,
    type: delivery.messageType,
    fields: change ? visibleFields(change) : [],
    at: change?.time ?? delivery.createdDate,
    ...(delivery.byTopic && { byTopic: true as const }),
  };
  return write(
    [
      putDelivery(tenant, revived),
      putSubjectQueue(tenant, queue, enqueueChange(queue, delivery, queued, receivedAt)),
    ],
    successReply(
      presentDelivery(revived),
      subscription.status === 'active'
        ? 'The delivery is retried within a minute.'
        : `The delivery is retried when the subscription, which is ${subscription.status}, is resumed.`,
    ),
  );
});
