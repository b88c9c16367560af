// POST /api/v1/PublicFilteredRecordCount/{tenantCode}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { assertOwnTenant } from '../../own-tenant.ts';
import { countOrganizations } from './contract.ts';
import { countSelected, resolveFilter } from './filter-organizations.ts';

export const handler = lambda(countOrganizations, async (context) => {
  const { tenant, params, body } = context;
  assertOwnTenant(tenant, params.tenantCode);
  const filter = await resolveFilter(tenant, body, context, 'filterRules');
  return ok(await countSelected(tenant, filter, context));
});
