// POST /api/v1/groups/GroupPeopleListLite/{groupId}
import { lambda } from '../../../../shared/http/lambda.ts';
import { listGroupPeopleLite } from './contract.ts';
import { readPeopleList } from './read-people-list.ts';

export const handler = lambda(listGroupPeopleLite, (context) =>
  readPeopleList(context, context.params.groupId),
);
