// The stored counters of failed sign-ins, and how each is changed while others change it too.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Change,
  type Condition,
  commitUnlessStale,
  ifAbsent,
  put,
  StaleRead,
  update,
} from '../../data/changes.ts';
import type { Key, PlatformStore } from '../../data/store.ts';
import { Failure } from '../../errors/failure.ts';
import { readGroups } from '../accounts/read-groups.ts';
import {
  type Attempt,
  type Counter,
  getExpiry,
  knownAddressKey,
  refund,
  selectCounters,
  type Window,
} from './sign-in-throttle.ts';

export interface WindowItem extends Window {
  readonly type: 'sign-in-window';
  readonly version: number;
  /** When an attempt was counted here last; epoch seconds. */
  readonly countedAt: number;
  readonly ttl: number;
}

export interface KnownAddressItem {
  readonly type: 'known-address';
  readonly ttl: number;
}

export const windowKey = (platform: PlatformStore, key: string): Key<WindowItem> =>
  platform.key(`THROTTLE#${key}`, 'WINDOW');
export const knownKey = (platform: PlatformStore, attempt: Attempt): Key<KnownAddressItem> =>
  platform.key(`THROTTLE#${knownAddressKey(attempt)}`, 'KNOWN');

/** The keys of everything that counting an attempt reads: whether the address is known, and the counters. */
export const throttleKeys = (
  platform: PlatformStore,
  attempt: Attempt,
): { readonly known: Key<KnownAddressItem>; readonly windows: readonly Key<WindowItem>[] } => ({
  known: knownKey(platform, attempt),
  windows: selectCounters(attempt, false).map((counter) => windowKey(platform, counter.key)),
});

/** What was read at these keys. */
export interface ThrottleState {
  readonly known: KnownAddressItem | undefined;
  readonly windows: readonly (WindowItem | undefined)[];
}

export async function readState(platform: PlatformStore, attempt: Attempt): Promise<ThrottleState> {
  const keys = throttleKeys(platform, attempt);
  const [[known], windows] = await readGroups([keys.known], keys.windows);
  return { known, windows };
}

/** Whether several changes at once met others that wrote first; each is then made by itself. */
export const metOthers = (error: unknown): boolean =>
  error instanceof StaleRead || (error instanceof Failure && error.code === 'SERVICE_BUSY');

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

export const buildThrottledAttempt = (
  counter: Counter,
  item: WindowItem | undefined,
  retryAfter: number,
): ThrottledAttempt => ({
  retryAfter,
  window: { name: `${counter.key}#${item?.endsAt ?? 0}`, since: item?.countedAt ?? 0 },
});

/** The result of an update: the counter's new state, or the rejected attempt. */
type CounterResult = { readonly item: WindowItem } | ThrottledAttempt;

export const buildItem = (
  before: WindowItem | undefined,
  { attempts, endsAt, strikes }: Window,
  seconds: number,
): WindowItem => ({
  type: 'sign-in-window',
  ...{ attempts, endsAt, strikes },
  version: (before?.version ?? 0) + 1,
  countedAt: seconds,
  ttl: getExpiry({ attempts, endsAt, strikes }),
});

export const replaceWindow = (
  platform: PlatformStore,
  counter: Counter,
  before: WindowItem | undefined,
  after: WindowItem,
): Change =>
  put(windowKey(platform, counter.key), after, { condition: ifUnchanged(before), onConflict: 'retry' });

/**
 * Updates one counter by a rule, starting from the state that was read; retries on a fresh read when others wrote
 * first.
 */
export async function updateCounter(
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
    const next = buildItem(item, decided.window, seconds);
    if (await commitUnlessStale([replaceWindow(platform, counter, item, next)])) return { item: next };
    await sleep(Math.random() * 10 * (attempt + 1));
    item = await platform.get(key, { consistent: true });
  }
  throw new Failure('SERVICE_BUSY');
}

/** A counter that has counted an attempt, as it was after that. */
export interface CountedCounter {
  readonly counter: Counter;
  readonly item: WindowItem;
}

/** Removes an attempt from a counter. A counter that was deleted in between stays deleted. */
export async function refundAttempt(
  platform: PlatformStore,
  { counter, item }: CountedCounter,
): Promise<void> {
  const rule = (window: Window | undefined) => (window ? { window: refund(window) } : { retryAfter: 0 });
  await updateCounter(platform, counter, item, rule, item.countedAt);
}

/** The same as a change beside others, as long as the window is still the one that counted the attempt. */
export const refundInWindow = (platform: PlatformStore, { counter, item }: CountedCounter): Change =>
  update(
    windowKey(platform, counter.key),
    { add: { attempts: -1, version: 1 } },
    {
      condition: {
        expression: '#endsAt = :counted AND #attempts > :none',
        names: { '#endsAt': 'endsAt', '#attempts': 'attempts' },
        values: { ':counted': item.endsAt, ':none': 0 },
      },
      onConflict: 'retry',
    },
  );
