// The actions and roll calls of a bill that were first seen within a time.
import type { TenantStore } from '../../../shared/data/store.ts';
import type { BillAction, BillItem, RollCall } from './record/bill.ts';
import type { Seen } from './record/mark-seen.ts';
import { listRollCalls, listSeenActions } from './record/store.ts';

/** After one moment and up to another, ISO 8601. */
export interface SeenWindow {
  /** From the beginning when absent. */
  readonly after?: string | undefined;
  /** To the present when absent. */
  readonly upTo?: string | undefined;
}

export interface BillNews {
  readonly actions: readonly BillAction[];
  readonly rollCalls: readonly RollCall[];
}

export const noNews: BillNews = { actions: [], rollCalls: [] };

const isWithin = ({ seenAt }: Seen, { after, upTo }: SeenWindow): boolean =>
  (after === undefined || (seenAt !== undefined && seenAt > after)) &&
  (upTo === undefined || seenAt === undefined || seenAt <= upTo);

/** What was first seen of a bill in a window. At most two queries. */
export async function loadBillNews(
  tenant: TenantStore,
  { id, actionCount, rollCallCount }: Pick<BillItem, 'id' | 'actionCount' | 'rollCallCount'>,
  window: SeenWindow,
): Promise<BillNews> {
  const [actions, rollCalls] = await Promise.all([
    actionCount > 0 ? listSeenActions(tenant, id, { consistent: true }) : [],
    rollCallCount > 0 ? listRollCalls(tenant, id, { consistent: true }) : [],
  ]);
  return {
    actions: actions.filter((action) => isWithin(action, window)),
    rollCalls: rollCalls.filter((rollCall) => isWithin(rollCall, window)),
  };
}
