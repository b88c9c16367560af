// Whose permissions decide what a subscription is sent by topic (docs/events.md#subscriptions).
import type { Caller } from '../auth/access/access.ts';
import { loadSubjectPermissions } from '../auth/access/subject-permissions.ts';
import type { Permission } from '../auth/permissions/permissions.ts';
import type { ChangeEvent } from '../change-feed/change-event.ts';
import { assertMayFollow, isOfTopics, mayReadChange } from '../change-feed/topics.ts';
import type { TenantStore } from '../data/store.ts';
import { omitUndefined } from '../values/omit-undefined.ts';
import type { Follower, SubscriptionContent, SubscriptionItem } from './subscription.ts';

/**
 * The caller as the follower of topics.
 * @throws Failure 403 PERMISSION_DENIED when it may not read the records of one
 */
export function toFollower(caller: Caller, topics: readonly string[] | undefined): Follower | undefined {
  assertMayFollow(topics, caller.permissions);
  if (!topics || caller.kind === 'anonymous') return undefined;
  return { subject: caller.subject, ...omitUndefined({ scope: caller.claims.scope }) };
}

/**
 * The follower after an update. Whoever adds topics or sends them to another address becomes the follower of all of them,
 * so nobody gets by it what only somebody else may read.
 * @throws Failure 403 PERMISSION_DENIED when the caller may not read the records of a topic
 */
export function updateFollower(
  before: SubscriptionItem,
  { what: { topics }, channel }: Pick<SubscriptionContent, 'what' | 'channel'>,
  caller: Caller,
): Follower | undefined {
  const moves =
    channel.type === 'webhook' && before.channel.type === 'webhook' && channel.url !== before.channel.url;
  const hasNew = (topics ?? []).some((topic) => !before.what.topics?.includes(topic));
  return moves || hasNew ? toFollower(caller, topics) : before.follower;
}

/**
 * Refuses a new secret to who may not read what it signs, as an update does to who adds topics or changes the address: with the
 * secret one can speak for the subscription. Whose permissions decide what is sent stays.
 * @throws Failure 403 PERMISSION_DENIED when the caller may not read the records of a topic
 */
export const assertMayTakeSecret = (
  { what: { topics } }: Pick<SubscriptionContent, 'what'>,
  { permissions }: Pick<Caller, 'permissions'>,
): void => assertMayFollow(topics, permissions);

/** The subscriptions that follow the change by a topic, and whose follower may read the record by now. */
export async function selectFollowing(
  tenant: TenantStore,
  subscriptions: readonly SubscriptionItem[],
  change: ChangeEvent,
): Promise<SubscriptionItem[]> {
  const following = subscriptions.flatMap((subscription) => {
    const { what, follower } = subscription;
    return follower && what.topics && isOfTopics(change, what.topics) ? [{ subscription, follower }] : [];
  });
  if (following.length === 0) return [];
  const permissions = await loadSubjectPermissions(
    tenant,
    following.map(({ follower }) => follower),
  );
  return following.flatMap(({ subscription }, index) =>
    mayReadChange(change, permissions[index] ?? new Set<Permission>()) ? [subscription] : [],
  );
}

/** Whether the follower of a subscription may still read the records of a change of this type. */
export async function followerMayRead(
  tenant: TenantStore,
  { follower }: Pick<SubscriptionItem, 'follower'>,
  type: string,
): Promise<boolean> {
  if (!follower) return false;
  const [permissions] = await loadSubjectPermissions(tenant, [follower]);
  return permissions !== undefined && mayReadChange({ type }, permissions);
}
