// POST /api/v1/advocacy/people-relationships/{peopleId}/{relationshipId}/End
import { lambda } from '../../../../shared/http/lambda.ts';
import { endPeopleRelationship } from './contract.ts';
import { changeRelationship, todayOf } from './write-relationships.ts';

export const handler = lambda(endPeopleRelationship, (context) =>
  changeRelationship(context, context.params, { endDate: context.body.endDate ?? todayOf(context) }),
);
