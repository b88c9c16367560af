// Publishes and withdraws the public halves of the signing keys in the table.
import { commit, put, remove } from '../data/changes.ts';
import type { PlatformStore } from '../data/store.ts';
import type { RingKey } from './keys.ts';
import { type PublicKeyItem, publicKeyKey, publicKeys } from './records.ts';

/** A few items, read in one page. */
async function listPublishedKeyItems(platform: PlatformStore): Promise<readonly PublicKeyItem[]> {
  return (await platform.query(publicKeys(platform), { consistent: true })).items;
}

/** Every published key, for the JWK Set. */
export async function listPublishedKeys(platform: PlatformStore): Promise<PublicKeyItem['jwk'][]> {
  return (await listPublishedKeyItems(platform)).map((item) => item.jwk);
}

/** Publishes the public halves of keys with the times until which they verify; unchanged ones are not written. */
export async function publishKeys(platform: PlatformStore, keys: readonly RingKey[]): Promise<void> {
  const known = new Map((await listPublishedKeyItems(platform)).map((item) => [item.id, item]));
  for (const key of keys) {
    const before = known.get(key.kid);
    if (before && before.notAfter === key.keepUntil) continue;
    await commit([
      put(publicKeyKey(platform, key.kid), {
        type: 'public-key',
        id: key.kid,
        jwk: key.public,
        notBefore: before?.notBefore ?? key.since,
        notAfter: key.keepUntil,
      }),
    ]);
  }
}

/** Withdraws every published key that is not among `keep`. */
export async function withdrawOtherKeys(platform: PlatformStore, keep: readonly RingKey[]): Promise<void> {
  const keptIds = new Set(keep.map((key) => key.kid));
  for (const item of await listPublishedKeyItems(platform))
    if (!keptIds.has(item.id)) await commit([remove(publicKeyKey(platform, item.id))]);
}
