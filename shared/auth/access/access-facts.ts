// What decides about the access of a request: the tenant, the token, its subject, and what was revoked.
import type { TenantStore } from '../../data/store.ts';
import { type ErrorDetail, Failure } from '../../errors/failure.ts';
import { readGroups } from '../accounts/read-groups.ts';
import {
  type RevokedTokenItem,
  revokedTokenKey,
  type SubjectItem,
  subjectKey,
  type TenantItem,
  tenantKey,
} from '../accounts/records.ts';
import { parseSentToken, type SentToken } from '../tokens/possession.ts';
import { cacheKey, getCachedKey, getKeyToRead } from '../tokens/published-keys.ts';
import { cacheClient, getClientToRead, isClientRevoked } from '../tokens/revoked-clients.ts';
import {
  type AccessTokenClaims,
  readKeyId,
  readUnverifiedClaims,
  type UnverifiedClaims,
  verifyAccessToken,
} from '../tokens/tokens.ts';
import { findRecentStanding, rememberStanding } from './recent-standing.ts';

export const expiredToken: ErrorDetail = {
  code: 'TOKEN_EXPIRED',
  message: 'The access token has expired; request a new one.',
  target: 'Authorization',
};
const invalidToken: ErrorDetail = {
  code: 'TOKEN_INVALID',
  message: 'The access token was not issued by this platform.',
  target: 'Authorization',
};
export const revokedToken: ErrorDetail = {
  code: 'TOKEN_REVOKED',
  message: 'The access token has been revoked; sign in again.',
  target: 'Authorization',
};

export const unauthenticated = (problem: ErrorDetail): Failure =>
  new Failure('AUTHENTICATION_REQUIRED', problem.message, { target: problem.target, details: [problem] });

/**
 * The token of an Authorization header; undefined without one.
 * @throws Failure 401 for another scheme
 */
export function parseAuthorization(authorization: string | undefined): SentToken | undefined {
  if (authorization === undefined || authorization.trim() === '') return undefined;
  const sent = parseSentToken(authorization);
  if (!sent)
    throw unauthenticated({ ...invalidToken, message: 'Authorization must be: Bearer <access token>.' });
  return sent;
}

/** The verified claims of a token, whose key must be in the cache. */
async function verifyClaims(token: string, now: Date): Promise<AccessTokenClaims> {
  const verified = await verifyAccessToken(token, {
    issuer: process.env.ISSUER ?? '',
    now,
    findKey: async (kid) => getCachedKey(kid, now),
  });
  if (!verified.ok) throw unauthenticated(verified.problem === 'expired' ? expiredToken : invalidToken);
  return verified.claims;
}

/** What decides about access, as it is stored. */
export interface AccessFacts {
  readonly claims: AccessTokenClaims | undefined;
  readonly settings: TenantItem | undefined;
  readonly subject: SubjectItem | undefined;
  readonly revoked: RevokedTokenItem | undefined;
  /** Whether the application was revoked that has the token. */
  readonly isClientRevoked: boolean;
}

/**
 * Reads the tenant and the access of the token's subject. A token whose key is cached is verified first. Otherwise the
 * key is read in the same round trip, with the items that the unverified claims name: none of them is used before the
 * token is verified.
 */
export async function loadAccessFacts(
  tenant: TenantStore,
  token: string | undefined,
  now: Date,
  mayBeRecent: boolean,
): Promise<AccessFacts> {
  const keyId = token === undefined ? undefined : readKeyId(token);
  const unreadKey = keyId === undefined ? undefined : getKeyToRead(keyId);
  const verify = async () => (token === undefined ? undefined : verifyClaims(token, now));
  const early = unreadKey ? undefined : await verify();
  const named: UnverifiedClaims | undefined =
    unreadKey && token !== undefined ? readUnverifiedClaims(token) : early;
  const own = named?.tenant === tenant.code ? named : undefined;
  const client = own && getClientToRead(own);
  const recent = mayBeRecent && !unreadKey && !client ? findRecentStanding(tenant.code, token) : undefined;
  if (recent)
    return { claims: early, ...recent, isClientRevoked: early !== undefined && isClientRevoked(early) };
  const [[settings], [subject], [revoked], [key], [revokedClient]] = await readGroups(
    [tenantKey(tenant)],
    own ? [subjectKey(tenant, own.sub)] : [],
    own ? [revokedTokenKey(tenant, own.jti)] : [],
    unreadKey ? [unreadKey] : [],
    client ? [client] : [],
  );
  if (keyId !== undefined && unreadKey) cacheKey(keyId, key);
  const claims = unreadKey ? await verify() : early;
  if (client && claims) cacheClient(claims, revokedClient);
  const standing = { settings, subject, revoked };
  rememberStanding(tenant.code, token, standing);
  return { claims, ...standing, isClientRevoked: claims !== undefined && isClientRevoked(claims) };
}
