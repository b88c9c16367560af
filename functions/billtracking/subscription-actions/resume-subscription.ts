// POST /api/1.0/bill/event/subscription/{id}/resume
import { lambda } from '../../../shared/http/lambda.ts';
import { write } from '../../../shared/http/reply.ts';
import { succeeded } from '../envelopes.ts';
import { shownSubscription } from '../subscriptions/shown-subscription.ts';
import { foundSubscription, subscriptionReplacement } from '../subscriptions/store.ts';
import { resumed } from '../subscriptions/subscription.ts';
import { digestTimer, subscriptionTimer } from '../subscriptions/timers.ts';
import { resumeSubscription } from './contract.ts';

export const handler = lambda(resumeSubscription, async ({ params, tenant, now, ifMatch }) => {
  const before = await foundSubscription(tenant, params.id);
  const { version } = before;
  if (before.status === 'active')
    return succeeded(shownSubscription(before, now), 'It is active already.', { version });
  const after = resumed(before, now);
  return write(
    [
      subscriptionReplacement(tenant, before, after, ifMatch),
      ...digestTimer(tenant, after, now),
      ...(after.channel.type === 'webhook' ? [subscriptionTimer(tenant, 'event-wake', after.id, now)] : []),
    ],
    succeeded(shownSubscription(after, now), 'It is active again.', { version: after.version }),
  );
});
