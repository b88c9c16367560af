// GET /api/v1/CommitteePositions/{positionId}
import { committeePositions } from '../../../../shared/directory/committee-position.ts';
import { requireDefinition } from '../../../../shared/directory/definition-store.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { getCommitteePosition } from './contract.ts';
import { presentPosition } from './position.ts';

export const handler = lambda(getCommitteePosition, async ({ tenant, params }) => {
  const position = await requireDefinition(tenant, committeePositions, params.positionId, 'positionId');
  return ok(presentPosition(position, tenant.code), { version: position.version });
});
