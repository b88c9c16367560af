// GET /api/v1/OrganizationStatusFilterList/{tenantCode}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { assertOwnTenant } from '../../own-tenant.ts';
import { toChoices } from '../../people/choices/choices.ts';
import { listOrganizationStatusFilter } from './contract.ts';

export const handler = lambda(listOrganizationStatusFilter, ({ tenant, params }) => {
  assertOwnTenant(tenant, params.tenantCode);
  return ok(toChoices(['Active', 'Inactive']));
});
