// The process's signing key: read from the secret and cached for a limited time, never read from the table.
import { Failure } from '../errors/failure.ts';
import { getCurrentKey, keySetMaxAge, parseRing } from './keys.ts';
import { type SecretStore, signingKeysSecret } from './secret-store.ts';
import type { SigningKey } from './sign-token.ts';

let cachedKey: { readonly key: SigningKey; readonly readAt: number } | undefined;

/**
 * The current signing key, cached for `keySetMaxAge` seconds; a rotation relies on that.
 * @throws Failure 503 SERVICE_BUSY when the platform has no keys yet
 */
export async function getSigningKey(secret: () => SecretStore = signingKeysSecret): Promise<SigningKey> {
  const moment = performance.now() / 1000;
  if (cachedKey && moment - cachedKey.readAt < keySetMaxAge) return cachedKey.key;
  const ring = parseRing(await secret().read());
  if (!ring)
    throw new Failure('SERVICE_BUSY', 'The platform has no signing keys yet.', {
      cause: new Error('The signing-key secret is empty; run: npm run admin -- rotate-keys'),
    });
  cachedKey = { key: getCurrentKey(ring), readAt: moment };
  return cachedKey.key;
}

/** Discards the cached key. For a rotation in this process, and for tests that change the secret. */
export function clearSigningKey(): void {
  cachedKey = undefined;
}
