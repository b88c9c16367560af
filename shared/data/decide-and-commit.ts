// Decide, commit, and decide again while others come between: how every rule that writes is carried out.
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../errors/failure.ts';
import { type Change, commit, StaleRead } from './changes.ts';

/** How often a rule decides before it is given up as SERVICE_BUSY. */
const attempts = 12;

/** After so many milliseconds no rule decides again: a function has 15 seconds, and whoever calls is told in time. */
const patience = 10_000;

/** Up to so many milliseconds pass before a rule decides again, growing, so that a crowd comes apart. */
const longestPause = 400;

const pause = (attempt: number): Promise<void> =>
  sleep(Math.random() * Math.min(longestPause, 5 * 2 ** attempt));

/**
 * Whether a commit was given up because others were writing the same items all the time. One whose outcome is not known
 * (TransactionInProgressException) may still come true, and must not be decided a second time.
 */
const isContended = (error: unknown): boolean =>
  error instanceof Failure &&
  error.code === 'SERVICE_BUSY' &&
  error.cause instanceof Error &&
  ['TransactionCanceledException', 'TransactionConflictException'].includes(error.cause.name);

/** Carries out the changes; whether they still stood. What met too much contention may be decided otherwise by now. */
async function isCommitted(changes: readonly Change[]): Promise<boolean> {
  try {
    await commit(changes);
    return true;
  } catch (error) {
    if (error instanceof StaleRead || isContended(error)) return false;
    throw error;
  }
}

/** What a rule decides; undefined when it noticed itself that its reads do not belong together. */
async function decided<D>(decide: () => Promise<D> | D): Promise<D | undefined> {
  try {
    return await decide();
  } catch (error) {
    if (error instanceof StaleRead) return undefined;
    throw error;
  }
}

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
  for (let attempt = 0; attempt < attempts && performance.now() - begun < patience; attempt += 1) {
    if (attempt > 0) await pause(attempt);
    const decision = await decided(decide);
    if (decision && (await isCommitted(decision.changes))) return decision;
  }
  throw new Failure('SERVICE_BUSY');
}
