// POST /api/1.0/bill/event/subscribe

import { lambda } from '../../../../shared/http/lambda.ts';
import { write } from '../../../../shared/http/reply.ts';
import { auditSubscriptionChange } from '../../../../shared/subscriptions/audit.ts';
import { findCallerEmail } from '../../../../shared/subscriptions/find-user-email.ts';
import { toFollower } from '../../../../shared/subscriptions/follower.ts';
import { insertSubscription } from '../../../../shared/subscriptions/store.ts';
import { buildSubscription } from '../../../../shared/subscriptions/subscription.ts';
import { toAuthor } from '../../caller.ts';
import { successReply } from '../../envelopes.ts';
import { subscribeToEvents } from './contract.ts';
import { type IssuedCredentials, issueCredentials } from './credentials.ts';
import { parseSubscription } from './input.ts';
import { applyConsent } from './mail-consent.ts';
import { presentSubscription } from './present.ts';
import { setDigestTimer } from './timers.ts';

const messagesByChannel = {
  webhook: 'Subscribed. Store the secret: it is returned only once.',
  mail: 'Subscribed. The first mail is sent when there is something new.',
  push: 'Subscribed. Listen on the push channel for event-notices whose subject begins with this id; read each with GET /api/1.0/bill/event/subscription/{subject}.',
  calendar: 'Subscribed. Store the address of the feed: it is returned only once.',
} as const;
const unconfirmedMessage =
  'Subscribed. The address is not yours, so a mail asks it to confirm; nothing else is sent to it until it does.';

export const handler = lambda(
  subscribeToEvents,
  async ({ body, tenant, caller, settings, now, ...context }) => {
    const { type, email: sentEmail } = body.channel;
    const hasAddress = type === 'mail' || (type === 'webhook' && sentEmail !== undefined);
    const email = hasAddress ? await findCallerEmail(tenant, caller) : undefined;
    const content = await parseSubscription(tenant, body, undefined, { settings, email });
    const follower = toFollower(caller, content.what.topics);
    const created = {
      ...buildSubscription(context.newId(), content, toAuthor(caller), now),
      ...(follower && { follower }),
    };
    const hasCredentials = content.channel.type === 'webhook' || content.channel.type === 'calendar';
    const { stored, issued } = hasCredentials
      ? await issueCredentials({ tenant, ...context }, created, 0, now)
      : { stored: {}, issued: {} satisfies IssuedCredentials };
    const { subscription, changes } = applyConsent({ ...created, ...stored, agreedEmail: undefined }, email, {
      tenant,
      settings,
      ...context,
    });
    const isActive = subscription.status === 'active';
    return write(
      [
        ...insertSubscription(tenant, subscription),
        ...(isActive ? setDigestTimer(tenant, subscription, now) : []),
        ...changes,
        auditSubscriptionChange(tenant, { after: subscription }, { caller, now, ...context }),
      ],
      successReply(
        { ...presentSubscription(subscription, now, true, caller), ...issued },
        isActive ? messagesByChannel[type] : unconfirmedMessage,
        { version: 1 },
      ),
    );
  },
);
