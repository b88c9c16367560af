// GET /api/1.0/bill/event/subscription/{id}/deliveries

import { invalid, notFound } from '../../../../../shared/errors/failure.ts';
import { lambda } from '../../../../../shared/http/lambda.ts';
import { maySeeDelivery, presentDelivery } from '../../../../../shared/subscriptions/delivery.ts';
import {
  deliveriesAfter,
  deliveriesBySubscription,
} from '../../../../../shared/subscriptions/delivery-store.ts';
import { subscriptionById } from '../../../../../shared/subscriptions/store.ts';
import { isOfDoor } from '../../../../../shared/subscriptions/subscription.ts';
import { omitUndefined } from '../../../../../shared/values/omit-undefined.ts';
import { successReply } from '../../../envelopes.ts';
import { listDeliveries } from './contract.ts';

export const handler = lambda(listDeliveries, async ({ params, query, tenant, caller }) => {
  const { state, limit, cursor, after } = query;
  const request = { limit, ...omitUndefined({ state, cursor }) };
  if (after !== undefined && (state !== undefined || cursor !== undefined)) {
    const message = 'after must not be combined with state or cursor: it lists deliveries in any state.';
    throw invalid([{ code: 'NOT_ALLOWED', message, target: 'after' }]);
  }
  const [subscription, { items, next }] = await Promise.all([
    subscriptionById(tenant, params.id),
    after === undefined
      ? deliveriesBySubscription(tenant, params.id, request)
      : { items: await deliveriesAfter(tenant, params.id, after, limit), next: undefined },
  ]);
  if (!subscription || !isOfDoor(subscription, 'billtracking')) throw notFound('subscription', params.id);
  const visible = items.filter((delivery) => maySeeDelivery(delivery, caller.permissions));
  return successReply(
    { deliveries: visible.map(presentDelivery), ...omitUndefined({ next }) },
    `${visible.length} deliveries`,
  );
});
