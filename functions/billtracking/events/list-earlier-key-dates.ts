// Enters the key dates that a version before the reminders stored: once for each tenant, when it has a first subscriber to them.
import { commit } from '../../../shared/data/changes.ts';
import { decideAndCommit } from '../../../shared/data/decide-and-commit.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { eventsInRange } from './record/store.ts';
import {
  addMissingEntries,
  isRemindable,
  markComplete,
  readKeyDates,
  type StateKeyDates,
} from './record/upcoming-key-dates.ts';

/** Each is an attribute of one update with a condition of its own. */
const EVENTS_PER_COMMIT = 40;

/** The key dates of all states; those of an earlier version are entered first. @param today YYYY-MM-DD */
export async function loadKeyDates(tenant: TenantStore, today: string): Promise<readonly StateKeyDates[]> {
  const listed = await readKeyDates(tenant);
  if (listed.isComplete) return listed.states;
  const events = (await eventsInRange(tenant, { from: today })).filter(isRemindable);
  for (const [stateId, ofState] of Map.groupBy(events, (event) => event.stateId))
    for (let start = 0; start < ofState.length; start += EVENTS_PER_COMMIT)
      await decideAndCommit(async () => {
        const { states } = await readKeyDates(tenant);
        const known = new Set(states.flatMap(({ entries }) => entries.map(({ id }) => id)));
        const missing = ofState.slice(start, start + EVENTS_PER_COMMIT).filter(({ id }) => !known.has(id));
        return { changes: missing.length > 0 ? [addMissingEntries(tenant, stateId, missing)] : [] };
      });
  await commit([markComplete(tenant)]);
  return (await readKeyDates(tenant)).states;
}
