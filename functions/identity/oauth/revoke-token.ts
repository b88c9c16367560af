// POST /connect/revocation
import { authenticateClient } from '../../../shared/auth/clients/clients.ts';
import { signInClientId } from '../../../shared/auth/tokens/issue-token.ts';
import { insertRevokedToken } from '../../../shared/auth/tokens/revocation.ts';
import type { AccessTokenClaims } from '../../../shared/auth/tokens/tokens.ts';
import type { Change } from '../../../shared/data/changes.ts';
import type { PlatformStore } from '../../../shared/data/store.ts';
import { parseTenantCode } from '../../../shared/data/tenant/tenant-code.ts';
import { Failure } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { reply, write } from '../../../shared/http/reply.ts';
import { findGrant, parseRefreshToken, revokeGrant } from '../connect/grants/grants.ts';
import { removeIssuedToken } from '../sessions/issued-tokens.ts';
import { revokeToken } from './contract.ts';
import { verifyTokenClaims } from './live-token.ts';

const assertOwnToken = (issuedTo: string | undefined, clientId: string): void => {
  if (issuedTo !== undefined && issuedTo !== clientId)
    throw new Failure(
      'UNAUTHORIZED_CLIENT',
      'The token was issued to another client, which alone may revoke it.',
      { target: 'token' },
    );
};

/** Also when the token is inactive for another reason: it must stay revoked when its tenant is reactivated. */
function revokeAccessToken(platform: PlatformStore, claims: AccessTokenClaims, now: Date): Change[] {
  const code = parseTenantCode(claims.tenant);
  if (!code) return [];
  const [grantId = '', rest] = claims.jti.split('~');
  return rest === undefined
    ? [insertRevokedToken(platform.tenant(code), claims), removeIssuedToken(platform, claims)]
    : revokeGrant(platform, { id: grantId, tenantCode: code }, now);
}

/** The end of a token, and of the grant that it came from (RFC 7009 2.1). */
async function decide(
  platform: PlatformStore,
  token: string,
  clientId: string,
  now: Date,
): Promise<readonly Change[]> {
  const refreshToken = parseRefreshToken(token);
  if (refreshToken) {
    const grant = await findGrant(platform, refreshToken.grantId, now);
    assertOwnToken(grant?.clientId, clientId);
    return grant ? revokeGrant(platform, grant, now) : [];
  }
  const claims = await verifyTokenClaims(token, now);
  assertOwnToken(claims?.client_id, clientId);
  return claims ? revokeAccessToken(platform, claims, now) : [];
}

export const handler = lambda(revokeToken, async ({ body, platform, request, now }) => {
  const { authorization } = request.headers;
  const isSignIn = !authorization && body.client_id === signInClientId && body.client_secret === undefined;
  const clientId = isSignIn
    ? signInClientId
    : (await authenticateClient(platform, authorization, body, now, { publicToo: true })).id;
  return write(await decide(platform, body.token, clientId, now), reply(200, null));
});
