// GET /api/v1/advocacy/people-relationships/{peopleId}/{relationshipId}
import { lambda } from '../../../../shared/http/lambda.ts';
import { getPeopleRelationship } from './contract.ts';
import { replyWithRelationship } from './write-relationships.ts';

export const handler = lambda(getPeopleRelationship, (context) =>
  replyWithRelationship(context, context.params),
);
