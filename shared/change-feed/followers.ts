// Whether anybody follows the changes of a tenant one by one: only then does each of them become an event on the change bus.
import { type Change, type Condition, type OnConflict, update } from '../data/changes.ts';
import type { Key, TenantStore } from '../data/store.ts';

/** How many subscriptions a tenant has. */
export interface FollowerCountItem {
  readonly type: 'event-subscription-count';
  readonly count: number;
}

/** The number of subscriptions of a tenant, which is written in the transactions that create and delete them. */
export const followerCountKey = (tenant: TenantStore): Key<FollowerCountItem> =>
  tenant.key('EVENT-SUBSCRIPTION-COUNT', 'COUNT');

/**
 * Counts a new subscription, up to a number. Changes that are appended at the same moment may not count as followed yet; the
 * sweep of the feed finds them.
 */
export function addFollower(tenant: TenantStore, most: number, onConflict: OnConflict): Change {
  const condition: Condition = {
    expression: 'attribute_not_exists(pk) OR #count < :most',
    names: { '#count': 'count' },
    values: { ':most': most },
  };
  const counted = { set: { type: 'event-subscription-count' }, add: { count: 1 } } as const;
  return update(followerCountKey(tenant), counted, { condition, onConflict });
}

/** Counts a subscription that is deleted. */
export const removeFollower = (tenant: TenantStore): Change =>
  update(followerCountKey(tenant), { add: { count: -1 } });
