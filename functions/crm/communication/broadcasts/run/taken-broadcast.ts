// A broadcast that a worker has.
import type { TenantItem } from '../../../../../shared/auth/accounts/records.ts';
import type { BroadcastItem, BroadcastRunItem } from '../../../../../shared/broadcasts/broadcast.ts';
import type { TakenRun } from '../../../../../shared/jobs/leased-run.ts';

export interface TakenBroadcast extends TakenRun<BroadcastRunItem> {
  readonly settings: TenantItem;
  item: BroadcastItem;
}
