// POST /connect/revocation
import { authenticateClient } from '../../../shared/auth/clients.ts';
import { signInClientId } from '../../../shared/auth/issue-token.ts';
import { insertRevokedToken } from '../../../shared/auth/revocation.ts';
import { parseTenantCode } from '../../../shared/data/tenant-code.ts';
import { Failure } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { reply, write } from '../../../shared/http/reply.ts';
import { revokeToken } from './contract.ts';
import { verifyTokenClaims } from './live-token.ts';

export const handler = lambda(revokeToken, async ({ body, platform, request, now }) => {
  const { authorization } = request.headers;
  const isSignIn = !authorization && body.client_id === signInClientId && body.client_secret === undefined;
  const clientId = isSignIn
    ? signInClientId
    : (await authenticateClient(platform, authorization, body, now)).id;
  const claims = await verifyTokenClaims(body.token, now);
  if (claims && claims.client_id !== clientId)
    throw new Failure(
      'UNAUTHORIZED_CLIENT',
      'The token was issued to another client, which alone may revoke it.',
      {
        target: 'token',
      },
    );
  const code = claims && parseTenantCode(claims.tenant);
  const done = reply(200, null);
  // Also when the token is inactive for another reason: it must stay revoked when its tenant is reactivated (RFC 7009
  // 2.1).
  return code ? write([insertRevokedToken(platform.tenant(code), claims)], done) : done;
});
