// POST /api/1.0/bill/event/subscription/{id}/secret/rotate
import { lambda } from '../../../../../shared/http/lambda.ts';
import { write } from '../../../../../shared/http/reply.ts';
import { auditSubscriptionChange } from '../../../../../shared/subscriptions/audit.ts';
import { assertMayTakeSecret } from '../../../../../shared/subscriptions/follower.ts';
import { replaceSubscription, requireSubscription } from '../../../../../shared/subscriptions/store.ts';
import { applySubscriptionChange } from '../../../../../shared/subscriptions/subscription.ts';
import { successReply } from '../../../envelopes.ts';
import { issueCredentials } from '../credentials.ts';
import { presentSubscription, seesAddress } from '../present.ts';
import { rotateSubscriptionSecret } from './contract.ts';

export const handler = lambda(
  rotateSubscriptionSecret,
  async ({ params, body, tenant, settings, now, receivedAt, newId, url, ifMatch, ...context }) => {
    const before = await requireSubscription(tenant, params.id, 'billtracking');
    assertMayTakeSecret(before, context.caller);
    // Secrets expire in real time, regardless of a sandbox's clock.
    const { stored, issued } = await issueCredentials(
      { tenant, newId, url },
      before,
      body.overlapHours,
      receivedAt,
    );
    const after = applySubscriptionChange(before, stored, now);
    return write(
      [
        replaceSubscription(tenant, before, after, ifMatch),
        auditSubscriptionChange(tenant, { before, after }, { now, newId, ...context }),
      ],
      successReply(
        {
          ...presentSubscription(
            after,
            receivedAt,
            seesAddress({ caller: context.caller, settings }, after),
            context.caller,
          ),
          ...issued,
        },
        'Store it: it is returned only once.',
        {
          version: after.version,
        },
      ),
    );
  },
);
