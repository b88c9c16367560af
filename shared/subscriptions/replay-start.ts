// Where a replay begins.
import { findChangePosition, positionAt } from '../change-feed/feed.ts';
import type { TenantStore } from '../data/store.ts';
import { invalid } from '../errors/failure.ts';
import { getStartOfDay } from '../time/local-time.ts';

/** The position in the change feed where a replay begins. @throws Failure 400 for a future moment or an unknown id */
export async function findReplayStart(
  tenant: TenantStore,
  from: string,
  timeZone: string,
  receivedAt: Date,
): Promise<string> {
  if (!/^\d{13}-/.test(from)) {
    const moment = /^\d{4}-\d{2}-\d{2}$/.test(from) ? getStartOfDay(from, timeZone) : new Date(from);
    if (moment <= receivedAt) return positionAt(moment);
    const message = `from must be in the past, but was ${from}, and it is now ${receivedAt.toISOString()}.`;
    throw invalid([{ code: 'OUT_OF_RANGE', message, target: 'from' }]);
  }
  const position = await findChangePosition(tenant, from);
  if (position !== undefined) return position;
  const message = `from must be a past moment, a day, or the id of a change, but no change has the id ${from}.`;
  throw invalid([{ code: 'UNKNOWN_VALUE', message, target: 'from' }]);
}
