// POST /oauth/token
import { issueToken as signToken } from '../../../shared/auth/issue-token.ts';
import { subjectKey, tenantKey } from '../../../shared/auth/records.ts';
import { tokenLifetime } from '../../../shared/auth/tokens.ts';
import { parseTenantCode } from '../../../shared/data/tenant-code.ts';
import { Failure } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { issueToken } from './contract.ts';
import { assertClientCredentialsGrant, requireAccess, resolveScope } from './grant.ts';
import { authenticateTokenClient, logClientAttempt } from './token-client.ts';

export const handler = lambda(issueToken, async ({ body, platform, request, now, newId }) => {
  const client = await authenticateTokenClient(platform, body, request, now);
  assertClientCredentialsGrant(body.grant_type);
  const scope = resolveScope(body.scope, client);
  const code = parseTenantCode(client.tenantCode);
  if (!code) throw new Failure('UNAUTHORIZED_CLIENT');
  const tenant = platform.tenant(code);
  const [settings, access] = await Promise.all([
    tenant.get(tenantKey(tenant), { consistent: true }),
    tenant.get(subjectKey(tenant, client.id), { consistent: true }),
  ]);
  const subject = requireAccess(settings, access);
  const [{ accessToken }] = await Promise.all([
    signToken({ tenant: code, subject, clientId: client.id, scope }, now, newId()),
    logClientAttempt(platform, client, 'succeeded', request, now),
  ]);
  return ok(
    { access_token: accessToken, token_type: 'Bearer', expires_in: tokenLifetime, scope },
    { headers: { Pragma: 'no-cache' } },
  );
});
