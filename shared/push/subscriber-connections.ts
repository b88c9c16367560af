// Who listens to the push channel: an item per connection among its tenant's, and the platform's list of which tenant's
// a connection is.
import type { AccessTokenClaims } from '../auth/tokens.ts';
import { commit, ifPresent, put, remove, StaleRead, update } from '../data/changes.ts';
import type { Key, Partition, PlatformStore, Position, Store, TenantStore } from '../data/store.ts';

/**
 * How far a listener has come: its connection opens; it is told what it missed; changes are told as they happen, while
 * those that happened meanwhile are still gathered; it has all of them. One that is cut off is told nothing more.
 */
export type ListenerState = 'waiting' | 'catching up' | 'settling' | 'live' | 'cut off';

/** A listener. It holds no token, only what the token said. */
export interface ListenerItem {
  readonly type: 'listener';
  /** The connection's. */
  readonly id: string;
  readonly state: ListenerState;
  /** The cursor it came with. */
  readonly since?: string | undefined;
  readonly connectedAt: string;
  readonly claims: AccessTokenClaims;
  readonly ttl: number;
}

/** Whether changes are told to it as they happen. */
export const isTold = ({ state }: ListenerItem): boolean => state === 'settling' || state === 'live';

/** Whose a connection is. */
export interface ConnectionItem {
  readonly type: 'connection';
  readonly id: string;
  readonly tenant: string;
  readonly ttl: number;
}

/** API Gateway closes a connection after two hours; what is left of it is forgotten a quarter of an hour later. */
const forgottenAfterSeconds = 2.25 * 3600;

const partitionName = 'LISTENERS';
const listenerKey = (tenant: TenantStore, id: string): Key<ListenerItem> => tenant.key(partitionName, id);
const connectionKey = (platform: PlatformStore, id: string): Key<ConnectionItem> =>
  platform.key(partitionName, id);

/** Keeps a listener whose connection is about to open. */
export async function keepListener(
  platform: PlatformStore,
  tenant: TenantStore,
  { id, since, claims, now }: Pick<ListenerItem, 'id' | 'since' | 'claims'> & { readonly now: Date },
): Promise<void> {
  const ttl = Math.floor(now.getTime() / 1000) + forgottenAfterSeconds;
  const connectedAt = now.toISOString();
  await commit([
    put(listenerKey(tenant, id), { type: 'listener', id, state: 'waiting', since, connectedAt, claims, ttl }),
    put(connectionKey(platform, id), { type: 'connection', id, tenant: tenant.code, ttl }),
  ]);
}

async function everyItem<T>(store: Store, partition: Partition<T>): Promise<readonly T[]> {
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
export const listenersOf = (tenant: TenantStore): Promise<readonly ListenerItem[]> =>
  everyItem(tenant, tenant.partition<ListenerItem>(partitionName));

/** Every connection there is. */
export const everyConnection = (platform: PlatformStore): Promise<readonly ConnectionItem[]> =>
  everyItem(platform, platform.partition<ConnectionItem>(partitionName));

/** Whose connection it is. */
export const connectionById = (platform: PlatformStore, id: string): Promise<ConnectionItem | undefined> =>
  platform.get(connectionKey(platform, id), { consistent: true });

export const listenerById = (tenant: TenantStore, id: string): Promise<ListenerItem | undefined> =>
  tenant.get(listenerKey(tenant, id), { consistent: true });

const holds = (work: Promise<void>): Promise<boolean> =>
  work.then(
    () => true,
    (error: unknown) => {
      if (error instanceof StaleRead) return false;
      throw error;
    },
  );

/** Moves a listener on from a state; whether it was in it. */
export const moveOn = (
  tenant: TenantStore,
  id: string,
  from: ListenerState,
  state: ListenerState,
): Promise<boolean> =>
  holds(
    commit([
      update(
        listenerKey(tenant, id),
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
export const markCutOff = (tenant: TenantStore, id: string): Promise<boolean> =>
  holds(
    commit([
      update<ListenerItem>(
        listenerKey(tenant, id),
        { set: { state: 'cut off' } },
        { condition: ifPresent, otherwise: 'decide again' },
      ),
    ]),
  );

export const forgetListener = (tenant: TenantStore, id: string): Promise<void> =>
  commit([remove(listenerKey(tenant, id))]);

export const forgetConnection = (platform: PlatformStore, id: string): Promise<void> =>
  commit([remove(connectionKey(platform, id))]);
