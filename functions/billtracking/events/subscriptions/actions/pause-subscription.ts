// POST /api/1.0/bill/event/subscription/{id}/pause
import { conflict } from '../../../../../shared/errors/failure.ts';
import { lambda } from '../../../../../shared/http/lambda.ts';
import { write } from '../../../../../shared/http/reply.ts';
import { successReply } from '../../../envelopes.ts';
import { presentSubscription } from '../present.ts';
import { replaceSubscription, requireSubscription } from '../store.ts';
import { applySubscriptionChange } from '../subscription.ts';
import { clearSubscriptionTimers } from '../timers.ts';
import { pauseSubscription } from './contract.ts';

export const handler = lambda(pauseSubscription, async ({ params, tenant, now, ifMatch }) => {
  const before = await requireSubscription(tenant, params.id);
  const { version } = before;
  if (before.status === 'paused')
    return successReply(presentSubscription(before, now), 'It is paused already.', { version });
  if (before.status === 'disabled')
    throw conflict('It is disabled, and nothing is sent; resume it or leave it.');
  if (before.status === 'unconfirmed')
    throw conflict('Nothing is sent until its address confirms; there is nothing to pause.');
  const after = applySubscriptionChange(before, { status: 'paused' }, now);
  return write(
    [replaceSubscription(tenant, before, after, ifMatch), ...clearSubscriptionTimers(tenant, after)],
    successReply(presentSubscription(after, now), 'It is paused.', { version: after.version }),
  );
});
