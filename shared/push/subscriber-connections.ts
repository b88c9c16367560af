// Subscribers of the push channel: an item per connection in its tenant's store, and the platform's list that says
// which tenant a connection belongs to.
import type { AccessTokenClaims } from '../auth/tokens/tokens.ts';
import { type Change, commit, commitUnlessStale, ifPresent, put, remove, update } from '../data/changes.ts';
import type { Key, PlatformStore, TenantStore } from '../data/store.ts';

/**
 * The state of a subscriber: its connection opens; it gets the changes it missed; it gets changes as they happen, while
 * those that happened in between are still collected; it has all of them. A disconnected one gets nothing more.
 */
export type SubscriberState = 'waiting' | 'catching up' | 'settling' | 'live' | 'cut off';

/** A subscriber. Its token is not stored, only the token's claims. */
export interface SubscriberConnection {
  readonly type: 'listener';
  /** The id of the connection. */
  readonly id: string;
  readonly state: SubscriberState;
  /** The cursor with which it connected. */
  readonly since?: string | undefined;
  /** The topics it follows; without them it gets every change that it may read. */
  readonly topics?: readonly string[] | undefined;
  /** Whether it gets several changes in one message. */
  readonly isBatched?: boolean | undefined;
  readonly connectedAt: string;
  readonly claims: AccessTokenClaims;
  readonly ttl: number;
}

/** How far the connections are that got some of these changes, when time ran out before all had got them. */
export interface PartialDelivery {
  /** The ids of the changes, in the order in which they are sent. */
  readonly changes: readonly string[];
  /** By connection: how many of them, from the first on, it got or does not follow. */
  readonly counts: Readonly<Record<string, number>>;
}

/** A backlog. While there is one, the feed sends nothing itself, so that nothing overtakes it. */
export interface BacklogItem {
  readonly type: 'push-backlog';
  /** The position in the feed from which on changes were not sent to everybody. */
  readonly position: string;
  /** The position of the last change that the feed has left to it: it ends behind this one. */
  readonly last: string;
  /** Which of the changes some connections have already. */
  readonly delivered?: readonly PartialDelivery[] | undefined;
  /** The run that sends it, until when (epoch milliseconds). */
  readonly lease?: string | undefined;
  readonly leasedUntil?: number | undefined;
}

/** The topics that the subscribers of a tenant follow together. */
export interface FollowedTopicsItem {
  readonly type: 'push-topics';
  /** Absent while it is not known: then changes of any topic may be followed. */
  readonly topics?: readonly string[] | undefined;
  /** Changes with every subscriber that connects. */
  readonly revision: number;
}

/** Whether it gets changes as they happen. */
export const receivesChanges = ({ state }: SubscriberConnection): boolean =>
  state === 'settling' || state === 'live';

/** The tenant of a connection. */
export interface ConnectionOwner {
  readonly type: 'connection';
  readonly id: string;
  readonly tenant: string;
  readonly ttl: number;
}

/** API Gateway closes a connection after two hours; its items expire a quarter of an hour later. */
const retentionSeconds = 2.25 * 3600;

/** The partition of a tenant's subscribers. Its backlog, and what they follow together, come before them. */
export const subscribersPartition = 'LISTENERS';
export const backlogSort = '!BACKLOG';
export const followedTopicsSort = '!TOPICS';
/** How many items may come before the subscribers. */
const itemsBefore = 2;

const subscriberKey = (tenant: TenantStore, id: string): Key<SubscriberConnection> =>
  tenant.key(subscribersPartition, id);
const connectionKey = (platform: PlatformStore, id: string): Key<ConnectionOwner> =>
  platform.key(subscribersPartition, id);

/** Stores a subscriber whose connection is about to open. */
export async function saveSubscriber(
  platform: PlatformStore,
  tenant: TenantStore,
  {
    now,
    ...subscriber
  }: Pick<SubscriberConnection, 'id' | 'since' | 'topics' | 'isBatched' | 'claims'> & {
    readonly now: Date;
  },
): Promise<void> {
  const { id } = subscriber;
  const ttl = Math.floor(now.getTime() / 1000) + retentionSeconds;
  const connectedAt = now.toISOString();
  await commit([
    put(subscriberKey(tenant, id), {
      ...subscriber,
      type: 'listener',
      state: 'waiting',
      connectedAt,
      ttl,
    }),
    put(connectionKey(platform, id), { type: 'connection', id, tenant: tenant.code, ttl }),
  ]);
}

type ChannelItem = SubscriberConnection | BacklogItem | FollowedTopicsItem;

/** What is stored of a tenant's channel. */
export interface Channel {
  readonly subscribers: readonly SubscriberConnection[];
  readonly backlog: BacklogItem | undefined;
  readonly followed: FollowedTopicsItem | undefined;
}

const toChannel = (items: readonly ChannelItem[]): Channel => ({
  subscribers: items.filter((item) => item.type === 'listener'),
  backlog: items.find((item) => item.type === 'push-backlog'),
  followed: items.find((item) => item.type === 'push-topics'),
});

const listChannel = (tenant: TenantStore) => tenant.partition<ChannelItem>(subscribersPartition);

/** All of a tenant's channel: one read unit for about ten subscribers. */
export const loadChannel = async (tenant: TenantStore): Promise<Channel> =>
  // Consistent, so that a subscriber that has just gone live is included.
  toChannel(await tenant.queryAll(listChannel(tenant), { consistent: true }));

/**
 * The channel for changes of some topics: without subscribers where none follows any, which costs one read unit however
 * many there are.
 */
export async function loadChannelFor(
  tenant: TenantStore,
  isAnyFollowed: (topics: readonly string[]) => boolean,
): Promise<Channel> {
  const { items, next } = await tenant.query(listChannel(tenant), {
    consistent: true,
    limit: itemsBefore + 1,
  });
  const { followed } = toChannel(items);
  if (followed?.topics && !isAnyFollowed(followed.topics))
    return { subscribers: [], backlog: undefined, followed };
  return next ? loadChannel(tenant) : toChannel(items);
}

/** A tenant's subscribers. */
export const listSubscribers = async (tenant: TenantStore): Promise<readonly SubscriberConnection[]> =>
  (await loadChannel(tenant)).subscribers;

/** All connections of all tenants. */
export const listConnections = (platform: PlatformStore): Promise<readonly ConnectionOwner[]> =>
  platform.queryAll(platform.partition<ConnectionOwner>(subscribersPartition), { consistent: true });

/** Removes the record that says which tenant a connection belongs to. */
export const removeConnectionOwner = (platform: PlatformStore, id: string): Change =>
  remove(connectionKey(platform, id));

/** The tenant of the connection with this id. */
export const connectionOwnerById = (
  platform: PlatformStore,
  id: string,
): Promise<ConnectionOwner | undefined> => platform.get(connectionKey(platform, id), { consistent: true });

export const subscriberById = (tenant: TenantStore, id: string): Promise<SubscriberConnection | undefined> =>
  tenant.get(subscriberKey(tenant, id), { consistent: true });

/** Changes a subscriber's state. Returns whether it was in the state `from`. */
export const changeState = (
  tenant: TenantStore,
  id: string,
  from: SubscriberState,
  state: SubscriberState,
): Promise<boolean> =>
  commitUnlessStale([
    update(
      subscriberKey(tenant, id),
      { set: { state } },
      {
        condition: {
          expression: '#state = :from',
          names: { '#state': 'state' },
          values: { ':from': from },
        },
        onConflict: 'retry',
      },
    ),
  ]);

/** Marks a subscriber as disconnected. Returns whether it still existed. */
export const markDisconnected = (tenant: TenantStore, id: string): Promise<boolean> =>
  commitUnlessStale([
    update<SubscriberConnection>(
      subscriberKey(tenant, id),
      { set: { state: 'cut off' } },
      { condition: ifPresent, onConflict: 'retry' },
    ),
  ]);

export const deleteSubscriber = (tenant: TenantStore, id: string): Promise<void> =>
  commit([remove(subscriberKey(tenant, id))]);

export const deleteConnectionOwner = (platform: PlatformStore, id: string): Promise<void> =>
  commit([remove(connectionKey(platform, id))]);
