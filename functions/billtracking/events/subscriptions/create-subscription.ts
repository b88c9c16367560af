// Creates a subscription: with its credentials, its consent and its first timer.
import type { Caller } from '../../../../shared/auth/access/access.ts';
import type { TenantItem } from '../../../../shared/auth/accounts/records.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { write } from '../../../../shared/http/reply.ts';
import { auditSubscriptionChange } from '../../../../shared/subscriptions/audit.ts';
import { toFollower } from '../../../../shared/subscriptions/follower.ts';
import { insertMemberSubscription, insertSubscription } from '../../../../shared/subscriptions/store.ts';
import { buildSubscription } from '../../../../shared/subscriptions/subscription.ts';
import { toAuthor } from '../../caller.ts';
import { successReply } from '../../envelopes.ts';
import type { CreateSubscriptionInput } from './contract.ts';
import { type IssuedCredentials, issueCredentials } from './credentials.ts';
import { parseSubscription } from './input.ts';
import { applyConsent } from './mail-consent.ts';
import { presentSubscription } from './present.ts';
import { setActiveTimers } from './timers.ts';

const messagesByChannel = {
  webhook: 'Subscribed. Store the secret: it is returned only once.',
  mail: 'Subscribed. The first mail is sent when there is something new.',
  push: 'Subscribed. Listen on the push channel for event-notices whose subject begins with this id; read each with GET /api/1.0/bill/event/subscription/{subject}.',
  calendar: 'Subscribed. Store the address of the feed: it is returned only once.',
} as const;
const unconfirmedMessage =
  'Subscribed. The address is not yours, so a mail asks it to confirm; nothing else is sent to it until it does.';

/** The part of the context of a request that creating a subscription needs. */
interface CreationContext {
  readonly tenant: TenantStore;
  readonly settings: TenantItem;
  readonly caller: Caller;
  readonly now: Date;
  readonly receivedAt: Date;
  readonly newId: () => string;
  readonly url: (path: string) => string;
  readonly request: { readonly address: string; readonly headers: Readonly<Record<string, string>> };
}

/**
 * @param email the caller's own address, where the channel needs it and it is known
 * @param ofMembers how many subscriptions members had, for one that a member makes for themselves
 */
export async function createSubscription(
  body: CreateSubscriptionInput,
  email: string | undefined,
  { tenant, settings, caller, now, ...context }: CreationContext,
  ofMembers?: { readonly counted: number | undefined },
) {
  const content = await parseSubscription(tenant, body, undefined, { settings, email });
  const follower = toFollower(caller, content.what.topics);
  const created = {
    ...buildSubscription(context.newId(), content, toAuthor(caller), now),
    ...(follower && { follower }),
    ...(ofMembers && ({ isOfMember: true } as const)),
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
      ...(ofMembers
        ? insertMemberSubscription(tenant, subscription, ofMembers.counted)
        : insertSubscription(tenant, subscription)),
      ...(isActive ? setActiveTimers(tenant, subscription, now) : []),
      ...changes,
      auditSubscriptionChange(tenant, { after: subscription }, { caller, now, ...context }),
    ],
    successReply(
      { ...presentSubscription(subscription, now, true, caller), ...issued },
      isActive ? messagesByChannel[content.channel.type] : unconfirmedMessage,
      { version: 1 },
    ),
  );
}
