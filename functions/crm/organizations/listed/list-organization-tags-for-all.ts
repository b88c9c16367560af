// GET /api/v1/Organization/GetAllOrganizationTagsPublic/{tenantCode}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { assertOwnTenant } from '../../own-tenant.ts';
import { loadChoices } from '../../people/choices/choices.ts';
import { listOrganizationTagsForAll } from './contract.ts';

export const handler = lambda(listOrganizationTagsForAll, async ({ tenant, params }) => {
  assertOwnTenant(tenant, params.tenantCode);
  return ok(await loadChoices(tenant, 'organization-tag'));
});
