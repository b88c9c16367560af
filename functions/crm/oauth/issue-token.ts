// POST /oauth/token
import { assertClientCredentialsGrant, issueClientToken } from '../../../shared/auth/clients/client-grant.ts';
import { authenticateTokenClient } from '../../../shared/auth/clients/token-client.ts';
import { tokenLifetime } from '../../../shared/auth/tokens/tokens.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { issueToken } from './contract.ts';

export const handler = lambda(issueToken, async ({ body, platform, request, ...context }) => {
  const client = await authenticateTokenClient(platform, body, request, context.now);
  assertClientCredentialsGrant(body.grant_type);
  const { accessToken, scope } = await issueClientToken(platform, client, body.scope, request, context);
  return ok(
    { access_token: accessToken, token_type: 'Bearer', expires_in: tokenLifetime, scope },
    { headers: { Pragma: 'no-cache' } },
  );
});
