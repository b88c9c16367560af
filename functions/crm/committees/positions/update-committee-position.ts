// PUT /api/v1/CommitteePositions/{positionId}
import { committeePositions } from '../../../../shared/directory/committees/committee-position.ts';
import { listDefinitions } from '../../../../shared/directory/record/definition-store.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { replaceDefinition } from '../definitions/definition.ts';
import { updateCommitteePosition } from './contract.ts';
import { buildPosition, positionKind } from './position.ts';

export const handler = lambda(updateCommitteePosition, async (context) => {
  const id = context.params.positionId;
  const all = await listDefinitions(context.tenant, committeePositions);
  const others = all.filter((position) => position.id !== id.toLowerCase());
  return replaceDefinition(context, positionKind, id, buildPosition(context.body, others));
});
