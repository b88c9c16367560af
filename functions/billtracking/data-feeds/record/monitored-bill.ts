// The bills that an account of LegiScan monitors, with its stance on each, as a feed has read them. Each is one item of the feed.
import { type Change, ifAbsent, ifVersion, put } from '../../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../../shared/data/store.ts';
import type { BillPosition, TrackingStatus } from '../../bills/record/bill.ts';
import type { Stance } from './stance.ts';

/** What was made of a stance. */
export interface AppliedStance {
  readonly position: BillPosition;
  readonly trackingStatus: TrackingStatus;
}

/** A bill that the account monitors, or monitored before. */
export interface MonitoredBill {
  readonly type: 'data-feed-monitor';
  /** LegiScan's bill_id. */
  readonly id: string;
  /** LegiScan's session_id. */
  readonly sessionId: string;
  /** Two letters. */
  readonly state: string;
  /** As LegiScan writes it. */
  readonly number: string;
  /** The bill here. */
  readonly billId: string;
  readonly stance: Stance;
  /** When a run found that the account no longer monitors it. */
  readonly removedDate?: string | undefined;
  /** What an import of the list last made of it here; absent before the first. */
  readonly applied?: AppliedStance | undefined;
  readonly version: number;
}

const monitoredKey = (tenant: TenantStore, feedId: string, id: string): Key<MonitoredBill> =>
  tenant.key(`FEED#${feedId}`, `MONITOR#${id}`);

/** Writes a monitored bill on the condition that it is as it was read. */
export const putMonitored = (
  tenant: TenantStore,
  feedId: string,
  before: MonitoredBill | undefined,
  after: Omit<MonitoredBill, 'type' | 'version'>,
): Change => {
  const item: MonitoredBill = { ...after, type: 'data-feed-monitor', version: (before?.version ?? 0) + 1 };
  const condition = before ? ifVersion(before.version) : ifAbsent;
  return put(monitoredKey(tenant, feedId, after.id), item, { condition, onConflict: 'retry' });
};

/** All bills that a feed has read from the list, also those that the account no longer monitors. A query per megabyte. */
export const listMonitored = (tenant: TenantStore, feedId: string): Promise<MonitoredBill[]> =>
  tenant.queryAll(tenant.partition<MonitoredBill>(`FEED#${feedId}`), {
    ...{ beginsWith: 'MONITOR#', consistent: true },
  });

/** Some of them, in the order of their ids. */
export const monitoredById = (
  tenant: TenantStore,
  feedId: string,
  ids: readonly string[],
): Promise<(MonitoredBill | undefined)[]> =>
  tenant.getMany(
    ids.map((id) => monitoredKey(tenant, feedId, id)),
    { consistent: true },
  );
