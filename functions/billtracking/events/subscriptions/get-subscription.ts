// GET /api/1.0/bill/event/subscription/{id}
import { notFound } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { subscriptionById } from '../../../../shared/subscriptions/store.ts';
import { isOfDoor } from '../../../../shared/subscriptions/subscription.ts';
import { successReply } from '../../envelopes.ts';
import { getSubscription } from './contract.ts';
import { presentSubscription, seesAddress } from './present.ts';

export const handler = lambda(getSubscription, async ({ params, tenant, now, ...viewer }) => {
  const subscription = await subscriptionById(tenant, params.id);
  if (!subscription || !isOfDoor(subscription, 'billtracking')) throw notFound('subscription', params.id);
  return successReply(
    presentSubscription(subscription, now, seesAddress(viewer, subscription), viewer.caller),
    subscription.name,
    {
      version: subscription.version,
      isComposed: true,
    },
  );
});
