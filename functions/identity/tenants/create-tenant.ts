// POST /api/v1/Tenants
import { parseTenantCode } from '../../../shared/data/tenant/tenant-code.ts';
import { alreadyExists } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { created, write } from '../../../shared/http/reply.ts';
import { registerTenant } from './administer.ts';
import { createTenant } from './contract.ts';
import { presentTenant } from './tenant.ts';

export const handler = lambda(createTenant, ({ body, platform, url, ...context }) => {
  const code = parseTenantCode(body.code);
  if (!code) throw alreadyExists('tenant', 'code', body.code);
  const { tenant, changes } = registerTenant(platform, code, body, context);
  return write(
    changes,
    created(presentTenant(tenant), url(`/api/v1/Tenants/${code}`), { version: tenant.version }),
  );
});
