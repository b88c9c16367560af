// The timer that awards an award without anybody's doing, where the award says so (docs/interface/training.md#automatic-awards).
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { setTimer } from '../../../../shared/schedule/timers.ts';

/** Sets the timer that awards an award to a person at once, if nothing is missing then. */
export const setAwardTimer = (
  tenant: TenantStore,
  { personId, awardId }: { readonly personId: string; readonly awardId: string },
  now: Date,
): Change => setTimer(tenant, { kind: 'award-complete', subject: `${personId}#${awardId}`, dueAt: now });
