// GET /api/v1/advocacy/RelationshipType/{relationshipTypeId}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { getRelationshipType } from './contract.ts';
import { loadRelationshipTypes, presentType, requireType } from './relationship-type.ts';

export const handler = lambda(getRelationshipType, async ({ tenant, params }) => {
  const type = requireType(await loadRelationshipTypes(tenant), params.relationshipTypeId);
  return ok(presentType(type, tenant.code), { version: type.version });
});
