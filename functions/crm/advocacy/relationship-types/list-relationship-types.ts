// GET /api/v1/advocacy/GetRelationshipTypes
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { listRelationshipTypes } from './contract.ts';
import { loadRelationshipTypes, presentType } from './relationship-type.ts';

export const handler = lambda(listRelationshipTypes, async ({ tenant, query }) => {
  const types = await loadRelationshipTypes(tenant);
  const listed = types.filter(({ isActive = true }) => isActive || query.includeInactive === true);
  return ok(listed.map((type) => presentType(type, tenant.code)));
});
