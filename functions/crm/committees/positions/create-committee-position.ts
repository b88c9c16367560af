// POST /api/v1/CommitteePositions
import { committeePositions } from '../../../../shared/directory/committees/committee-position.ts';
import { listDefinitions } from '../../../../shared/directory/record/definition-store.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { insertDefinition } from '../definitions/definition.ts';
import { createCommitteePosition } from './contract.ts';
import { buildPosition, positionKind } from './position.ts';

export const handler = lambda(createCommitteePosition, async (context) => {
  const others = await listDefinitions(context.tenant, committeePositions);
  return insertDefinition(context, positionKind, buildPosition(context.body, others));
});
