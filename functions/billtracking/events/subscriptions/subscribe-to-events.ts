// POST /api/1.0/bill/event/subscribe
import { lambda } from '../../../../shared/http/lambda.ts';
import { write } from '../../../../shared/http/reply.ts';
import { successReply } from '../../envelopes.ts';
import { subscribeToEvents } from './contract.ts';
import { type IssuedCredentials, issueCredentials } from './credentials.ts';
import { findCallerEmail } from './find-user-email.ts';
import { parseSubscription } from './input.ts';
import { applyConsent } from './mail-consent.ts';
import { presentSubscription } from './present.ts';
import { insertSubscription } from './store.ts';
import { buildSubscription } from './subscription.ts';
import { setDigestTimer } from './timers.ts';

const messagesByChannel = {
  webhook: 'Subscribed. Keep the secret: it is told this once.',
  mail: 'Subscribed. The first mail comes when there is something new to tell.',
  push: 'Subscribed. Listen on the push channel for event-notices whose subject begins with this id: GET /api/1.0/bill/event/subscription/ with the subject behind it reads what is told.',
  calendar: 'Subscribed. Keep the address of the feed: it is told this once.',
} as const;
const unconfirmedMessage =
  'Subscribed. The address is not yours, so it was asked by mail; nothing else goes there until it confirms.';

export const handler = lambda(
  subscribeToEvents,
  async ({ body, tenant, caller, settings, now, ...context }) => {
    const { type, email: named } = body.channel;
    const hasAddress = type === 'mail' || (type === 'webhook' && named !== undefined);
    const email = hasAddress ? await findCallerEmail(tenant, caller) : undefined;
    const content = await parseSubscription(tenant, body, undefined, { settings, email });
    const creator =
      caller.kind === 'anonymous' ? undefined : { name: caller.name, personId: caller.personId };
    const bare = buildSubscription(context.newId(), content, creator, now);
    const hasCredentials = content.channel.type === 'webhook' || content.channel.type === 'calendar';
    const { kept, told } = hasCredentials
      ? await issueCredentials({ tenant, ...context }, bare, 0, now)
      : { kept: {}, told: {} satisfies IssuedCredentials };
    const made = { ...bare, ...kept, agreedEmail: undefined };
    const { subscription, changes } = applyConsent(made, email, { tenant, settings, ...context });
    const isActive = subscription.status === 'active';
    return write(
      [
        ...insertSubscription(tenant, subscription),
        ...(isActive ? setDigestTimer(tenant, subscription, now) : []),
        ...changes,
      ],
      successReply(
        { ...presentSubscription(subscription, now), ...told },
        isActive ? messagesByChannel[type] : unconfirmedMessage,
        { version: 1 },
      ),
    );
  },
);
