// GET /api/v1/Webhooks/{webhookId}/Deliveries

import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { maySeeDelivery, presentDelivery } from '../../../../shared/subscriptions/delivery.ts';
import { deliveriesBySubscription } from '../../../../shared/subscriptions/delivery-store.ts';
import { requireSubscription } from '../../../../shared/subscriptions/store.ts';
import { omitUndefined } from '../../../../shared/values/omit-undefined.ts';
import { listWebhookDeliveries } from './contract.ts';

export const handler = lambda(listWebhookDeliveries, async ({ params, query, tenant, caller }) => {
  const { state, pageSize, cursor } = query;
  const [, { items, next }] = await Promise.all([
    requireSubscription(tenant, params.webhookId, 'crm'),
    deliveriesBySubscription(tenant, params.webhookId, {
      limit: pageSize,
      ...omitUndefined({ state, cursor }),
    }),
  ]);
  const visible = items.filter((delivery) => maySeeDelivery(delivery, caller.permissions));
  return ok({ data: visible.map(presentDelivery), nextCursor: next ?? null });
});
