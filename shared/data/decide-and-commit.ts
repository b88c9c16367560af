// Decides, commits, and retries while others write first: how every rule that writes is run.
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../errors/failure.ts';
import { type Change, commit, StaleRead } from './changes.ts';
import { getTimeoutFactor } from './client.ts';

/** How often a rule is run before it fails with SERVICE_BUSY; turns of others are not counted. */
const maxAttempts = 12;

/**
 * A rule that met too much contention, or waits for its turn, is retried only within so many milliseconds: a function has 15
 * seconds.
 */
export const maxRetryTime = 10_000;

/** The longest pause before a retry, in milliseconds. Pauses grow and are random, so that many callers spread out. */
const maxPause = 400;

const pause = (attempt: number): Promise<void> => sleep(Math.random() * Math.min(maxPause, 5 * 2 ** attempt));

/**
 * Whether a commit was given up because others were writing the same items all the time. One whose outcome is not known
 * (TransactionInProgressException) may still succeed, and must not be retried.
 */
const isContended = (error: unknown): boolean =>
  error instanceof Failure &&
  error.code === 'SERVICE_BUSY' &&
  error.cause instanceof Error &&
  ['TransactionCanceledException', 'TransactionConflictException'].includes(error.cause.name);

/**
 * Runs a rule and commits its changes; retries with fresh reads after a pause when its reads were stale, it met too
 * much contention, or another one took its turn. Where a hundred callers want the last seat, most find in a retry that
 * nothing is left to write; where fifty want the next number of a sequence, each gets one.
 * @returns the decision that was committed
 * @throws the rule's own failures; Failure SERVICE_BUSY when its reads were stale too often
 */
export async function decideAndCommit<D extends { readonly changes: readonly Change[] }>(
  decide: () => Promise<D> | D,
): Promise<D> {
  const startedAt = performance.now();
  const hasTime = (): boolean => performance.now() - startedAt < maxRetryTime * getTimeoutFactor();
  let turns = 0;
  for (let attempt = 0; attempt - turns < maxAttempts; attempt += 1) {
    if (attempt > 0) await pause(attempt);
    try {
      const decision = await decide();
      await commit(decision.changes);
      return decision;
    } catch (error) {
      const isTurn = error instanceof StaleRead && error.isInTurn;
      if (isTurn || isContended(error)) {
        if (!hasTime()) throw isTurn ? new Failure('SERVICE_BUSY') : error;
      } else if (!(error instanceof StaleRead)) throw error;
      if (isTurn) turns += 1;
    }
  }
  throw new Failure('SERVICE_BUSY');
}
