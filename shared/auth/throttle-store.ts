// Stores the counters of failed sign-ins: every attempt is counted before its password is checked.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Condition, commit, ifAbsent, put, remove, StaleRead } from '../data/changes.ts';
import type { Key, PlatformStore } from '../data/store.ts';
import { Failure, tooManyRequests } from '../errors/failure.ts';
import {
  type Attempt,
  type Counter,
  getExpiry,
  knownAddressKey,
  knownAddressSeconds,
  refund,
  selectCounters,
  spend,
  type Window,
} from './sign-in-throttle.ts';

interface WindowItem extends Window {
  readonly type: 'sign-in-window';
  readonly version: number;
  /** When an attempt was counted here last; epoch seconds. */
  readonly countedAt: number;
  readonly ttl: number;
}

interface KnownAddressItem {
  readonly type: 'known-address';
  readonly ttl: number;
}

const windowKey = (platform: PlatformStore, key: string): Key<WindowItem> =>
  platform.key(`THROTTLE#${key}`, 'WINDOW');
const knownKey = (platform: PlatformStore, attempt: Attempt): Key<KnownAddressItem> =>
  platform.key(`THROTTLE#${knownAddressKey(attempt)}`, 'KNOWN');

const ifUnchanged = (item: WindowItem | undefined): Condition =>
  item === undefined
    ? ifAbsent
    : {
        expression: '#version = :expected',
        names: { '#version': 'version' },
        values: { ':expected': item.version },
      };

/** How often the update of a counter that others change at the same time is attempted. */
const maxAttempts = 20;

type CounterDecision = { readonly window: Window } | { readonly retryAfter: number };

/** An attempt beyond a limit, and the window that is used up. */
export interface ThrottledAttempt {
  /** Seconds to wait. */
  readonly retryAfter: number;
  readonly window: ExhaustedWindow;
}

/** Identifies one window of one counter: the same for every attempt that it rejects. */
export interface ExhaustedWindow {
  readonly name: string;
  /** When the last attempt was counted in it; epoch seconds. */
  readonly since: number;
}

const buildThrottledAttempt = (
  counter: Counter,
  item: WindowItem | undefined,
  retryAfter: number,
): ThrottledAttempt => ({
  retryAfter,
  window: { name: `${counter.key}#${item?.endsAt ?? 0}`, since: item?.countedAt ?? 0 },
});

/** The result of an update: the counter's new state, or the rejected attempt. */
type CounterResult = { readonly item: WindowItem } | ThrottledAttempt;

/**
 * Updates one counter by a rule, starting from the state that was read; retries on a fresh read when others wrote
 * first.
 */
async function updateCounter(
  platform: PlatformStore,
  counter: Counter,
  read: WindowItem | undefined,
  rule: (window: Window | undefined) => CounterDecision,
  seconds: number,
): Promise<CounterResult> {
  const key = windowKey(platform, counter.key);
  let item = read;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const decided = rule(item);
    if ('retryAfter' in decided) return buildThrottledAttempt(counter, item, decided.retryAfter);
    const { attempts, endsAt, strikes } = decided.window;
    const next: WindowItem = {
      type: 'sign-in-window',
      attempts,
      endsAt,
      strikes,
      version: (item?.version ?? 0) + 1,
      countedAt: seconds,
      ttl: getExpiry(decided.window),
    };
    try {
      await commit([put(key, next, { condition: ifUnchanged(item), onConflict: 'retry' })]);
      return { item: next };
    } catch (error) {
      if (!(error instanceof StaleRead)) throw error;
      await sleep(Math.random() * 10 * (attempt + 1));
      item = await platform.get(key, { consistent: true });
    }
  }
  throw new Failure('SERVICE_BUSY');
}

/** A counter that has counted an attempt, as it was after that. */
interface CountedCounter {
  readonly counter: Counter;
  readonly item: WindowItem;
}

/** Removes an attempt from a counter. A counter that was deleted in between stays deleted. */
async function refundAttempt(platform: PlatformStore, { counter, item }: CountedCounter): Promise<void> {
  const rule = (window: Window | undefined) => (window ? { window: refund(window) } : { retryAfter: 0 });
  await updateCounter(platform, counter, item, rule, item.countedAt);
}

/** An attempt that was counted and has no outcome yet. */
export interface CountedAttempt {
  /** The password was right: the attempt no longer counts, and the address is now known for the account. */
  succeeded(): Promise<void>;
}

/** The failure for a caller who has to wait. */
export const tooManySignIns = (seconds: number): Failure =>
  tooManyRequests('Too many failed sign-ins; wait before trying again.', seconds);

/** For so long after it was counted an attempt may still succeed and give its place to another one; milliseconds. */
const settleTime = 4000;

/** The pause before the counters are read again while attempts may still succeed; milliseconds. */
const settlePause = { shortest: 40, spread: 80 } as const;

/**
 * Counts an attempt for its account and address: one read, and one write per counter in parallel.
 * Where a limit is reached by attempts of the last moments, waits until they have succeeded or failed, because only
 * failures count: many sign-ins with the right password at once do not throttle each other.
 * @returns the counted attempt, or the throttled attempt when a limit is reached
 */
export async function countAttempt(
  platform: PlatformStore,
  attempt: Attempt,
  now: Date,
): Promise<CountedAttempt | ThrottledAttempt> {
  const startedAt = performance.now();
  for (;;) {
    const result = await countOnce(platform, attempt, now);
    if (!('retryAfter' in result)) return result;
    const sinceCounted = now.getTime() + (performance.now() - startedAt) - result.window.since * 1000;
    if (sinceCounted > settleTime) return result;
    await sleep(settlePause.shortest + Math.random() * settlePause.spread);
  }
}

/** Counts an attempt without waiting for others. */
async function countOnce(
  platform: PlatformStore,
  attempt: Attempt,
  now: Date,
): Promise<CountedAttempt | ThrottledAttempt> {
  const seconds = Math.floor(now.getTime() / 1000);
  const all = selectCounters(attempt, false);
  const [known, windows] = await Promise.all([
    platform.get(knownKey(platform, attempt), { consistent: true }),
    platform.getMany(
      all.map((counter) => windowKey(platform, counter.key)),
      { consistent: true },
    ),
  ]);
  const isKnown = known !== undefined && known.ttl > seconds;
  const counters = selectCounters(attempt, isKnown).map((counter, index) => ({
    counter,
    read: windows[index],
  }));
  const spending = (counter: Counter) => (window: Window | undefined) => spend(window, counter, seconds);
  for (const { counter, read } of counters) {
    const spent = spending(counter)(read);
    if ('retryAfter' in spent) return buildThrottledAttempt(counter, read, spent.retryAfter);
  }
  const results = await Promise.all(
    counters.map(async ({ counter, read }) => ({
      counter,
      changed: await updateCounter(platform, counter, read, spending(counter), seconds),
    })),
  );
  const counted = results.flatMap(({ counter, changed }): CountedCounter[] =>
    'item' in changed ? [{ counter, item: changed.item }] : [],
  );
  const refusal = results.map(({ changed }) => changed).find((changed) => 'retryAfter' in changed);
  if (refusal) {
    await Promise.all(counted.map((counter) => refundAttempt(platform, counter)));
    return refusal;
  }
  const isStale = !isKnown || known.ttl - seconds < knownAddressSeconds / 2;
  return {
    async succeeded() {
      const [own, ...others] = counted;
      await Promise.all([
        ...others.map((counter) => refundAttempt(platform, counter)),
        own && commit([remove(windowKey(platform, own.counter.key))]),
        isStale &&
          commit([
            put(knownKey(platform, attempt), { type: 'known-address', ttl: seconds + knownAddressSeconds }),
          ]),
      ]);
    },
  };
}
