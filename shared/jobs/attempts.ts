// What is attempted until it succeeds: claimed on a condition, so that one process at a time attempts it, tried again after
// growing delays with jitter, and given up after the last attempt (docs/long-work.md#attempts).
import { type Change, commitUnlessStale } from '../data/changes.ts';

/** How far the attempts of something have come. */
export interface Attempted {
  /** The number of attempts, with those that were interrupted. */
  readonly tries: number;
  /** Epoch milliseconds of the next attempt; while one is made, when another process may make one. */
  readonly dueAt: number;
  /** The error of the last failed attempt. */
  readonly lastError?: string | undefined;
}

/** How often something is attempted, and when. */
export interface AttemptPlan {
  readonly maxAttempts: number;
  /** The milliseconds between an attempt that failed, the first with 1, and the next. */
  readonly delayAfter: (tries: number) => number;
  /** The part of a delay by which it is longer or shorter, so that what failed together does not come back together. */
  readonly jitter: number;
}

/** Delays that begin with `first` milliseconds and double, up to `longest`. */
export const doubleFrom =
  (first: number, longest = Number.POSITIVE_INFINITY) =>
  (tries: number): number =>
    Math.min(longest, first * 2 ** (tries - 1));

/** The delay after so many failed attempts, in milliseconds. @param random 0..1 */
export const computeDelay = ({ delayAfter, jitter }: AttemptPlan, tries: number, random: number): number =>
  delayAfter(tries) * (1 - jitter + 2 * jitter * random);

/** Whether all attempts were made, including any that were interrupted before they were recorded. */
export const isExhausted = ({ maxAttempts }: AttemptPlan, { tries }: Pick<Attempted, 'tries'>): boolean =>
  tries >= maxAttempts;

/** What is attempted, and how it is stored. Each change is on the condition that the item is as it was read. */
export interface AttemptKind<T extends Attempted> {
  readonly plan: AttemptPlan;
  /** How long an attempt holds the item before another may claim it, in milliseconds; longer than any attempt lasts. */
  readonly claim: number;
  /** Moves the item to its next attempt. */
  readonly move: (before: T, after: T) => Change;
  readonly complete: (claimed: T) => Change;
  readonly giveUp: (item: T) => readonly Change[] | Promise<readonly Change[]>;
}

/**
 * Makes one attempt. At least once: if the process ends after the attempt succeeded but before that is recorded, it is made again.
 * @returns the outcome; `taken` when another process has claimed the item, `dead` when it had all its attempts before
 */
export async function attempt<T extends Attempted>(
  { plan, claim, move, complete, giveUp }: AttemptKind<T>,
  item: T,
  send: (claimed: T) => Promise<void>,
  now: () => Date,
): Promise<'sent' | 'failed' | 'taken' | 'dead'> {
  const record = async <O>(outcome: O, changes: readonly Change[]): Promise<O | 'taken'> =>
    (await commitUnlessStale(changes)) ? outcome : 'taken';
  if (isExhausted(plan, item)) return record('dead', await giveUp(item));
  const claimed = { ...item, tries: item.tries + 1, dueAt: now().getTime() + claim };
  if (!(await commitUnlessStale([move(item, claimed)]))) return 'taken';
  try {
    await send(claimed);
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const failed = { ...claimed, lastError: reason.slice(0, 200) };
    if (isExhausted(plan, claimed)) return record('failed', await giveUp(failed));
    const dueAt = Math.round(now().getTime() + computeDelay(plan, claimed.tries, Math.random()));
    return record('failed', [move(claimed, { ...failed, dueAt })]);
  }
  return record('sent', [complete(claimed)]);
}
