// POST /api/1.0/bill/event/subscription/{id}/pause
import { conflict } from '../../../../../shared/errors/failure.ts';
import { ifUnchanged } from '../../../../../shared/http/etag.ts';
import { lambda } from '../../../../../shared/http/lambda.ts';
import { write } from '../../../../../shared/http/reply.ts';
import { auditSubscriptionChange } from '../../../../../shared/subscriptions/audit.ts';
import { replaceSubscription, requireSubscription } from '../../../../../shared/subscriptions/store.ts';
import { applySubscriptionChange } from '../../../../../shared/subscriptions/subscription.ts';
import { successReply } from '../../../envelopes.ts';
import { presentSubscription, seesAddress } from '../present.ts';
import { clearSubscriptionTimers } from '../timers.ts';
import { pauseSubscription } from './contract.ts';

export const handler = lambda(
  pauseSubscription,
  async ({ params, tenant, settings, now, ifMatch, ...context }) => {
    const before = await requireSubscription(tenant, params.id, 'billtracking');
    const { version } = before;
    const showsAddress = seesAddress({ caller: context.caller, settings }, before);
    ifUnchanged(version, ifMatch);
    if (before.status === 'paused')
      return successReply(
        presentSubscription(before, now, showsAddress, context.caller),
        'The subscription is already paused.',
        { version },
      );
    if (before.status === 'disabled')
      throw conflict('The subscription is disabled and sends nothing; it cannot be paused.');
    if (before.status === 'unconfirmed')
      throw conflict('The subscription sends nothing until its address confirms; it cannot be paused.');
    const after = applySubscriptionChange(before, { status: 'paused' }, now);
    return write(
      [
        replaceSubscription(tenant, before, after, ifMatch),
        ...clearSubscriptionTimers(tenant, after),
        auditSubscriptionChange(tenant, { before, after }, { now, ...context }),
      ],
      successReply(
        presentSubscription(after, now, showsAddress, context.caller),
        'The subscription was paused.',
        {
          version: after.version,
        },
      ),
    );
  },
);
