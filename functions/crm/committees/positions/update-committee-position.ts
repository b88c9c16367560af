// PUT /api/v1/CommitteePositions/{positionId}
import { committeePositions } from '../../../../shared/directory/committee-position.ts';
import {
  buildDefinitionChanges,
  listDefinitions,
  requireDefinition,
} from '../../../../shared/directory/definition-store.ts';
import { nextVersion } from '../../../../shared/directory/stored.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { updateCommitteePosition } from './contract.ts';
import { buildPosition, presentPosition } from './position.ts';

export const handler = lambda(updateCommitteePosition, async ({ tenant, params, body, now, ifMatch }) => {
  const [before, all] = await Promise.all([
    requireDefinition(tenant, committeePositions, params.positionId, 'positionId'),
    listDefinitions(tenant, committeePositions),
  ]);
  const others = all.filter(({ id }) => id !== before.id);
  const after = nextVersion('committee-position', before.id, buildPosition(body, others), before, now);
  return write(
    buildDefinitionChanges(tenant, committeePositions, { before, after }, ifMatch),
    ok(presentPosition(after, tenant.code), { version: after.version }),
  );
});
