// POST /api/1.0/bill/event/own-subscriptions
import { conflict, type ErrorDetail, throwIfInvalid } from '../../../../../shared/errors/failure.ts';
import { lambda } from '../../../../../shared/http/lambda.ts';
import { findCallerEmail } from '../../../../../shared/subscriptions/find-user-email.ts';
import { loadMemberSubscriptions } from '../../../../../shared/subscriptions/store.ts';
import type { CreateSubscriptionInput } from '../contract.ts';
import { createSubscription } from '../create-subscription.ts';
import { subscribeOneself } from './contract.ts';
import { isOwn } from './ownership.ts';

/** Of one member, so that none uses up the limit of all members. */
export const MAX_OWN_SUBSCRIPTIONS = 20;

const notAllowed = (target: string, message: string): ErrorDetail => ({
  code: 'NOT_ALLOWED',
  target,
  message,
});

/** What members may not choose: other channels, other people's addresses, and topics. */
function validateOwn({ channel, what }: CreateSubscriptionInput, email: string | undefined): ErrorDetail[] {
  const isOther = channel.email !== undefined && channel.email.toLowerCase() !== email?.toLowerCase();
  return [
    ...(channel.type === 'mail' || channel.type === 'calendar'
      ? []
      : [notAllowed('channel.type', `channel.type must be mail or calendar, but was ${channel.type}.`)]),
    ...(isOther
      ? [notAllowed('channel.email', 'channel.email must be your own address; leave it out to use that.')]
      : []),
    ...((what?.topics ?? []).length > 0
      ? [notAllowed('what.topics', 'what.topics are for webhooks, which members do not have.')]
      : []),
  ];
}

/** Whether a user with so many subscriptions may have another. */
export const hasRoom = (count: number): boolean => count < MAX_OWN_SUBSCRIPTIONS;

export const handler = lambda(subscribeOneself, async ({ body, ...context }) => {
  const { tenant, caller } = context;
  const [email, { counted, all }] = await Promise.all([
    findCallerEmail(tenant, caller),
    loadMemberSubscriptions(tenant),
  ]);
  throwIfInvalid(validateOwn(body, email));
  if (!hasRoom(all.filter((subscription) => isOwn(caller, subscription)).length))
    throw conflict(
      `You have ${MAX_OWN_SUBSCRIPTIONS} subscriptions, which is the maximum; delete one first.`,
    );
  return createSubscription(body, email, context, { counted });
});
