// Limits failed sign-ins by three counters, so that nobody can guess passwords or lock others out. Pure rules.
import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';

/** How long a first window lasts, in seconds. */
export const windowSeconds = 900;
/** The longest window, and so the longest wait, in seconds. */
export const maxWindowSeconds = 14_400;
/** How long an address stays known for an account after a successful sign-in there, in seconds (90 days). */
export const knownAddressSeconds = 7_776_000;

/** One counter of a sign-in attempt. `key` names its item; it reveals neither the account nor the address. */
export interface Counter {
  readonly name: 'account-and-address' | 'address' | 'account';
  readonly key: string;
  /** How many attempts one window allows. */
  readonly limit: number;
  /** The longest duration of one of its windows, in seconds. */
  readonly longest: number;
}

/** The stored state of a counter. Times are epoch seconds. */
export interface Window {
  /** Attempts that failed or are not finished yet. */
  readonly attempts: number;
  readonly endsAt: number;
  /** How many windows in a row were used up before this one; each doubles the length of the next. */
  readonly strikes: number;
}

/** A sign-in attempt: the account as the caller spelled it (known or not), and the address of the request. */
export interface Attempt {
  readonly account: string;
  readonly address: string;
  /** What is attempted, if it is not a sign-in; each purpose has its own counters. */
  readonly purpose?: string;
  /** Whether it stops counting when it succeeds, as a sign-in does; true by default. */
  readonly canSucceed?: boolean;
  /** Whether the address of a success becomes known for the account, so that others cannot lock it out; true by default. */
  readonly learnsAddress?: boolean;
  /**
   * Whether a success resets the count of failures; true by default. It must not where a caller can cause successes as often
   * as they like.
   */
  readonly clearsFailures?: boolean;
}

const hashKey = (...parts: readonly string[]) =>
  createHash('sha256').update(parts.join('\n')).digest('base64url');

/** The form of a user name under which it is stored and counted: NFKC, trimmed, lower case. */
export function foldUserName(userName: string): string {
  return userName.normalize('NFKC').trim().toLowerCase();
}

/**
 * The network of an address: an IPv4 address itself, of IPv6 the first 64 bits, because a single connection gets a
 * whole network of that size (RFC 6177, RFC 4291 2.5.1).
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

/** Under which name an attempt is counted. */
function getCountedName({ account, purpose }: Attempt): string {
  const folded = foldUserName(account);
  return purpose === undefined ? folded : `${purpose} of ${folded}`;
}

/** The key of the record that an account signed in from an address. */
export function knownAddressKey(attempt: Attempt): string {
  return hashKey('known', getCountedName(attempt), toNetwork(attempt.address));
}

/**
 * The counters of an attempt, in the order in which they are checked: 5 attempts of one account from one address, 50
 * from one address, 100 of one account from anywhere.
 * The last two do not apply at an address from which the account has signed in before, so that others who use them up
 * cannot lock its owner out. There, the first one's window also never grows: somebody who shares the owner's address,
 * as colleagues behind one router do, can make the owner wait for one window but never for hours, and gets at most 480
 * guesses a day.
 */
export function selectCounters(attempt: Attempt, isKnownAddress: boolean): Counter[] {
  const account = getCountedName(attempt);
  const network = toNetwork(attempt.address);
  // What others request at an address, such as mails, must not keep its people from signing in.
  const perPurpose = ['address', ...(attempt.purpose === undefined ? [] : [attempt.purpose])];
  const own: Counter = {
    name: 'account-and-address',
    key: hashKey('account-and-address', account, network),
    limit: 5,
    longest: isKnownAddress ? windowSeconds : maxWindowSeconds,
  };
  // Attempts of others must not lock an account out of an address from which it has signed in before.
  if (isKnownAddress) return [own];
  return [
    own,
    { name: 'address', key: hashKey(...perPurpose, network), limit: 50, longest: maxWindowSeconds },
    { name: 'account', key: hashKey('account', account), limit: 100, longest: maxWindowSeconds },
  ];
}

/** The result of counting an attempt. */
export type SpendResult =
  | { readonly allowed: true; readonly window: Window }
  | { readonly allowed: false; readonly retryAfter: number };

/**
 * Counts an attempt before its password is checked, so that a thousand parallel attempts don't get around the limit.
 * An attempt beyond the limit is rejected until the window ends and is not counted.
 * A window after a used-up one lasts twice as long, up to the counter's `longest`. `now` in epoch seconds; `retryAfter`
 * in seconds.
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

/** The duration of a window after this many used-up ones in a row, in seconds. */
function computeWindowLength(strikes: number, longest: number): number {
  return Math.min(longest, windowSeconds * 2 ** Math.min(strikes, 20));
}

/** A counter expires with its strikes a day after its window ended. Epoch seconds; the item's TTL. */
export function getExpiry(window: Window): number {
  return window.endsAt + 86_400;
}

const isExpired = (window: Window, now: number) => getExpiry(window) <= now;

/** Removes one attempt because it succeeded: only failures count against an address or an account. */
export function refund(window: Window): Window {
  return { ...window, attempts: Math.max(0, window.attempts - 1) };
}
