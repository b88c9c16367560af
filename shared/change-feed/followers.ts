// Whether anybody follows the changes of a tenant one by one: only then does each of them become an event on the change bus.
import { type Change, type Condition, listingAttributes, type OnConflict, update } from '../data/changes.ts';
import { formatDueTime } from '../data/due-partition.ts';
import type { Key, TenantStore } from '../data/store.ts';

/** How many subscriptions and saved searches a tenant has. */
export interface FollowerCountItem {
  readonly type: 'event-subscription-count';
  readonly count?: number | undefined;
  /** How many subscriptions members made for themselves: they have a limit of their own. */
  readonly ofMembers?: number | undefined;
  /** How many searches for new bills a tenant has saved, which are compared with each change of a bill. */
  readonly searches?: number | undefined;
  /** How many drafts of broadcasts wait for a change. */
  readonly waits?: number | undefined;
}

/** The number of subscriptions of a tenant, which is written in the transactions that create and delete them. */
export const followerCountKey = (tenant: TenantStore): Key<FollowerCountItem> =>
  tenant.key('EVENT-SUBSCRIPTION-COUNT', 'COUNT');

/** Whose subscriptions are counted together. */
export type FollowerGroup = 'count' | 'ofMembers';

/**
 * Counts a new subscription among those of its group, up to a number. Changes that are appended at the same moment may not count as followed yet; the
 * sweep of the feed finds them.
 */
export function addFollower(
  tenant: TenantStore,
  most: number,
  onConflict: OnConflict,
  group: FollowerGroup = 'count',
): Change {
  const condition: Condition = {
    expression: 'attribute_not_exists(#group) OR #group < :most',
    names: { '#group': group },
    values: { ':most': most },
  };
  const counted = { set: { type: 'event-subscription-count' }, add: { [group]: 1 } } as const;
  return update(followerCountKey(tenant), counted, { condition, onConflict });
}

/**
 * Counts a new subscription of a member among those that were counted when the member's own were read, so that of two requests
 * at once the later one is decided again on what the first one left.
 */
export const addMemberFollower = (tenant: TenantStore, counted: number | undefined): Change =>
  update(
    followerCountKey(tenant),
    { set: { type: 'event-subscription-count' }, add: { ofMembers: 1 } },
    {
      condition:
        counted === undefined
          ? { expression: 'attribute_not_exists(ofMembers)' }
          : { expression: 'ofMembers = :counted', values: { ':counted': counted } },
      onConflict: 'retryInTurn',
    },
  );

/** Whether the changes of a tenant are sent to anybody, or compared with searches. */
export const isFollowed = (followers: FollowerCountItem | undefined): boolean =>
  (followers?.count ?? 0) + (followers?.ofMembers ?? 0) + (followers?.searches ?? 0) > 0;

/** What is counted apart from subscriptions. */
type CountedReader = 'searches' | 'waits';

const addReader = (
  tenant: TenantStore,
  reader: CountedReader,
  most: number,
  onConflict: OnConflict,
): Change =>
  update(
    followerCountKey(tenant),
    { set: { type: 'event-subscription-count' }, add: { [reader]: 1 } },
    {
      condition: {
        expression: 'attribute_not_exists(#reader) OR #reader < :most',
        names: { '#reader': reader },
        values: { ':most': most },
      },
      onConflict,
    },
  );

const removeReader = (tenant: TenantStore, reader: CountedReader): Change =>
  update(followerCountKey(tenant), { add: { [reader]: -1 } });

/** Counts a new search, up to a number. */
export const addSearch = (tenant: TenantStore, most: number, onConflict: OnConflict): Change =>
  addReader(tenant, 'searches', most, onConflict);

/** Counts a search that is deleted. */
export const removeSearch = (tenant: TenantStore): Change => removeReader(tenant, 'searches');

/** Counts a new draft that waits for a change, up to a number. */
export const addWait = (tenant: TenantStore, most: number, onConflict: OnConflict): Change =>
  addReader(tenant, 'waits', most, onConflict);

/** Counts a draft that no longer waits. */
export const removeWait = (tenant: TenantStore): Change => removeReader(tenant, 'waits');

/** Counts a subscription that is deleted. */
export const removeFollower = (tenant: TenantStore, group: FollowerGroup = 'count'): Change =>
  update(followerCountKey(tenant), { add: { [group]: -1 } });

/** How far the sweep has read the changes of a tenant with subscriptions, and whether there are later ones. */
export interface FollowedSweepItem {
  readonly type: 'event-sweep';
  /** The position in the feed where the next sweep begins; absent before the first. */
  readonly place?: string | undefined;
  /** When changes were last appended, epoch milliseconds; absent where an earlier version wrote the item. */
  readonly appendedAt?: number | undefined;
  /** Present while a sweep is due. */
  readonly gsi1sk?: string | undefined;
}

/** Sweeps of followed changes as work that is due. */
export const followedChangesKind = { listing: 'EVENT-SWEEPS', moment: 'milliseconds' } as const;

/** How long after a change a sweep looks whether it was fanned out, in milliseconds. */
export const sweepDelay = 60_000;

export const followedSweepKey = (tenant: TenantStore): Key<FollowedSweepItem> =>
  tenant.key('EVENT-SWEEP', 'SWEEP');

/**
 * Makes a sweep due after changes that are appended now; one that is due already stays. Written before the changes, so a
 * process that ends in between leaves nothing that no sweep looks for.
 */
export function markFollowedChanges(
  tenant: TenantStore,
  seen: FollowedSweepItem | undefined,
  now: Date,
): Change {
  const key = followedSweepKey(tenant);
  const sort = seen?.gsi1sk ?? formatDueTime(now.getTime() + sweepDelay);
  const listing = tenant.dueListing(followedChangesKind.listing);
  return update(key, {
    set: { type: 'event-sweep', appendedAt: now.getTime(), ...listingAttributes(key, { listing, sort }) },
  });
}

/** No sweep is due any more, unless changes were appended since the item was read. */
export const endFollowedSweep = (tenant: TenantStore, { appendedAt }: FollowedSweepItem): Change =>
  update(
    followedSweepKey(tenant),
    { unset: ['gsi1pk', 'gsi1sk', 'gsi2pk'] },
    {
      condition: { expression: 'appendedAt = :seen', values: { ':seen': appendedAt } },
      onConflict: 'retry',
    },
  );
