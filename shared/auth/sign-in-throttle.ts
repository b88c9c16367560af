// How often a sign-in may fail: pure rules over three counters, so that nobody can guess and nobody can lock others out.
import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';

/** How long a first window lasts, in seconds. */
export const windowSeconds = 900;
/** The longest that anybody ever has to wait, in seconds. */
export const maxWindowSeconds = 14_400;
/** How long an address stays known to an account after a sign-in that succeeded there, in seconds (90 days). */
export const knownAddressSeconds = 7_776_000;

/** One counter of a sign-in attempt. `key` names its item; it tells neither the account nor the address. */
export interface Counter {
  readonly name: 'account-and-address' | 'address' | 'account';
  readonly key: string;
  /** How many attempts one window allows. */
  readonly limit: number;
  /** The longest that one of its windows lasts, in seconds. */
  readonly longest: number;
}

/** What is kept of a counter. Times are epoch seconds. */
export interface Window {
  /** Attempts that failed or have not been answered yet. */
  readonly attempts: number;
  readonly endsAt: number;
  /** How many windows in a row were used up before this one; each doubles the length of the next. */
  readonly strikes: number;
}

/** Who tries: the account as the caller spelled it (known or not), and the address the request came from. */
export interface Attempt {
  readonly account: string;
  readonly address: string;
}

const hashKey = (...parts: readonly string[]) =>
  createHash('sha256').update(parts.join('\n')).digest('base64url');

/** A user name in the one form under which it is stored and counted: NFKC, trimmed, lower case. */
export function foldUserName(userName: string): string {
  return userName.normalize('NFKC').trim().toLowerCase();
}

/**
 * The network that an address stands for: an IPv4 address itself, of IPv6 the first 64 bits,
 * for a single line is given that many addresses to choose from (RFC 6177, RFC 4291 2.5.1).
 */
export function toNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const bare = address.split('%')[0] ?? address;
  if (!isIPv6(bare)) return address;
  const [head = '', tail] = bare.toLowerCase().split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const all =
    tail === undefined
      ? front
      : [...front, ...Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** Under which key it is kept that an account signed in from an address. */
export function knownAddressKey({ account, address }: Attempt): string {
  return hashKey('known', foldUserName(account), toNetwork(address));
}

/**
 * The counters an attempt is held against, in the order in which they are asked:
 * 5 of one account from one address, 50 from one address, 100 of one account from anywhere.
 * The last two are not asked at an address from which the account has signed in before:
 * others who use them up cannot keep its owner out. And the first grows no longer there: whoever shares the owner's
 * address, as colleagues do behind one router, can make them wait a first window but never for hours, and gets no more
 * than 480 guesses a day for it.
 */
export function selectCounters(attempt: Attempt, isKnownAddress: boolean): Counter[] {
  const account = foldUserName(attempt.account);
  const network = toNetwork(attempt.address);
  const own: Counter = {
    name: 'account-and-address',
    key: hashKey('account-and-address', account, network),
    limit: 5,
    longest: isKnownAddress ? windowSeconds : maxWindowSeconds,
  };
  // Others at the same office, or at the other end of the world, keep nobody out of where they have signed in before.
  if (isKnownAddress) return [own];
  return [
    own,
    { name: 'address', key: hashKey('address', network), limit: 50, longest: maxWindowSeconds },
    { name: 'account', key: hashKey('account', account), limit: 100, longest: maxWindowSeconds },
  ];
}

/** What becomes of a counter when an attempt asks it. */
export type SpendResult =
  | { readonly allowed: true; readonly window: Window }
  | { readonly allowed: false; readonly retryAfter: number };

/**
 * Counts an attempt before its password is looked at, so that a thousand at once are no way around the limit.
 * An attempt beyond the limit is refused until the window ends and is not counted.
 * A window that follows one that was used up lasts twice as long, up to the counter's `longest`:
 * whoever goes on guessing waits longer each time. `now` in epoch seconds; `retryAfter` in seconds.
 */
export function spend(
  window: Window | undefined,
  { limit, longest }: Pick<Counter, 'limit' | 'longest'>,
  now: number,
): SpendResult {
  if (!window || window.endsAt <= now) {
    const usedUp = window !== undefined && window.attempts >= limit && !isExpired(window, now);
    const strikes = usedUp ? window.strikes + 1 : 0;
    return {
      allowed: true,
      window: { attempts: 1, endsAt: now + computeWindowLength(strikes, longest), strikes },
    };
  }
  if (window.attempts >= limit) return { allowed: false, retryAfter: window.endsAt - now };
  return { allowed: true, window: { ...window, attempts: window.attempts + 1 } };
}

/** How long a window lasts after so many used up ones in a row, in seconds. */
function computeWindowLength(strikes: number, longest: number): number {
  return Math.min(longest, windowSeconds * 2 ** Math.min(strikes, 20));
}

/** A day after its window ended, a counter is forgotten with its strikes. Epoch seconds; the item's TTL. */
export function getExpiry(window: Window): number {
  return window.endsAt + 86_400;
}

const isExpired = (window: Window, now: number) => getExpiry(window) <= now;

/** Takes one attempt back, for it succeeded: only failures count against an address or an account. */
export function refund(window: Window): Window {
  return { ...window, attempts: Math.max(0, window.attempts - 1) };
}
