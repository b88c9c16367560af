// An independent verifier of credentials that runs locally: it resolves did:key without a network, and fetches status
// lists over HTTP from the platform under test.
import { verifyCredential } from '@digitalcredentials/verifier-core';

/**
 * Replies with an empty object to requests to other machines, such as the one for the Open Badges JSON schema. The returned
 * function restores fetch.
 */
export function blockExternalRequests(): () => void {
  const real = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const { hostname } = new URL(input instanceof Request ? input.url : String(input));
    if (hostname === 'localhost' || hostname === '127.0.0.1') return real(input, init);
    return Promise.resolve(new Response('{}', { headers: { 'Content-Type': 'application/json' } }));
  };
  return () => {
    globalThis.fetch = real;
  };
}

/** The result of the verifier: whether each step passed, or the name of its error. */
export async function verify(
  credential: Parameters<typeof verifyCredential>[0]['credential'],
): Promise<Record<string, unknown>> {
  const { log = [], errors = [] } = await verifyCredential({ credential, knownDIDRegistries: [] });
  return {
    ...Object.fromEntries(log.map(({ id, valid, error }) => [id, error ? error.name : valid])),
    ...(errors.length > 0 && { errors: errors.map(({ name }) => name) }),
  };
}
