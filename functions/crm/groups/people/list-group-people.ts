// POST /api/v1/GroupPeopleList/{tenantCode}/{groupId}
import { lambda } from '../../../../shared/http/lambda.ts';
import { assertOwnTenant } from '../../own-tenant.ts';
import { listGroupPeople } from './contract.ts';
import { readPeopleList } from './read-people-list.ts';

export const handler = lambda(listGroupPeople, (context) => {
  assertOwnTenant(context.tenant, context.params.tenantCode);
  return readPeopleList(context, context.params.groupId);
});
