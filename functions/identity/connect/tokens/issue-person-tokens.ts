// The tokens that a client gets in a person's name: access token, ID token, refresh token.
import { createHash } from 'node:crypto';
import { readGroups } from '../../../../shared/auth/accounts/read-groups.ts';
import {
  revokedTokenKey,
  type SubjectItem,
  subjectKey,
  tenantKey,
} from '../../../../shared/auth/accounts/records.ts';
import { userKey } from '../../../../shared/auth/accounts/users.ts';
import {
  buildAuthenticationClaims,
  getStrength,
} from '../../../../shared/auth/sign-in/authentication-context.ts';
import { acceptsSignIn, requiresSecondFactor } from '../../../../shared/auth/sign-in/sign-in-policy.ts';
import { getIssuer, issueToken } from '../../../../shared/auth/tokens/issue-token.ts';
import type { SigningAlgorithm } from '../../../../shared/auth/tokens/keys.ts';
import { signIdToken } from '../../../../shared/auth/tokens/sign-token.ts';
import { getSigningKey } from '../../../../shared/auth/tokens/signing-key.ts';
import { tokenLifetime } from '../../../../shared/auth/tokens/tokens.ts';
import type { PlatformStore, TenantStore } from '../../../../shared/data/store.ts';
import { openTenant } from '../../administration/open-tenant.ts';
import { isEnded, lacksSecondFactor } from '../../sessions/session.ts';
import type { Authorization } from '../grants/codes.ts';
import { invalidGrant } from './code-exchange.ts';

/** A person's access in the tenant that was chosen. */
export interface GrantedAccess {
  readonly tenant: TenantStore;
  readonly subject: SubjectItem;
}

/**
 * The access under which a person's tokens are issued: what has ended since they signed in, ends the authorization too.
 * One read.
 * @param grantId of a grant that gives its first tokens, and may have ended before: by a sign-out
 * @throws Failure 400 INVALID_GRANT
 */
export async function requireGrantedAccess(
  platform: PlatformStore,
  authorization: Pick<
    Authorization,
    'tenantCode' | 'userId' | 'authTime' | 'amr' | 'providerTenant' | 'isMailed'
  >,
  grantId?: string,
): Promise<GrantedAccess> {
  const { tenantCode, userId, authTime, amr } = authorization;
  const tenant = openTenant(platform, tenantCode);
  const [[settings], [subject], [user], [ended]] = await readGroups(
    [tenantKey(tenant)],
    [subjectKey(tenant, userId)],
    [userKey(platform, userId)],
    grantId === undefined ? [] : [revokedTokenKey(tenant, grantId)],
  );
  if (settings?.status !== 'active') throw invalidGrant('The workspace is not active.');
  if (!acceptsSignIn(settings, authorization))
    throw invalidGrant('The sign-in does not reach the workspace; ask the person to sign in again.');
  if (
    ended ||
    !subject ||
    subject.disabled ||
    isEnded(authTime, subject) ||
    !user ||
    lacksSecondFactor(amr, user)
  )
    throw invalidGrant('The access of the person has ended; ask them to sign in again.');
  if (requiresSecondFactor(settings, subject) && getStrength(amr) === 'password')
    throw invalidGrant('The workspace now requires a second factor; ask the person to sign in again.');
  return { tenant, subject };
}

/** The left half of the token's hash (OpenID Connect Core 3.1.3.6). */
const hashAccessToken = (token: string): string =>
  createHash('sha256').update(token, 'ascii').digest().subarray(0, 16).toString('base64url');

/** The tokens of one reply. */
export interface PersonTokens {
  readonly accessToken: string;
  readonly idToken: string | undefined;
}

/** What the tokens are issued for. */
export interface PersonTokenInput {
  readonly authorization: Authorization;
  readonly access: GrantedAccess;
  /** The grant or the used code, whose end is that of the tokens. */
  readonly grantId: string;
  readonly scopes: readonly string[];
  /** With what the client's ID tokens are signed. */
  readonly idTokenAlgorithm: SigningAlgorithm;
  /** The thumbprint of the key to which the access token is bound. */
  readonly jkt: string | undefined;
  readonly now: Date;
  readonly newId: () => string;
}

/** Issues an access token, and with the scope openid an ID token. */
export async function issuePersonTokens({
  authorization,
  access,
  grantId,
  scopes,
  idTokenAlgorithm,
  jkt,
  now,
  newId,
}: PersonTokenInput): Promise<PersonTokens> {
  const { clientId, nonce, sessionId } = authorization;
  const signIn = buildAuthenticationClaims(authorization);
  const { tenant, subject } = access;
  const { accessToken, claims } = await issueToken(
    { tenant: tenant.code, subject, clientId, scope: scopes.join(' '), jkt, signIn },
    now,
    `${grantId}~${newId()}`,
  );
  if (!scopes.includes('openid')) return { accessToken, idToken: undefined };
  const idToken = await signIdToken(
    {
      iss: getIssuer(),
      sub: subject.id,
      aud: clientId,
      iat: claims.iat,
      exp: claims.iat + tokenLifetime,
      ...(nonce !== undefined && { nonce }),
      ...signIn,
      at_hash: hashAccessToken(accessToken),
      sid: sessionId,
      tenant: tenant.code,
      ...(claims.person_id !== undefined && scopes.includes('profile') && { person_id: claims.person_id }),
    },
    await getSigningKey(idTokenAlgorithm),
  );
  return { accessToken, idToken };
}
