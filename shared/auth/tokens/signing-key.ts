// The process's signing key: read from the secret and cached for a limited time, never read from the table.
import { Failure } from '../../errors/failure.ts';
import {
  getCurrentKey,
  type KeyRing,
  keySetMaxAge,
  parseRing,
  type SigningAlgorithm,
  type SigningKey,
} from './keys.ts';
import { type SecretStore, signingKeysSecret } from './secret-store.ts';

let cached:
  | { readonly ring: KeyRing; readonly keys: Map<SigningAlgorithm, SigningKey>; readonly readAt: number }
  | undefined;

/**
 * The current signing key of an algorithm, cached for `keySetMaxAge` seconds; a rotation relies on that.
 * @throws Failure 503 SERVICE_BUSY when the platform has no keys yet
 */
export async function getSigningKey(
  algorithm: SigningAlgorithm = 'ES256',
  secret: () => SecretStore = signingKeysSecret,
): Promise<SigningKey> {
  const moment = performance.now() / 1000;
  if (!cached || moment - cached.readAt >= keySetMaxAge) {
    const ring = parseRing(await secret().read());
    if (!ring)
      throw new Failure('SERVICE_BUSY', 'The platform has no signing keys yet.', {
        cause: new Error('The signing-key secret is empty; run: npm run admin -- rotate-keys'),
      });
    cached = { ring, keys: new Map(), readAt: moment };
  }
  const { ring, keys } = cached;
  const key = keys.get(algorithm) ?? getCurrentKey(ring, algorithm);
  keys.set(algorithm, key);
  return key;
}

/** Discards the cached keys. For a rotation in this process, and for tests that change the secret. */
export function clearSigningKey(): void {
  cached = undefined;
}
