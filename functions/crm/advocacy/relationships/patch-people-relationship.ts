// PATCH /api/v1/advocacy/people-relationships/{peopleId}/{relationshipId}
import { lambda } from '../../../../shared/http/lambda.ts';
import { patchPeopleRelationship } from './contract.ts';
import { changeRelationship } from './write-relationships.ts';

export const handler = lambda(patchPeopleRelationship, (context) => {
  const { typeId, ...body } = context.body;
  // The type can be another one, but not none.
  return changeRelationship(context, context.params, { ...body, typeId: typeId ?? undefined });
});
