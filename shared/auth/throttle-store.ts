// Keeps the counters of failing sign-ins: every attempt is counted before its password is looked at.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Condition, commit, ifAbsent, put, remove, StaleRead } from '../data/changes.ts';
import type { Key, PlatformStore } from '../data/store.ts';
import { Failure, tooManyRequests } from '../errors/failure.ts';
import {
  type Attempt,
  type Counter,
  countersOf,
  forgottenAt,
  knownAddressKey,
  knownAddressSeconds,
  refund,
  spend,
  type Window,
} from './sign-in-throttle.ts';

interface WindowItem extends Window {
  readonly type: 'sign-in-window';
  readonly version: number;
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

const at = (item: WindowItem | undefined): Condition =>
  item === undefined
    ? ifAbsent
    : {
        expression: '#version = :expected',
        names: { '#version': 'version' },
        values: { ':expected': item.version },
      };

/** How often a counter that others change at the same time is tried again. */
const tries = 20;

/** Changes one counter by a rule, over and over until nobody came between. @returns the rule's refusal, if any */
async function change(
  platform: PlatformStore,
  counter: Counter,
  rule: (
    window: Window | undefined,
  ) => { readonly window: Window } | { readonly retryAfter: number } | undefined,
): Promise<number | undefined> {
  const key = windowKey(platform, counter.key);
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const item = await platform.get(key, { consistent: true });
    const decided = rule(item);
    if (!decided) return undefined;
    if ('retryAfter' in decided) return decided.retryAfter;
    const { attempts, endsAt, strikes } = decided.window;
    const next: WindowItem = {
      type: 'sign-in-window',
      attempts,
      endsAt,
      strikes,
      version: (item?.version ?? 0) + 1,
      ttl: forgottenAt(decided.window),
    };
    try {
      await commit([put(key, next, { condition: at(item), otherwise: 'decide again' })]);
      return undefined;
    } catch (error) {
      if (!(error instanceof StaleRead)) throw error;
      await sleep(Math.random() * 10 * (attempt + 1));
    }
  }
  throw new Failure('SERVICE_BUSY');
}

/** An attempt that was counted and waits for its verdict. */
export interface CountedAttempt {
  /** Its password was right: nothing of it counts, and the address is known to the account from now on. */
  succeeded(): Promise<void>;
}

/** The answer to one who has to wait. */
export const waitBeforeSignIn = (seconds: number): Failure =>
  tooManyRequests('Too many failed sign-ins; wait before trying again.', seconds);

/**
 * Counts an attempt against its account and address.
 * @returns the counted attempt, or the seconds to wait when a limit is reached
 */
export async function countAttempt(
  platform: PlatformStore,
  attempt: Attempt,
  now: Date,
): Promise<CountedAttempt | { readonly retryAfter: number }> {
  const seconds = Math.floor(now.getTime() / 1000);
  const known = await platform.get(knownKey(platform, attempt), { consistent: true });
  const isKnown = known !== undefined && known.ttl > seconds;
  const counters = countersOf(attempt, isKnown);
  const counted: Counter[] = [];
  const takeBack = () =>
    Promise.all(
      counted.map((counter) => change(platform, counter, (window) => window && { window: refund(window) })),
    );
  for (const counter of counters) {
    const retryAfter = await change(platform, counter, (window) => {
      const spent = spend(window, counter.limit, seconds);
      return spent.allowed ? { window: spent.window } : { retryAfter: spent.retryAfter };
    });
    if (retryAfter !== undefined) {
      await takeBack();
      return { retryAfter };
    }
    counted.push(counter);
  }
  return {
    async succeeded() {
      const [own, ...others] = counted;
      counted.splice(0, counted.length, ...others);
      await Promise.all([
        takeBack(),
        own && commit([remove(windowKey(platform, own.key))]),
        (!isKnown || known.ttl - seconds < knownAddressSeconds / 2) &&
          commit([
            put(knownKey(platform, attempt), { type: 'known-address', ttl: seconds + knownAddressSeconds }),
          ]),
      ]);
    },
  };
}
