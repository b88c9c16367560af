// GET /api/v1/CommitteePositions/{positionId}
import { lambda } from '../../../../shared/http/lambda.ts';
import { replyWithDefinition } from '../definitions/definition.ts';
import { getCommitteePosition } from './contract.ts';
import { positionKind } from './position.ts';

export const handler = lambda(getCommitteePosition, (context) =>
  replyWithDefinition(context, positionKind, context.params.positionId),
);
