// GET /api/v1/TenantUsers/{id}
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { requireTenantUser } from './administer.ts';
import { getTenantUser } from './contract.ts';
import { presentTenantUser } from './tenant-user.ts';

export const handler = lambda(getTenantUser, async ({ params, tenant, settings }) => {
  const subject = await requireTenantUser(tenant, params.id);
  return ok(presentTenantUser(subject, settings), { version: subject.version, isComposed: true });
});
