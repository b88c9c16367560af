// POST /api/v1/CommitteePositions
import { committeePositions } from '../../../../shared/directory/committee-position.ts';
import { buildDefinitionChanges, listDefinitions } from '../../../../shared/directory/definition-store.ts';
import { nextVersion } from '../../../../shared/directory/stored.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { created, write } from '../../../../shared/http/reply.ts';
import { createCommitteePosition } from './contract.ts';
import { buildPosition, presentPosition } from './position.ts';

export const handler = lambda(createCommitteePosition, async ({ tenant, body, newId, now, url }) => {
  const content = buildPosition(body, await listDefinitions(tenant, committeePositions));
  const after = nextVersion('committee-position', newId(), content, undefined, now);
  return write(
    buildDefinitionChanges(tenant, committeePositions, { before: undefined, after }),
    created(presentPosition(after, tenant.code), url(`/api/v1/CommitteePositions/${after.id}`), {
      version: after.version,
    }),
  );
});
