// Counts failed sign-ins: every attempt is counted before its password is checked.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Change, commit, commitUnlessStale, put, remove } from '../../data/changes.ts';
import type { PlatformStore } from '../../data/store.ts';
import { type Failure, tooManyRequests } from '../../errors/failure.ts';
import {
  type Attempt,
  type Counter,
  knownAddressSeconds,
  selectCounters,
  spend,
} from './sign-in-throttle.ts';
import {
  buildItem,
  buildThrottledAttempt,
  type CountedCounter,
  knownKey,
  metOthers,
  readState,
  refundAttempt,
  refundInWindow,
  replaceWindow,
  type ThrottledAttempt,
  type ThrottleState,
  updateCounter,
  type WindowItem,
  windowKey,
} from './throttle-windows.ts';

/** An attempt that was counted and has no outcome yet. */
export interface CountedAttempt {
  /**
   * The password was right: the attempt no longer counts, and the address is now known for the account. One write.
   * @param more what is written in the same transaction, and by itself where others write the counters at that moment
   */
  succeeded(more?: readonly Change[]): Promise<void>;
}

/** The failure for a caller who has to wait. */
export const tooManySignIns = (seconds: number): Failure =>
  tooManyRequests('Too many failed sign-ins; wait before trying again.', seconds);

/** For so long after it was counted an attempt may still succeed and give its place to another one; milliseconds. */
const settleTime = 4000;

/** The pause before the counters are read again while attempts may still succeed; milliseconds. */
const settlePause = { shortest: 40, spread: 80 } as const;

/**
 * Counts an attempt for its account and address: one read, where the caller has not read the state already, and one write.
 * Where a limit is reached by attempts of the last moments, waits until they have succeeded or failed, because only
 * failures count: many sign-ins with the right password at once do not throttle each other.
 * Requests that each count whatever becomes of them, as for a mail, say so by `canSucceed: false` and never wait.
 * @returns the counted attempt, or the throttled attempt when a limit is reached
 */
export async function countAttempt(
  platform: PlatformStore,
  attempt: Attempt,
  now: Date,
  state?: ThrottleState,
): Promise<CountedAttempt | ThrottledAttempt> {
  const startedAt = performance.now();
  let read = state;
  for (;;) {
    const result = await countOnce(platform, attempt, now, read ?? (await readState(platform, attempt)));
    if (!('retryAfter' in result) || attempt.canSucceed === false) return result;
    const sinceCounted = now.getTime() + (performance.now() - startedAt) - result.window.since * 1000;
    if (sinceCounted > settleTime) return result;
    read = undefined;
    await sleep(settlePause.shortest + Math.random() * settlePause.spread);
  }
}

/** A counter of an attempt, with the state that was read. */
interface ReadCounter {
  readonly counter: Counter;
  readonly read: WindowItem | undefined;
}

/** Counts in all counters by one transaction; undefined where others have written one of them since it was read. */
async function countTogether(
  platform: PlatformStore,
  counters: readonly ReadCounter[],
  seconds: number,
): Promise<CountedCounter[] | undefined> {
  const counted = counters.flatMap(({ counter, read }) => {
    const spent = spend(read, counter, seconds);
    return spent.allowed ? [{ counter, read, item: buildItem(read, spent.window, seconds) }] : [];
  });
  try {
    await commit(counted.map(({ counter, read, item }) => replaceWindow(platform, counter, read, item)));
    return counted;
  } catch (error) {
    if (metOthers(error)) return undefined;
    throw error;
  }
}

/** Counts in each counter by itself. The window that is used up by now, where there is one: then nothing is counted. */
async function countSingly(
  platform: PlatformStore,
  counters: readonly ReadCounter[],
  seconds: number,
): Promise<CountedCounter[] | ThrottledAttempt> {
  const results = await Promise.all(
    counters.map(async ({ counter, read }) => ({
      counter,
      changed: await updateCounter(
        platform,
        counter,
        read,
        (window) => spend(window, counter, seconds),
        seconds,
      ),
    })),
  );
  const counted = results.flatMap(({ counter, changed }): CountedCounter[] =>
    'item' in changed ? [{ counter, item: changed.item }] : [],
  );
  const refusal = results.map(({ changed }) => changed).find((changed) => 'retryAfter' in changed);
  if (!refusal) return counted;
  await Promise.all(counted.map((counter) => refundAttempt(platform, counter)));
  return refusal;
}

/** Counts an attempt without waiting for others. */
async function countOnce(
  platform: PlatformStore,
  attempt: Attempt,
  now: Date,
  { known, windows }: ThrottleState,
): Promise<CountedAttempt | ThrottledAttempt> {
  const seconds = Math.floor(now.getTime() / 1000);
  const { learnsAddress = true, clearsFailures = true } = attempt;
  const isKnown = learnsAddress && known !== undefined && known.ttl > seconds;
  const counters = selectCounters(attempt, isKnown).map((counter, index) => ({
    counter,
    read: windows[index],
  }));
  for (const { counter, read } of counters) {
    const spent = spend(read, counter, seconds);
    if (!spent.allowed) return buildThrottledAttempt(counter, read, spent.retryAfter);
  }
  const counted =
    (await countTogether(platform, counters, seconds)) ?? (await countSingly(platform, counters, seconds));
  if ('retryAfter' in counted) return counted;
  const own = clearsFailures ? counted[0] : undefined;
  const others = clearsFailures ? counted.slice(1) : counted;
  const isStale = learnsAddress && (!isKnown || known.ttl - seconds < knownAddressSeconds / 2);
  const settled: readonly Change[] = [
    ...(own ? [remove(windowKey(platform, own.counter.key))] : []),
    ...(isStale
      ? [
          put(knownKey(platform, attempt), {
            type: 'known-address' as const,
            ttl: seconds + knownAddressSeconds,
          }),
        ]
      : []),
  ];
  return {
    async succeeded(more = []) {
      try {
        await commit([...settled, ...others.map((each) => refundInWindow(platform, each)), ...more]);
      } catch (error) {
        if (!metOthers(error)) throw error;
        await Promise.all([
          ...settled.map((change) => commit([change])),
          ...others.map((each) => refundAttempt(platform, each)),
          ...more.map((change) => commitUnlessStale([change])),
        ]);
      }
    },
  };
}
