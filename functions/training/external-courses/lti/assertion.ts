// How a tool proves who it is: by a JWT that it signs (Security Framework 1.0, 4.1.1 and 5.2.2; RFC 7523, 3). Loaded by the first
// request that brings one, and jose with it.
import type { JWTVerifyGetKey } from 'jose';
import { createLocalJWKSet } from 'jose/jwks/local';
import { createRemoteJWKSet, customFetch } from 'jose/jwks/remote';
import { decodeJwt } from 'jose/jwt/decode';
import { jwtVerify } from 'jose/jwt/verify';
import { clockSkew } from '../../../../shared/auth/tokens/tokens.ts';
import { createRecentMap } from '../../../../shared/values/recent-map.ts';
import { fetchPublic } from '../../../../shared/webhooks/public-fetch.ts';
import type { LtiTool } from '../record/external-course.ts';

/** How far ahead `exp` may lie, in seconds: so long is it stored that an assertion was used. */
export const assertionLifetime = 3600;

/** The longest key set, in bytes, and how long a tool has to send it, in milliseconds. */
const keySetLimits = { maxBytes: 65_536, timeout: 5_000 };

/** The algorithms with a public key that tools may use; RS256 is what all of them have (Security Framework 1.0, 6.3). */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512'];

/** By address: a key set is requested once in ten minutes, or once in half a minute for a key that is not known. */
const keySets = createRecentMap<string, JWTVerifyGetKey>(200);

/** When the key set of an address could not be read, in milliseconds of the process: it is not requested again at once. */
const failures = createRecentMap<string, number>(200);
const pauseMilliseconds = 30_000;

function openKeySet(url: string): JWTVerifyGetKey {
  const known = keySets.get(url);
  if (known) return known;
  const keySet = createRemoteJWKSet(new URL(url), {
    [customFetch]: async (address, { headers, signal }) => {
      const failedAt = failures.get(url);
      if (failedAt !== undefined && performance.now() - failedAt < pauseMilliseconds)
        throw new Error('The key set could not be read a moment ago');
      try {
        const reply = await fetchPublic(address, {
          headers: Object.fromEntries(headers),
          signal,
          ...keySetLimits,
        });
        if (!reply.ok) throw new Error(`The key set was answered with ${reply.status}`);
        return reply;
      } catch (error) {
        failures.set(url, performance.now());
        throw error;
      }
    },
  });
  keySets.set(url, keySet);
  return keySet;
}

const selectKeys = ({ keySetUrl, keys = [] }: LtiTool): JWTVerifyGetKey =>
  keySetUrl === undefined
    ? createLocalJWKSet({ keys: keys.map((key) => ({ ...key })) })
    : openKeySet(keySetUrl);

/** The client id that an assertion claims, before anything is verified. */
export function readClaimedClient(assertion: string): string | undefined {
  try {
    const { iss, sub } = decodeJwt(assertion);
    return iss === sub ? iss : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The name and the end of an assertion of the tool for this token endpoint; or what is wrong with it.
 * @param audience the address of the token endpoint; the issuer is accepted too (Security Framework 1.0, 4.1.1)
 */
export async function verifyAssertion(
  tool: LtiTool,
  assertion: string,
  audience: readonly string[],
  now: Date,
): Promise<{ readonly jti: string; readonly exp: number } | string> {
  const verified = await jwtVerify(assertion, selectKeys(tool), {
    ...{ algorithms, audience: [...audience], issuer: tool.clientId, subject: tool.clientId },
    ...{ clockTolerance: clockSkew, currentDate: now, requiredClaims: ['exp', 'jti'] },
  }).catch((error: unknown) => (error instanceof Error ? error.message : 'it cannot be verified'));
  if (typeof verified === 'string') return verified;
  const { jti, exp = 0 } = verified.payload;
  if (typeof jti !== 'string' || jti === '' || jti.length > 500) return 'jti must name it';
  return exp <= now.getTime() / 1000 + assertionLifetime + clockSkew
    ? { jti, exp }
    : 'exp must be within an hour';
}
