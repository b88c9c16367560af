// GET /api/v1/OrganizationColumnListWithCF/{tenantCode}
import { listCustomFields } from '../../../../shared/directory/record/custom-field.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { assertOwnTenant } from '../../own-tenant.ts';
import { ownColumns, toFieldColumns } from './columns.ts';
import { listOrganizationColumnsWithFields } from './contract.ts';

export const handler = lambda(listOrganizationColumnsWithFields, async ({ tenant, params }) => {
  assertOwnTenant(tenant, params.tenantCode);
  return ok([...ownColumns, ...toFieldColumns(await listCustomFields(tenant, 'organizations'))]);
});
