// Who listens to the push channel: an item per connection among its tenant's, and the platform's list of which tenant's
// a connection is.
import type { AccessTokenClaims } from '../auth/tokens.ts';
import { commit, ifPresent, put, remove, StaleRead, update } from '../data/changes.ts';
import type { Key, Partition, PlatformStore, Position, Store, TenantStore } from '../data/store.ts';

/**
 * How far a listener has come: its connection opens; it is told what it missed; changes are told as they happen, while
 * those that happened meanwhile are still gathered; it has all of them. One that is cut off is told nothing more.
 */
export type SubscriberState = 'waiting' | 'catching up' | 'settling' | 'live' | 'cut off';

/** A listener. It holds no token, only what the token said. */
export interface SubscriberConnection {
  readonly type: 'listener';
  /** The connection's. */
  readonly id: string;
  readonly state: SubscriberState;
  /** The cursor it came with. */
  readonly since?: string | undefined;
  readonly connectedAt: string;
  readonly claims: AccessTokenClaims;
  readonly ttl: number;
}

/** Whether changes are told to it as they happen. */
export const receivesChanges = ({ state }: SubscriberConnection): boolean =>
  state === 'settling' || state === 'live';

/** Whose a connection is. */
export interface ConnectionOwner {
  readonly type: 'connection';
  readonly id: string;
  readonly tenant: string;
  readonly ttl: number;
}

/** API Gateway closes a connection after two hours; what is left of it is forgotten a quarter of an hour later. */
const retentionSeconds = 2.25 * 3600;

const partitionName = 'LISTENERS';
const subscriberKey = (tenant: TenantStore, id: string): Key<SubscriberConnection> =>
  tenant.key(partitionName, id);
const connectionKey = (platform: PlatformStore, id: string): Key<ConnectionOwner> =>
  platform.key(partitionName, id);

/** Keeps a listener whose connection is about to open. */
export async function saveSubscriber(
  platform: PlatformStore,
  tenant: TenantStore,
  { id, since, claims, now }: Pick<SubscriberConnection, 'id' | 'since' | 'claims'> & { readonly now: Date },
): Promise<void> {
  const ttl = Math.floor(now.getTime() / 1000) + retentionSeconds;
  const connectedAt = now.toISOString();
  await commit([
    put(subscriberKey(tenant, id), {
      type: 'listener',
      id,
      state: 'waiting',
      since,
      connectedAt,
      claims,
      ttl,
    }),
    put(connectionKey(platform, id), { type: 'connection', id, tenant: tenant.code, ttl }),
  ]);
}

async function listItems<T>(store: Store, partition: Partition<T>): Promise<readonly T[]> {
  const items: T[] = [];
  let after: Position | undefined;
  do {
    // As they were last written: one who has just gone live must be seen to be.
    const page = await store.query(partition, { consistent: true, ...(after && { after }) });
    items.push(...page.items);
    after = page.next;
  } while (after);
  return items;
}

/** A tenant's listeners: one read unit for the first ten or so. */
export const listSubscribers = (tenant: TenantStore): Promise<readonly SubscriberConnection[]> =>
  listItems(tenant, tenant.partition<SubscriberConnection>(partitionName));

/** Every connection there is. */
export const listConnections = (platform: PlatformStore): Promise<readonly ConnectionOwner[]> =>
  listItems(platform, platform.partition<ConnectionOwner>(partitionName));

/** Whose connection it is. */
export const connectionOwnerById = (
  platform: PlatformStore,
  id: string,
): Promise<ConnectionOwner | undefined> => platform.get(connectionKey(platform, id), { consistent: true });

export const subscriberById = (tenant: TenantStore, id: string): Promise<SubscriberConnection | undefined> =>
  tenant.get(subscriberKey(tenant, id), { consistent: true });

const wasCommitted = (work: Promise<void>): Promise<boolean> =>
  work.then(
    () => true,
    (error: unknown) => {
      if (error instanceof StaleRead) return false;
      throw error;
    },
  );

/** Moves a listener on from a state; whether it was in it. */
export const changeState = (
  tenant: TenantStore,
  id: string,
  from: SubscriberState,
  state: SubscriberState,
): Promise<boolean> =>
  wasCommitted(
    commit([
      update(
        subscriberKey(tenant, id),
        { set: { state } },
        {
          condition: {
            expression: '#state = :from',
            names: { '#state': 'state' },
            values: { ':from': from },
          },
          otherwise: 'decide again',
        },
      ),
    ]),
  );

/** Notes that a listener is told nothing more; whether it was still there. */
export const markDisconnected = (tenant: TenantStore, id: string): Promise<boolean> =>
  wasCommitted(
    commit([
      update<SubscriberConnection>(
        subscriberKey(tenant, id),
        { set: { state: 'cut off' } },
        { condition: ifPresent, otherwise: 'decide again' },
      ),
    ]),
  );

export const deleteSubscriber = (tenant: TenantStore, id: string): Promise<void> =>
  commit([remove(subscriberKey(tenant, id))]);

export const deleteConnectionOwner = (platform: PlatformStore, id: string): Promise<void> =>
  commit([remove(connectionKey(platform, id))]);
