// Stores subscriptions: all of a tenant's in one partition, because every change is matched against each of them.
//
// At most 500 of staff and as many of members, of about a kilobyte each: reading all of them costs at most 120 read units, and one
// for a handful.
import {
  addFollower,
  addMemberFollower,
  type FollowerGroup,
  followerCountKey,
  removeFollower,
} from '../change-feed/followers.ts';
import { type Change, insert, put, remove } from '../data/changes.ts';
import type { Key, Partition, TenantStore } from '../data/store.ts';
import { conflict, type Failure, notFound } from '../errors/failure.ts';
import { type IfMatch, ifUnchanged } from '../http/etag.ts';
import { isOfDoor, type SubscriptionDoor, type SubscriptionItem } from './subscription.ts';

export const MAX_SUBSCRIPTIONS = 500;
/** Members have a limit of their own, so that theirs leave no less to staff. */
const MAX_OF_MEMBERS = 500;

const countedAs = ({ isOfMember }: Pick<SubscriptionItem, 'isOfMember'>): FollowerGroup =>
  isOfMember ? 'ofMembers' : 'count';

const fullLimit = ({ isOfMember }: SubscriptionItem): Failure =>
  isOfMember
    ? conflict(
        `Members have ${MAX_OF_MEMBERS} subscriptions, which is the maximum; delete one of yours, or ask staff to subscribe you.`,
      )
    : conflict(`There are ${MAX_SUBSCRIPTIONS} subscriptions, which is the maximum; delete one first.`);

const PARTITION = 'EVENT-SUBSCRIPTIONS';
const subscriptions = (tenant: TenantStore): Partition<SubscriptionItem> => tenant.partition(PARTITION);
const subscriptionKey = (tenant: TenantStore, id: string): Key<SubscriptionItem> => tenant.key(PARTITION, id);

/** All subscriptions of a tenant, of every area. One query. */
export const allSubscriptions = (tenant: TenantStore): Promise<readonly SubscriptionItem[]> =>
  tenant.queryAll(subscriptions(tenant));

/** The subscription with this id, if there is one. One read. */
export const subscriptionById = (
  tenant: TenantStore,
  id: string,
  options?: { readonly consistent?: boolean },
): Promise<SubscriptionItem | undefined> => tenant.get(subscriptionKey(tenant, id), options);

const namesByDoor = { billtracking: 'subscription', crm: 'webhook' } as const;

/**
 * The subscription with this id that was made in the area, as it was last written.
 * @throws Failure 404
 */
export async function requireSubscription(
  tenant: TenantStore,
  id: string,
  door: SubscriptionDoor,
): Promise<SubscriptionItem> {
  const subscription = await subscriptionById(tenant, id, { consistent: true });
  if (!subscription || !isOfDoor(subscription, door)) throw notFound(namesByDoor[door], id);
  return subscription;
}

/** Writes a new subscription, unless the tenant has the maximum. */
export const insertSubscription = (tenant: TenantStore, subscription: SubscriptionItem): Change[] => [
  insert(subscriptionKey(tenant, subscription.id), subscription),
  addFollower(
    tenant,
    subscription.isOfMember ? MAX_OF_MEMBERS : MAX_SUBSCRIPTIONS,
    fullLimit(subscription),
    countedAs(subscription),
  ),
];

/** Writes a subscription over what was read as `before`. */
export const replaceSubscription = (
  tenant: TenantStore,
  before: SubscriptionItem,
  after: SubscriptionItem,
  ifMatch?: IfMatch,
): Change => put(subscriptionKey(tenant, before.id), after, ifUnchanged(before.version, ifMatch));

/**
 * Writes a new subscription of a member, unless another one was written since `counted` was read.
 * @throws Failure 409 when members have the maximum
 */
export function insertMemberSubscription(
  tenant: TenantStore,
  subscription: SubscriptionItem,
  counted: number | undefined,
): Change[] {
  if ((counted ?? 0) >= MAX_OF_MEMBERS) throw fullLimit(subscription);
  return [insert(subscriptionKey(tenant, subscription.id), subscription), addMemberFollower(tenant, counted)];
}

/** All subscriptions as they were last written, and how many of them are of members, read before. Two round trips. */
export async function loadMemberSubscriptions(tenant: TenantStore): Promise<{
  readonly counted: number | undefined;
  readonly all: readonly SubscriptionItem[];
}> {
  const followers = await tenant.get(followerCountKey(tenant), { consistent: true });
  const all = await tenant.queryAll(subscriptions(tenant), { consistent: true });
  return { counted: followers?.ofMembers, all };
}

/** Removes a subscription. Its deliveries expire by their TTL. */
export const removeSubscription = (
  tenant: TenantStore,
  subscription: SubscriptionItem,
  ifMatch: IfMatch | undefined,
): Change[] => [
  remove(subscriptionKey(tenant, subscription.id), ifUnchanged(subscription.version, ifMatch)),
  removeFollower(tenant, countedAs(subscription)),
];
