// Stores how far a replay and the sweep have read the change feed, and the item that notifies the push channel.
import type { PushNotice } from '../change-feed/change-event.ts';
import { type FollowedSweepItem, followedSweepKey } from '../change-feed/followers.ts';
import { type Change, put, remove, update } from '../data/changes.ts';
import type { Key, TenantStore } from '../data/store.ts';
import type { DeliveryItem } from './delivery.ts';
import { subscriptionPartition } from './delivery-store.ts';

/** The positions in the change feed where a replay continues and where it ends. */
export interface ReplayItem {
  readonly type: 'event-replay';
  readonly from: string;
  readonly upTo: string;
}

const replayKey = (tenant: TenantStore, subscriptionId: string): Key<ReplayItem> =>
  tenant.key(subscriptionPartition(subscriptionId), 'REPLAY');

/** The replay of a subscription, if one is running. One read. */
export const findReplay = (tenant: TenantStore, subscriptionId: string): Promise<ReplayItem | undefined> =>
  tenant.get(replayKey(tenant, subscriptionId), { consistent: true });

export const putReplay = (
  tenant: TenantStore,
  subscriptionId: string,
  replay: Omit<ReplayItem, 'type'>,
): Change => put(replayKey(tenant, subscriptionId), { type: 'event-replay', ...replay });

export const removeReplay = (tenant: TenantStore, subscriptionId: string): Change =>
  remove(replayKey(tenant, subscriptionId));

/** The item whose changes the push channel sends: the latest delivery of a subscription. */
interface PushNotificationItem {
  readonly type: 'event-notices';
  /** `{subscription}/deliveries/{delivery}`: the subject of the push event, and the path where the delivery is read. */
  readonly id: string;
  /** When it was sent, also when sent again: it must change each time, because the change feed reports only changes. */
  readonly toldDate: string;
  /** What a screen shows of it. */
  readonly notice: PushNotice;
  /** The number of deliveries so far. */
  readonly version: number;
  readonly modifiedDate: string;
  readonly schemaVersion: 1;
}

/** Records a new delivery of a push subscription; as a change in the change feed it is pushed. */
export const notifyPushChannel = (
  tenant: TenantStore,
  { subscriptionId, id }: DeliveryItem,
  notice: PushNotice,
  now: Date,
): Change =>
  update(tenant.key<PushNotificationItem>(subscriptionPartition(subscriptionId), 'NOTICES'), {
    set: {
      type: 'event-notices',
      id: `${subscriptionId}/deliveries/${id}`,
      toldDate: now.toISOString(),
      notice,
      modifiedDate: now.toISOString(),
      schemaVersion: 1,
    },
    add: { version: 1 },
  });

/** How far the sweep has read the change feed, and whether it is due. One read. */
export const findSweep = (tenant: TenantStore): Promise<FollowedSweepItem | undefined> =>
  tenant.get(followedSweepKey(tenant), { consistent: true });

export const putSweepPosition = (tenant: TenantStore, position: string): Change =>
  update(followedSweepKey(tenant), { set: { type: 'event-sweep', place: position } });
