// Keeps the counters of failing sign-ins: every attempt is counted before its password is looked at.
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

/** How often a counter that others change at the same time is tried again. */
const maxAttempts = 20;

type CounterDecision = { readonly window: Window } | { readonly retryAfter: number };

/** An attempt that came too often, and the window that was used up. */
export interface ThrottledAttempt {
  /** Seconds to wait. */
  readonly retryAfter: number;
  readonly window: ExhaustedWindow;
}

/** Names one window of one counter: every attempt that it refuses bears the same. */
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

/** What became of a counter: as it stands now, or the rule's refusal. */
type CounterResult = { readonly item: WindowItem } | ThrottledAttempt;

/** Changes one counter by a rule, starting from what was read of it; reads and decides again when others came between. */
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
      await commit([put(key, next, { condition: ifUnchanged(item), otherwise: 'decide again' })]);
      return { item: next };
    } catch (error) {
      if (!(error instanceof StaleRead)) throw error;
      await sleep(Math.random() * 10 * (attempt + 1));
      item = await platform.get(key, { consistent: true });
    }
  }
  throw new Failure('SERVICE_BUSY');
}

/** A counter with an attempt in it, as it stood after that. */
interface CountedCounter {
  readonly counter: Counter;
  readonly item: WindowItem;
}

/** Takes an attempt out of a counter again. A counter that was cleared meanwhile stays as it is. */
async function refundAttempt(platform: PlatformStore, { counter, item }: CountedCounter): Promise<void> {
  const rule = (window: Window | undefined) => (window ? { window: refund(window) } : { retryAfter: 0 });
  await updateCounter(platform, counter, item, rule, item.countedAt);
}

/** An attempt that was counted and waits for its verdict. */
export interface CountedAttempt {
  /** Its password was right: nothing of it counts, and the address is known to the account from now on. */
  succeeded(): Promise<void>;
}

/** The answer to one who has to wait. */
export const tooManySignIns = (seconds: number): Failure =>
  tooManyRequests('Too many failed sign-ins; wait before trying again.', seconds);

/**
 * Counts an attempt against its account and address: one read, and one write per counter side by side.
 * @returns the counted attempt, or the refusal when a limit is reached
 */
export async function countAttempt(
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
  const asked = selectCounters(attempt, isKnown).map((counter, index) => ({ counter, read: windows[index] }));
  const spending = (counter: Counter) => (window: Window | undefined) => spend(window, counter, seconds);
  for (const { counter, read } of asked) {
    const spent = spending(counter)(read);
    if ('retryAfter' in spent) return buildThrottledAttempt(counter, read, spent.retryAfter);
  }
  const results = await Promise.all(
    asked.map(async ({ counter, read }) => ({
      counter,
      changed: await updateCounter(platform, counter, read, spending(counter), seconds),
    })),
  );
  const counted = results.flatMap(({ counter, changed }): CountedCounter[] =>
    'item' in changed ? [{ counter, item: changed.item }] : [],
  );
  const refusal = results.map(({ changed }) => changed).find((changed) => 'retryAfter' in changed);
  if (refusal) {
    await Promise.all(counted.map((one) => refundAttempt(platform, one)));
    return refusal;
  }
  const isStale = !isKnown || known.ttl - seconds < knownAddressSeconds / 2;
  return {
    async succeeded() {
      const [own, ...others] = counted;
      await Promise.all([
        ...others.map((one) => refundAttempt(platform, one)),
        own && commit([remove(windowKey(platform, own.counter.key))]),
        isStale &&
          commit([
            put(knownKey(platform, attempt), { type: 'known-address', ttl: seconds + knownAddressSeconds }),
          ]),
      ]);
    },
  };
}
