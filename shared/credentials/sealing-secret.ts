// The secret that encrypts tenants' keys, or that other tenant secrets are derived from.
import { credentialKeysSecret } from '../auth/tokens/secret-store.ts';
import { Failure } from '../errors/failure.ts';

let cachedSecret: Promise<string> | undefined;

/**
 * The secret, read once per process, because it is never replaced.
 * @throws Failure 503 when the platform has none
 */
export async function loadSealingSecret(): Promise<string> {
  cachedSecret ??= credentialKeysSecret()
    .read()
    .then((text) => {
      if (text === undefined || text.length < 32)
        throw new Failure('SERVICE_BUSY', 'The platform cannot sign yet.', {
          cause: new Error(
            'The secret that CREDENTIAL_KEYS_SECRET names is empty or shorter than 32 characters',
          ),
        });
      return text;
    });
  try {
    return await cachedSecret;
  } catch (error) {
    cachedSecret = undefined;
    throw error;
  }
}

/** Clears the cached secret, for tests that start one platform after another. */
export function resetSealingSecret(): void {
  cachedSecret = undefined;
}
