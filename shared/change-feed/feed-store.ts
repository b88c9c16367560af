// Where a tenant's changes are stored: each under its id in a partition of its own, listed by when it was appended, in one
// listing or, for a tenant that changes very much, in several that are read as one.
import type { Key, Partition, TenantStore } from '../data/store.ts';
import type { ChangeEvent } from './change-event.ts';
import type { ChangedValues } from './changed-values.ts';
import { countShards, type FeedWidth } from './feed-shards.ts';

/** Stored under the event's id, so that a change delivered twice is stored once; listed by when it was appended. */
export interface ChangeItem {
  /** What subscriptions may follow has a type of its own, because the change bus selects by type. */
  readonly type: 'change' | 'followed-change';
  readonly event: ChangeEvent;
  /** For deliveries only; the feed never returns them. */
  readonly values?: ChangedValues | undefined;
  /** Epoch seconds; absent where an earlier version stored the change. */
  readonly ttl?: number | undefined;
  readonly gsi1sk: string;
}

/** A change with the key under which it is stored. */
export interface StoredChange extends ChangeItem {
  readonly pk: string;
  readonly sk: string;
}

/** What a feed remembers of itself. */
export interface FeedStateItem {
  readonly type: 'change-feed';
  /** Epoch milliseconds: later changes are stored under their ids. Earlier ones may be in the partition of all changes. */
  readonly keyedSince: number;
  readonly widths: readonly FeedWidth[];
  readonly version: number;
}

export const changeKey = (tenant: TenantStore, id: string): Key<ChangeItem> =>
  tenant.key(`CHANGE#${id}`, 'CHANGE');
/** Where an earlier version stored all changes: a key that rises with time, which limits a tenant's writes. */
export const earlierChangeKey = (tenant: TenantStore, id: string): Key<ChangeItem> =>
  tenant.key('CHANGES', id);
export const stateKey = (tenant: TenantStore): Key<FeedStateItem> => tenant.key('CHANGE-FEED', 'STATE');
export const changesByAppendTime = (tenant: TenantStore, shard: number): Partition<ChangeItem> =>
  tenant.listing(shard === 0 ? 'CHANGES' : `CHANGES#${shard}`);

/** The id of the change that is stored at a key; undefined for other keys. */
export const readChangeId = (partition: string): string | undefined => /^CHANGE#(.+)$/s.exec(partition)?.[1];

/** The text of a moment at the beginning of positions and ids. */
export const toMomentText = (milliseconds: number): string => String(milliseconds).padStart(13, '0');

/** DynamoDB deletes expired items within days: until then they are left out. */
const isStored = (item: ChangeItem | undefined, now: Date): item is ChangeItem =>
  item !== undefined && (item.ttl === undefined || item.ttl * 1000 > now.getTime());

/** The changes with these ids, in their order. One round trip per hundred, and one for what an earlier version stored. */
export async function findChanges(
  tenant: TenantStore,
  ids: readonly string[],
  now: Date,
  options: { readonly consistent?: boolean } = { consistent: true },
): Promise<(ChangeItem | undefined)[]> {
  const found = await tenant.getMany(
    ids.map((id) => changeKey(tenant, id)),
    options,
  );
  const missing = ids.filter((_, index) => found[index] === undefined);
  const earlier = await tenant.getMany(
    missing.map((id) => earlierChangeKey(tenant, id)),
    options,
  );
  const byId = new Map(missing.map((id, index) => [id, earlier[index]]));
  return ids.map((id, index) => {
    const item = found[index] ?? byId.get(id);
    return isStored(item, now) ? item : undefined;
  });
}

/** The change with this id and what the feed remembers of itself, in one round trip. */
export async function loadFeed(
  tenant: TenantStore,
  now: Date,
  id?: string,
): Promise<{ readonly widths: readonly FeedWidth[]; readonly change: ChangeItem | undefined }> {
  const keys = id === undefined ? [] : [changeKey(tenant, id), earlierChangeKey(tenant, id)];
  const [state, ...changes] = await tenant.getMany<FeedStateItem | ChangeItem>([stateKey(tenant), ...keys], {
    consistent: true,
  });
  return {
    widths: (state as FeedStateItem | undefined)?.widths ?? [],
    change: (changes as readonly (ChangeItem | undefined)[]).find((item) => isStored(item, now)),
  };
}

/** A part of the feed, in the order in which changes were appended. */
export interface FeedRange {
  /** Positions, both inclusive. */
  readonly from: string;
  readonly to: string;
  /** The most changes of a page; a page of a wide feed may have fewer. */
  readonly limit: number;
}

/** A page of changes, and whether more follow. */
export interface FeedPage {
  readonly items: readonly ChangeItem[];
  readonly hasMore: boolean;
}

/** Of several listings, each a part of its share more, so that most pages are full. */
const sharePerShard = (limit: number, shards: number): number =>
  shards === 1 ? limit : Math.min(limit, Math.ceil(limit / shards) + 10);

/** Reads from all listings of a range in parallel. What one has not been read up to is left for the next page. */
async function queryListings(
  tenant: TenantStore,
  widths: readonly FeedWidth[],
  { from, to, limit }: FeedRange,
): Promise<FeedPage> {
  const shards = countShards(widths, Number(from.slice(0, 13)), Number(to.slice(0, 13)));
  const share = sharePerShard(limit, shards);
  const pages = await Promise.all(
    Array.from({ length: shards }, (_, shard) =>
      tenant.query(changesByAppendTime(tenant, shard), { from, to, limit: share }),
    ),
  );
  const ends = pages.flatMap(({ items, next }) => (next ? [items.at(-1)?.gsi1sk ?? from] : []));
  const end = ends.sort()[0] ?? to;
  const complete = pages
    .flatMap(({ items }) => items)
    .filter(({ gsi1sk }) => gsi1sk <= end)
    .sort((a, b) => (a.gsi1sk < b.gsi1sk ? -1 : 1));
  return { items: complete.slice(0, limit), hasMore: ends.length > 0 || complete.length > limit };
}

/** Reads a page of the feed: no change is skipped but those that are no longer stored. */
export async function queryFeed(
  tenant: TenantStore,
  widths: readonly FeedWidth[],
  range: FeedRange,
  now: Date,
): Promise<FeedPage> {
  let from = range.from;
  for (;;) {
    const { items, hasMore } = await queryListings(tenant, widths, { ...range, from });
    const stored = items.filter((item) => isStored(item, now));
    const last = items.at(-1)?.gsi1sk;
    if (stored.length > 0 || !hasMore || last === undefined) return { items: stored, hasMore };
    from = `${last}~`;
  }
}

/** The id of the last change before a position, or at it: each listing is read backward in parallel. */
export async function findIdBefore(tenant: TenantStore, position: string): Promise<string | undefined> {
  const { widths } = await loadFeed(tenant, new Date(0));
  // However long ago it was: any width may have been used then.
  const shards = countShards(widths, 0, Number(position.slice(0, 13)));
  const pages = await Promise.all(
    Array.from({ length: shards }, (_, shard) =>
      tenant.query(changesByAppendTime(tenant, shard), { to: position, backward: true, limit: 1 }),
    ),
  );
  const found = pages.flatMap(({ items }) => items);
  return found.sort((a, b) => (a.gsi1sk < b.gsi1sk ? 1 : -1))[0]?.event.id;
}

/** Later than every position. */
const endOfFeed = '9999999999999';

/** Every stored change in pages, in the order in which they were appended, with the keys of the items. */
export async function* iterateStoredChanges(
  tenant: TenantStore,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): AsyncGenerator<readonly StoredChange[]> {
  const { widths } = await loadFeed(tenant, new Date(0));
  let from = after === undefined ? '0' : `${after}~`;
  for (;;) {
    const { items, hasMore } = await queryListings(tenant, widths, { from, to: endOfFeed, limit });
    if (items.length > 0) yield items as readonly StoredChange[];
    const last = items.at(-1)?.gsi1sk;
    if (!hasMore || last === undefined) return;
    from = `${last}~`;
  }
}
