// DELETE /api/1.0/bill/event/subscription/{id}
import { lambda } from '../../../../shared/http/lambda.ts';
import { write } from '../../../../shared/http/reply.ts';
import { auditSubscriptionChange } from '../../../../shared/subscriptions/audit.ts';
import { removeSubscription, requireSubscription } from '../../../../shared/subscriptions/store.ts';
import { assertMayDelete } from '../../caller.ts';
import { successReply } from '../../envelopes.ts';
import { deleteSubscription } from './contract.ts';
import { clearSubscriptionTimers } from './timers.ts';

export const handler = lambda(deleteSubscription, async ({ params, tenant, ifMatch, ...context }) => {
  const subscription = await requireSubscription(tenant, params.id, 'billtracking');
  assertMayDelete(context.caller, subscription.createdBy !== undefined, 'subscription');
  return write(
    [
      ...removeSubscription(tenant, subscription, ifMatch),
      ...clearSubscriptionTimers(tenant, subscription),
      auditSubscriptionChange(tenant, { before: subscription }, context),
    ],
    successReply(true as const, 'The subscription was deleted.'),
  );
});
