// DELETE /api/1.0/bill/event/own-subscriptions/{id}
import { notFound } from '../../../../../shared/errors/failure.ts';
import { lambda } from '../../../../../shared/http/lambda.ts';
import { write } from '../../../../../shared/http/reply.ts';
import { auditSubscriptionChange } from '../../../../../shared/subscriptions/audit.ts';
import { removeSubscription, requireSubscription } from '../../../../../shared/subscriptions/store.ts';
import { successReply } from '../../../envelopes.ts';
import { clearSubscriptionTimers } from '../timers.ts';
import { deleteOwnSubscription } from './contract.ts';
import { isOwn } from './ownership.ts';

export const handler = lambda(deleteOwnSubscription, async ({ params, tenant, ...context }) => {
  const subscription = await requireSubscription(tenant, params.id, 'billtracking');
  // Somebody else's is reported as absent, so that ids cannot be tried.
  if (!isOwn(context.caller, subscription)) throw notFound('subscription', params.id);
  return write(
    [
      ...removeSubscription(tenant, subscription, undefined),
      ...clearSubscriptionTimers(tenant, subscription),
      auditSubscriptionChange(tenant, { before: subscription }, context),
    ],
    successReply(true as const, 'The subscription was deleted.'),
  );
});
