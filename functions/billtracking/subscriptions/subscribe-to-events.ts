// POST /api/1.0/bill/event/subscribe
import { lambda } from '../../../shared/http/lambda.ts';
import { write } from '../../../shared/http/reply.ts';
import { succeeded } from '../envelopes.ts';
import { subscribeToEvents } from './contract.ts';
import { freshCredentials, type ToldOnce } from './credentials.ts';
import { ownEmail } from './own-email.ts';
import { shownSubscription } from './shown-subscription.ts';
import { subscriptionCreation } from './store.ts';
import { newSubscription } from './subscription.ts';
import { digestTimer } from './timers.ts';
import { wishedContent } from './wished-subscription.ts';

const messages = {
  webhook: 'Subscribed. Keep the secret: it is told this once.',
  mail: 'Subscribed. The first mail comes when there is something new to tell.',
  push: 'Subscribed. Listen on the push channel for event-notices.updated with this id as its subject.',
  calendar: 'Subscribed. Keep the address of the feed: it is told this once.',
} as const;

export const handler = lambda(
  subscribeToEvents,
  async ({ body, tenant, caller, settings, now, ...context }) => {
    const isMail = body.channel.type === 'mail' && body.channel.email === undefined;
    const email = isMail ? await ownEmail(tenant, caller) : undefined;
    const content = await wishedContent(tenant, body, undefined, { settings, email });
    const creator =
      caller.kind === 'anonymous' ? undefined : { name: caller.name, personId: caller.personId };
    const bare = newSubscription(context.newId(), content, creator, now);
    const hasCredentials = content.channel.type === 'webhook' || content.channel.type === 'calendar';
    const { kept, told } = hasCredentials
      ? await freshCredentials({ tenant, ...context }, bare, 0, now)
      : { kept: {}, told: {} satisfies ToldOnce };
    const subscription = { ...bare, ...kept };
    return write(
      [...subscriptionCreation(tenant, subscription), ...digestTimer(tenant, subscription, now)],
      succeeded({ ...shownSubscription(subscription, now), ...told }, messages[content.channel.type], {
        version: 1,
      }),
    );
  },
);
