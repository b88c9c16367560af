// Whose a subscription is.
import type { Caller } from '../../../../../shared/auth/access/access.ts';
import { isOfDoor, type SubscriptionItem } from '../../../../../shared/subscriptions/subscription.ts';

/** Whether the caller made a subscription: the same person, or for users who are no person the same sign-in name. */
export function isOwn(caller: Caller, subscription: SubscriptionItem): boolean {
  const { createdBy } = subscription;
  if (caller.kind === 'anonymous' || createdBy === undefined) return false;
  if (!isOfDoor(subscription, 'billtracking')) return false;
  return createdBy.personId === undefined
    ? caller.personId === undefined && createdBy.name === caller.name
    : createdBy.personId === caller.personId;
}
