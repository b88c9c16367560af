// POST /api/v1/Services/AuthorizeUserForWorkSpace
import { issueToken, signInClientId } from '../../../shared/auth/issue-token.ts';
import { tokenLifetime } from '../../../shared/auth/tokens.ts';
import { parseTenantCode } from '../../../shared/data/tenant-code.ts';
import { Failure } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { listTenantAccess, recordSignIn } from '../users/store.ts';
import { authenticateUser } from './authenticate-user.ts';
import { authorizeUserForWorkSpace } from './contract.ts';

export const handler = lambda(authorizeUserForWorkSpace, async ({ body, platform, request, now, newId }) => {
  const { user, log } = await authenticateUser(platform, body, 'workspace-token', request, now);
  const code = parseTenantCode(body.tenantCode);
  const tenants = user.tenants.filter((tenantCode) => tenantCode === code);
  const [access] = await listTenantAccess(platform, { ...user, tenants });
  if (!access || access.subject.disabled) {
    await log('workspace-denied');
    throw new Failure('WORKSPACE_DENIED', undefined, { target: 'tenantCode' });
  }
  const { tenant, settings, subject } = access;
  if (settings.status === 'suspended') {
    await log('workspace-suspended', tenant.code);
    throw new Failure('TENANT_SUSPENDED', undefined, { target: 'tenantCode' });
  }
  const [{ accessToken }] = await Promise.all([
    issueToken({ tenant: tenant.code, subject, clientId: signInClientId }, now, newId()),
    log('succeeded', tenant.code),
    recordSignIn(tenant, subject, now),
  ]);
  return ok({ accessToken, tokenType: 'Bearer', expiresIn: tokenLifetime, tenantCode: tenant.code });
});
