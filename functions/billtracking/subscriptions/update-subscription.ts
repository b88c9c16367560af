// PUT /api/1.0/bill/event/subscription/{id}
import { lambda } from '../../../shared/http/lambda.ts';
import { write } from '../../../shared/http/reply.ts';
import { succeeded } from '../envelopes.ts';
import { updateSubscription } from './contract.ts';
import { shownSubscription } from './shown-subscription.ts';
import { foundSubscription, subscriptionReplacement } from './store.ts';
import { changed } from './subscription.ts';
import { digestTimer } from './timers.ts';
import { wishedContent } from './wished-subscription.ts';

export const handler = lambda(
  updateSubscription,
  async ({ params, body, tenant, settings, now, ifMatch }) => {
    const before = await foundSubscription(tenant, params.id);
    const email = before.channel.type === 'mail' ? before.channel.email : undefined;
    const content = await wishedContent(tenant, body, before, { settings, email });
    const after = changed(before, content, now);
    return write(
      [
        subscriptionReplacement(tenant, before, after, ifMatch),
        ...(after.status === 'active' ? digestTimer(tenant, after, now) : []),
      ],
      succeeded(shownSubscription(after, now), 'The subscription was changed.', { version: after.version }),
    );
  },
);
