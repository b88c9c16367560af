// How far a replay and the sweep have come in the change feed, and what the push channel is told.
import { type Change, put, remove, update } from '../../../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../../../shared/data/store.ts';
import type { DeliveryItem } from './delivery.ts';
import { subscriptionPartition } from './store.ts';

/** How far a subscription's replay has come in the change feed, and where it ends. */
export interface ReplayItem {
  readonly type: 'event-replay';
  readonly from: string;
  readonly upTo: string;
}

const replayKey = (tenant: TenantStore, subscriptionId: string): Key<ReplayItem> =>
  tenant.key(subscriptionPartition(subscriptionId), 'REPLAY');

/** The replay of a subscription that is under way. One read. */
export const findReplay = (tenant: TenantStore, subscriptionId: string): Promise<ReplayItem | undefined> =>
  tenant.get(replayKey(tenant, subscriptionId), { consistent: true });

export const putReplay = (
  tenant: TenantStore,
  subscriptionId: string,
  replay: Omit<ReplayItem, 'type'>,
): Change => put(replayKey(tenant, subscriptionId), { type: 'event-replay', ...replay });

export const removeReplay = (tenant: TenantStore, subscriptionId: string): Change =>
  remove(replayKey(tenant, subscriptionId));

/** What the push channel tells of: the newest delivery of a subscription. */
interface PushNotificationItem {
  readonly type: 'event-notices';
  /** `{subscription}/deliveries/{delivery}`: the subject of what is pushed, and where it is read below the subscriptions. */
  readonly id: string;
  /** When it was told, also when it is told again: what changes with each telling is what the change feed tells of. */
  readonly toldDate: string;
  /** How many there were. */
  readonly version: number;
  readonly modifiedDate: string;
  readonly schemaVersion: 1;
}

/** Notes that there is something new for a push subscription. As a record it stands in the change feed, and is pushed. */
export const notifyPushChannel = (
  tenant: TenantStore,
  { subscriptionId, id }: DeliveryItem,
  now: Date,
): Change =>
  update(tenant.key<PushNotificationItem>(subscriptionPartition(subscriptionId), 'NOTICES'), {
    set: {
      type: 'event-notices',
      id: `${subscriptionId}/deliveries/${id}`,
      toldDate: now.toISOString(),
      modifiedDate: now.toISOString(),
      schemaVersion: 1,
    },
    add: { version: 1 },
  });

/** How far the sweep has looked through the change feed. */
interface SweepItem {
  readonly type: 'event-sweep';
  readonly place: string;
}

const sweepKey = (tenant: TenantStore): Key<SweepItem> => tenant.key('EVENT-SWEEP', 'SWEEP');

/** Where the sweep goes on; undefined before the first. One read. */
export const findSweepPosition = async (tenant: TenantStore): Promise<string | undefined> =>
  (await tenant.get(sweepKey(tenant), { consistent: true }))?.place;

export const putSweepPosition = (tenant: TenantStore, place: string): Change =>
  put(sweepKey(tenant), { type: 'event-sweep', place });
