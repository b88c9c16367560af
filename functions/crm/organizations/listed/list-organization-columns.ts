// GET /api/v1/OrganizationColumnList/{tenantCode}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { assertOwnTenant } from '../../own-tenant.ts';
import { ownColumns } from './columns.ts';
import { listOrganizationColumns } from './contract.ts';

export const handler = lambda(listOrganizationColumns, ({ tenant, params }) => {
  assertOwnTenant(tenant, params.tenantCode);
  return ok([...ownColumns]);
});
