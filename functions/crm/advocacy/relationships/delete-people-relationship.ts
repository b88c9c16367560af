// DELETE /api/v1/advocacy/people-relationships/{peopleId}/{relationshipId}
import { lambda } from '../../../../shared/http/lambda.ts';
import { deletePeopleRelationship } from './contract.ts';
import { removeRelationship } from './write-relationships.ts';

export const handler = lambda(deletePeopleRelationship, (context) =>
  removeRelationship(context, context.params),
);
