// POST /api/v1/advocacy/RelationshipType

import { relationshipTypes } from '../../../../shared/directory/officials/political-relationship.ts';
import { buildDefinitionChanges } from '../../../../shared/directory/record/definition-store.ts';
import { nextVersion } from '../../../../shared/directory/record/stored.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { created, write } from '../../../../shared/http/reply.ts';
import { createRelationshipType } from './contract.ts';
import { assertNameFree, buildType, loadRelationshipTypes, presentType } from './relationship-type.ts';

export const handler = lambda(createRelationshipType, async ({ tenant, body, now, newId, url }) => {
  assertNameFree(await loadRelationshipTypes(tenant), body.name, undefined);
  const after = nextVersion('relationship-type', newId(), buildType(body), undefined, now);
  return write(
    buildDefinitionChanges(tenant, relationshipTypes, { before: undefined, after }),
    created(presentType(after, tenant.code), url(`/api/v1/advocacy/RelationshipType/${after.id}`), {
      version: after.version,
    }),
  );
});
