// GET /api/1.0/bill/event/subscription/{id}/deliveries

import { given } from '../../../shared/directory/given.ts';
import { notFound } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { succeeded } from '../envelopes.ts';
import { subscriptionById } from '../subscriptions/store.ts';
import { listDeliveries } from './contract.ts';
import { shownDelivery } from './delivery.ts';
import { deliveriesOf } from './store.ts';

export const handler = lambda(listDeliveries, async ({ params, query, tenant }) => {
  const { state, limit, cursor } = query;
  const wanted = { limit, ...given({ state, cursor }) };
  const [subscription, { deliveries, next }] = await Promise.all([
    subscriptionById(tenant, params.id),
    deliveriesOf(tenant, params.id, wanted),
  ]);
  if (!subscription) throw notFound('subscription', params.id);
  return succeeded(
    { deliveries: deliveries.map(shownDelivery), ...given({ next }) },
    `${deliveries.length} deliveries`,
  );
});
