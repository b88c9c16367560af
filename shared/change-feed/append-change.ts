// Appends changes to the feeds of tenants: what a batch has to know, and how a change is stored.
import { type TenantItem, tenantKey } from '../auth/accounts/records.ts';
import { type Change, commit, ifAbsent, ifVersion, put, StaleRead } from '../data/changes.ts';
import { readMany, type TenantStore } from '../data/store.ts';
import type { ChangeEvent } from './change-event.ts';
import type { ChangedValues } from './changed-values.ts';
import { adjustWidths, chooseShard, type FeedWidth } from './feed-shards.ts';
import {
  type ChangeItem,
  changeKey,
  changesByAppendTime,
  earlierChangeKey,
  type FeedStateItem,
  stateKey,
} from './feed-store.ts';
import {
  type FollowedSweepItem,
  type FollowerCountItem,
  followedSweepKey,
  followerCountKey,
  isFollowed,
} from './followers.ts';
import { defaultChangeRetentionDays } from './retention.ts';
import { type ValuesSweepItem, valuesSweepKey } from './values-sweep.ts';

/** A change to be appended. */
export interface NewChange {
  readonly event: ChangeEvent;
  readonly values: ChangedValues | undefined;
}

/** What appending to a tenant's feed needs to know. */
export interface AppendFacts {
  readonly state: FeedStateItem | undefined;
  readonly retentionDays: number;
  readonly isFollowed: boolean;
  /** The tenant as it is stored, where drafts of broadcasts wait for changes. */
  readonly awaitedBy: TenantItem | undefined;
  readonly sweep: FollowedSweepItem | undefined;
  /** Read only where a change may leave a listed value without a record. */
  readonly valuesSweep: ValuesSweepItem | undefined;
  /** The positions of the changes that are stored already, by their ids. */
  readonly places: ReadonlyMap<string, string>;
}

const listPlaces = (
  ids: readonly string[],
  items: readonly (ChangeItem | undefined)[],
): (readonly [string, string])[] =>
  ids.flatMap((id, index) => {
    const item = items[index];
    return item ? [[id, item.gsi1sk] as const] : [];
  });

/** The feeds of tenants with the changes of a batch: one round trip per hundred, and one for what may be stored as before. */
export async function loadAppendFacts(
  batch: readonly {
    readonly tenant: TenantStore;
    readonly ids: readonly string[];
    readonly mayLeaveValues: boolean;
  }[],
): Promise<AppendFacts[]> {
  const loaded = await Promise.all(
    batch.map(async ({ tenant, ids, mayLeaveValues }) => {
      const [first, second, third, fourth, ...items] = await readMany<
        FeedStateItem | TenantItem | FollowerCountItem | FollowedSweepItem | ChangeItem | ValuesSweepItem
      >(
        [
          stateKey(tenant),
          tenantKey(tenant),
          followerCountKey(tenant),
          followedSweepKey(tenant),
          ...ids.map((id) => changeKey(tenant, id)),
          ...(mayLeaveValues ? [valuesSweepKey(tenant)] : []),
        ],
        { consistent: true },
      );
      const state = first as FeedStateItem | undefined;
      const settings = second as TenantItem | undefined;
      const followers = third as FollowerCountItem | undefined;
      const sweep = fourth as FollowedSweepItem | undefined;
      const since = state?.keyedSince;
      const missing = ids.filter((_, index) => items[index] === undefined);
      const mayBeEarlier = missing.filter((id) => since === undefined || Number(id.slice(0, 13)) < since);
      const earlier = await readMany(
        mayBeEarlier.map((id) => earlierChangeKey(tenant, id)),
        { consistent: true },
      );
      return {
        state,
        retentionDays: settings?.changeRetentionDays ?? defaultChangeRetentionDays,
        isFollowed: isFollowed(followers),
        awaitedBy: (followers?.waits ?? 0) > 0 ? settings : undefined,
        sweep,
        valuesSweep: mayLeaveValues ? (items[ids.length] as ValuesSweepItem | undefined) : undefined,
        places: new Map([
          ...listPlaces(ids, items as readonly (ChangeItem | undefined)[]),
          ...listPlaces(mayBeEarlier, earlier),
        ]),
      };
    }),
  );
  return loaded;
}

/** The widths by which a batch is appended; stores them where they are new. */
export async function prepareWidths(
  tenant: TenantStore,
  { state }: AppendFacts,
  changesPerSecond: number,
  now: Date,
): Promise<readonly FeedWidth[]> {
  const widths = adjustWidths(state?.widths ?? [], changesPerSecond, now.getTime());
  if (state && widths === state.widths) return widths;
  const after: FeedStateItem = {
    type: 'change-feed',
    keyedSince: state?.keyedSince ?? now.getTime(),
    widths,
    version: (state?.version ?? 0) + 1,
  };
  try {
    const condition = state ? ifVersion(state.version) : ifAbsent;
    await commit([put(stateKey(tenant), after, { condition, onConflict: 'retry' })]);
    return widths;
  } catch (error) {
    if (!(error instanceof StaleRead)) throw error;
    // Another reader of the stream stored its widths at the same moment: those count.
    return (await tenant.get(stateKey(tenant), { consistent: true }))?.widths ?? widths;
  }
}

/** How a batch is appended. */
export interface AppendContext {
  readonly widths: readonly FeedWidth[];
  readonly facts: AppendFacts;
  readonly now: Date;
}

/** Stores a change at a position of the feed. */
export const putChange = (
  tenant: TenantStore,
  { event, values }: NewChange,
  position: string,
  { widths, facts: { isFollowed, retentionDays }, now }: AppendContext,
): Change =>
  put<object>(
    changeKey(tenant, event.id),
    {
      type: isFollowed ? 'followed-change' : 'change',
      event,
      ...(values && { values }),
      ttl: Math.floor(now.getTime() / 1000) + retentionDays * 86_400,
    },
    { listed: { listing: changesByAppendTime(tenant, chooseShard(widths, event.id)), sort: position } },
  );
