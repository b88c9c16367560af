// The timer of a run that awards many people: some people for each timer, each in a transaction of their own that also has the
// progress of the run, so that each is decided about once, however often a run is cut off.
import { type Change, StaleRead } from '../../../../shared/data/changes.ts';
import { decideAndCommit } from '../../../../shared/data/decide-and-commit.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { Failure } from '../../../../shared/errors/failure.ts';
import { logError } from '../../../../shared/log/log.ts';
import { setTimer, type Timer, type TimerItem } from '../../../../shared/schedule/timers.ts';
import { findAwarding } from './awarding.ts';
import { decideNext, endRun, loadPending } from './decide-next.ts';

/** For one timer: the index finds the next one only a moment later, so one person for each would take hours for thousands. */
const most = { people: 20, milliseconds: 5_000 } as const;

/** How often deciding about a person is repeated, over 21 minutes, before the run has failed. */
export const maxRetries = 3;

/** The timer that goes on with a run as soon as it is found. */
export const awardingTimer = (id: string, now: Date): Timer => ({
  kind: 'awarding',
  subject: id,
  dueAt: now,
});

/** Ends a run that can't decide about its next person. */
async function failRun(tenant: TenantStore, id: string, error: unknown, now: Date): Promise<Change[]> {
  const before = await findAwarding(tenant, id);
  if (before?.run.status !== 'InProgress') return [];
  // The page may be what can't be read.
  const progress = await loadPending(tenant, before).catch(() => before.progress);
  const [personId] = progress.pending;
  // Without a name: an erasure leaves the run as it is.
  const whom = personId === undefined ? 'Reading who is next' : 'Deciding about a person';
  const cause = error instanceof Failure ? error.message : 'An unexpected error, which the log has.';
  const reason = `${whom} failed ${maxRetries + 1} times. ${cause}`;
  return endRun(tenant, before, progress, { reason, personId: personId ?? '' }, now);
}

/** Runs a timer `awarding`, whose subject is the run: decides about the next people, or ends the run. */
export async function continueAwarding(
  tenant: TenantStore,
  { subject, failures }: TimerItem,
  now: Date,
  newId: () => string,
): Promise<readonly Change[]> {
  const startedAt = performance.now();
  const next = [setTimer(tenant, awardingTimer(subject, now))];
  for (let decided = 0; decided < most.people; decided += 1) {
    if (decided > 0 && performance.now() - startedAt > most.milliseconds) break;
    try {
      const { hasMore } = await decideAndCommit(() => decideNext(tenant, subject, now, newId));
      if (!hasMore) return [];
    } catch (error) {
      if (error instanceof StaleRead || (decided === 0 && failures < maxRetries)) throw error;
      logError(`awarding ${tenant.code} ${subject}`, error);
      // The next timer begins with this person, and counts how often it fails.
      if (decided > 0) return next;
      return failRun(tenant, subject, error, now);
    }
  }
  return next;
}
