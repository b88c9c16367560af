// How a client proves who it is by a JWT that it signs (RFC 7523, OpenID Connect Core 9: private_key_jwt). Loaded by the first
// request that brings one, and jose with it.
import { createHash } from 'node:crypto';
import { createLocalJWKSet } from 'jose/jwks/local';
import { jwtVerify } from 'jose/jwt/verify';
import { commit, ifAbsent, put } from '../../data/changes.ts';
import type { PlatformStore } from '../../data/store.ts';
import { Failure } from '../../errors/failure.ts';
import { getIssuer } from '../tokens/issue-token.ts';
import { type PublicJwk, signingAlgorithms } from '../tokens/keys.ts';
import { clockSkew } from '../tokens/tokens.ts';

/** How far ahead `exp` may lie, in seconds: so long is it stored that an assertion was used. */
export const assertionLifetime = 300;

/** An assertion that was used; stored until it has expired. */
interface UsedAssertionItem {
  readonly type: 'used-assertion';
  readonly ttl: number;
}

/** The client that an assertion is about, and the keys that it has registered. */
interface AssertionKeys {
  readonly clientId: string;
  readonly keys: readonly PublicJwk[];
}

/** The names of this server as an audience (RFC 7523 3, RFC 9126 2). */
const listAudiences = (): string[] =>
  ['', '/connect/token', '/connect/par'].map((path) => getIssuer() + path);

/** The name and the end of a valid assertion; undefined where it is not one of this client for this server. */
async function verifyAssertion({ clientId, keys }: AssertionKeys, assertion: string, now: Date) {
  const keySet = createLocalJWKSet({ keys: keys.map((key) => ({ ...key })) });
  const verified = await jwtVerify(assertion, keySet, {
    algorithms: [...signingAlgorithms],
    issuer: clientId,
    subject: clientId,
    audience: listAudiences(),
    clockTolerance: clockSkew,
    currentDate: now,
    requiredClaims: ['exp', 'jti'],
  }).catch(() => undefined);
  const { jti, exp = 0 } = verified?.payload ?? {};
  if (typeof jti !== 'string' || jti === '' || jti.length > 500) return undefined;
  return exp <= now.getTime() / 1000 + assertionLifetime + clockSkew ? { jti, exp } : undefined;
}

/** Whether an assertion is the client's, and was not used before. It is used up. */
export async function acceptAssertion(
  platform: PlatformStore,
  by: AssertionKeys,
  assertion: string,
  now: Date,
): Promise<boolean> {
  const verified = await verifyAssertion(by, assertion, now);
  if (!verified) return false;
  const hash = createHash('sha256').update(verified.jti).digest('base64url');
  const used = new Failure('INVALID_CLIENT');
  const change = put(
    platform.key<UsedAssertionItem>(`CLIENT#${by.clientId}`, `ASSERTION#${hash}`),
    { type: 'used-assertion', ttl: Math.ceil(verified.exp) + clockSkew },
    { condition: ifAbsent, onConflict: used },
  );
  try {
    await commit([change]);
    return true;
  } catch (error) {
    if (error === used) return false;
    throw error;
  }
}
