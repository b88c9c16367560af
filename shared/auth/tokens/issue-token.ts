// Issues access tokens for a subject in a tenant.
import type { TenantCode } from '../../data/tenant/tenant-code.ts';
import type { SubjectItem } from '../accounts/records.ts';
import { signAccessToken } from './sign-token.ts';
import { getSigningKey } from './signing-key.ts';
import { type AccessTokenClaims, audience, tokenLifetime } from './tokens.ts';

/** The client_id of tokens that come from the two-step sign-in: the platform's own, public client. */
export const signInClientId = 'rostrum-sign-in';

/** The platform's issuer identifier (RFC 8414 2), which is the address of area C (env ISSUER). */
export function getIssuer(): string {
  const name = process.env.ISSUER;
  if (!name) throw new Error('ISSUER is not set; it is the address of the identity area.');
  return name;
}

/** The subject, tenant and client of a token to issue. */
export interface TokenGrant {
  readonly tenant: TenantCode;
  readonly subject: Pick<SubjectItem, 'id' | 'revokedBefore' | 'personId'>;
  readonly clientId: string;
  /** What a client may do, for itself or in a person's name; absent for all that a person may do. */
  readonly scope?: string | undefined;
  /** The thumbprint of the key to which it is bound (RFC 9449); absent for a bearer token. */
  readonly jkt?: string | undefined;
  /** What the token says of the person's sign-in; absent for a client's own token. */
  readonly signIn?: Pick<AccessTokenClaims, 'auth_time' | 'acr' | 'amr'> | undefined;
}

/** An issued token with its claims; it is valid for `tokenLifetime` seconds. */
export interface IssuedToken {
  readonly accessToken: string;
  readonly claims: AccessTokenClaims;
}

/**
 * Issues a token. `tokenId` becomes its jti; one of a grant begins with the grant's id and `~`.
 * A revocation revokes every token issued up to and within its own second. A token issued later in that second gets the
 * next second as its `iat`, so that it is not revoked with them.
 */
export async function issueToken(grant: TokenGrant, now: Date, tokenId: string): Promise<IssuedToken> {
  const iat = Math.max(Math.floor(now.getTime() / 1000), grant.subject.revokedBefore);
  const claims: AccessTokenClaims = {
    iss: getIssuer(),
    aud: audience,
    sub: grant.subject.id,
    client_id: grant.clientId,
    iat,
    exp: iat + tokenLifetime,
    jti: tokenId,
    tenant: grant.tenant,
    scope: grant.scope,
    ...grant.signIn,
    person_id: grant.subject.personId,
    ...(grant.jkt !== undefined && { cnf: { jkt: grant.jkt } }),
  };
  return { accessToken: await signAccessToken(claims, await getSigningKey()), claims };
}
