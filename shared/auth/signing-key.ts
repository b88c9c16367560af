// The key this process signs with: read from the secret now and then, never from the table.
import { Failure } from '../errors/failure.ts';
import { currentKey, keySetMaxAge, parseRing } from './keys.ts';
import { type SecretStore, signingKeysSecret } from './secret-store.ts';
import type { SigningKey } from './tokens.ts';

let held: { readonly key: SigningKey; readonly readAt: number } | undefined;

/**
 * The key that signs, read from the secret at most every `keySetMaxAge` seconds; a rotation counts on that.
 * @throws Failure 503 SERVICE_BUSY when the platform has no keys yet
 */
export async function signingKey(secret: () => SecretStore = signingKeysSecret): Promise<SigningKey> {
  const moment = performance.now() / 1000;
  if (held && moment - held.readAt < keySetMaxAge) return held.key;
  const ring = parseRing(await secret().read());
  if (!ring)
    throw new Failure('SERVICE_BUSY', 'The platform has no signing keys yet.', {
      cause: new Error('The signing-key secret is empty; run: npm run admin -- rotate-keys'),
    });
  held = { key: currentKey(ring), readAt: moment };
  return held.key;
}

/** Forgets the key. For a rotation in this process, and for tests that change the secret. */
export function forgetSigningKey(): void {
  held = undefined;
}
