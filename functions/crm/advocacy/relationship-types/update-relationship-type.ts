// PUT /api/v1/advocacy/RelationshipType/{relationshipTypeId}

import { relationshipTypes } from '../../../../shared/directory/officials/political-relationship.ts';
import { buildDefinitionChanges } from '../../../../shared/directory/record/definition-store.ts';
import { nextVersion } from '../../../../shared/directory/record/stored.ts';
import { ifUnchanged } from '../../../../shared/http/etag.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { updateRelationshipType } from './contract.ts';
import {
  assertNameFree,
  buildType,
  isBuiltIn,
  loadRelationshipTypes,
  presentType,
  requireType,
} from './relationship-type.ts';

export const handler = lambda(updateRelationshipType, async ({ tenant, params, body, now, ifMatch }) => {
  const types = await loadRelationshipTypes(tenant);
  const type = requireType(types, params.relationshipTypeId);
  assertNameFree(types, body.name, type.id);
  const after = nextVersion('relationship-type', type.id, buildType(body), type, now);
  ifUnchanged(type.version, ifMatch);
  // One that every tenant has is stored for the first time.
  const before = isBuiltIn(type) ? undefined : type;
  return write(
    buildDefinitionChanges(tenant, relationshipTypes, { before, after }, ifMatch),
    ok(presentType(after, tenant.code), { version: after.version }),
  );
});
