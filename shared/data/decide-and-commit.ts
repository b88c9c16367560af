// Decide, commit, and decide again while others come between: how every rule that writes is carried out.
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../errors/failure.ts';
import { type Change, commit, StaleRead } from './changes.ts';

/** How often a rule decides before it is given up as SERVICE_BUSY. */
const maxAttempts = 12;

/**
 * What met too much contention is decided again only within so many milliseconds: each such commit has itself waited for
 * seconds, and a function has 15 of them.
 */
const maxRetryTime = 10_000;

/** Up to so many milliseconds pass before a rule decides again, growing, so that a crowd comes apart. */
const maxPause = 400;

const pause = (attempt: number): Promise<void> => sleep(Math.random() * Math.min(maxPause, 5 * 2 ** attempt));

/**
 * Whether a commit was given up because others were writing the same items all the time. One whose outcome is not known
 * (TransactionInProgressException) may still come true, and must not be decided a second time.
 */
const isContended = (error: unknown): boolean =>
  error instanceof Failure &&
  error.code === 'SERVICE_BUSY' &&
  error.cause instanceof Error &&
  ['TransactionCanceledException', 'TransactionConflictException'].includes(error.cause.name);

/**
 * Decides and commits what was decided; decides again, on fresh reads and after a pause, when it turns out stale or meets
 * too much contention: where a hundred want the last seat, most of them then find that there is nothing left to write.
 * @returns the decision that was committed
 * @throws whatever the rule refuses with; Failure SERVICE_BUSY when its reads were stale too often
 */
export async function decideAndCommit<D extends { readonly changes: readonly Change[] }>(
  decide: () => Promise<D> | D,
): Promise<D> {
  const begun = performance.now();
  const mayDecideAgain = (error: unknown): boolean =>
    error instanceof StaleRead || (isContended(error) && performance.now() - begun < maxRetryTime);
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    if (attempt > 0) await pause(attempt);
    try {
      const decision = await decide();
      await commit(decision.changes);
      return decision;
    } catch (error) {
      if (!mayDecideAgain(error)) throw error;
    }
  }
  throw new Failure('SERVICE_BUSY');
}
