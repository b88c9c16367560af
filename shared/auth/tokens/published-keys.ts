// The process's cache of verification keys: each is read from the table once, and again when it is too old.
import { createPublicKey, type KeyObject } from 'node:crypto';
import { type Key, openPlatformStore } from '../../data/store.ts';
import { type PublicKeyItem, publicKeyKey } from '../accounts/records.ts';

/** How long a key is used without reading it again, in milliseconds. */
export const maxKeyAge = 5 * 60_000;

/** Whether a key that was read at a moment of the process is too old to be used at another. */
export const isStale = (readAt: number, moment: number): boolean => moment - readAt > maxKeyAge;

interface CachedKey {
  readonly key: KeyObject;
  readonly notAfter: number | undefined;
  readonly readAt: number;
}

const keyCache = new Map<string, CachedKey>();

/** The item to read before a token with this key can be verified; undefined when the cache is sufficient. */
export function getKeyToRead(kid: string): Key<PublicKeyItem> | undefined {
  const readAt = keyCache.get(kid)?.readAt ?? Number.NEGATIVE_INFINITY;
  return isStale(readAt, performance.now()) ? publicKeyKey(openPlatformStore(), kid) : undefined;
}

/** Stores a key that was read in the cache; undefined when it does not exist. */
export function cacheKey(kid: string, item: PublicKeyItem | undefined): void {
  if (!item) {
    keyCache.delete(kid);
    return;
  }
  const key = createPublicKey({ key: item.jwk, format: 'jwk' });
  keyCache.set(kid, { key, notAfter: item.notAfter, readAt: performance.now() });
}

/** The cached public key with this id; undefined when there is none or it has retired. Nothing is read. */
export function getCachedKey(kid: string, now: Date): KeyObject | undefined {
  const found = keyCache.get(kid);
  return found && (found.notAfter === undefined || found.notAfter * 1000 > now.getTime())
    ? found.key
    : undefined;
}

/** The public key with this id; undefined when there is none or it has retired. At most one read. */
export async function loadPublishedKey(kid: string, now: Date): Promise<KeyObject | undefined> {
  const unread = getKeyToRead(kid);
  if (unread) cacheKey(kid, await openPlatformStore().get(unread, { consistent: true }));
  return getCachedKey(kid, now);
}

/** Empties the cache. For commands and tests that change the table of a running process. */
export function clearKeyCache(): void {
  keyCache.clear();
}
