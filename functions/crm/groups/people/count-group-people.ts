// POST /api/v1/GroupPeopleListCount/{tenantCode}/{groupId}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { resolveFilter } from '../../../../shared/people-filter/people-filter.ts';
import { assertOwnTenant } from '../../own-tenant.ts';
import { requireGroup } from '../visible-group.ts';
import { countGroupPeople } from './contract.ts';
import { countMembersBy } from './group-people.ts';

export const handler = lambda(countGroupPeople, async (context) => {
  const { tenant, params, body } = context;
  assertOwnTenant(tenant, params.tenantCode);
  const { group } = await requireGroup(context, params.groupId);
  const { filterRules, searchText } = body;
  const filter = await resolveFilter(context, { filterRules, isActive: undefined, target: 'filterRules' });
  const order = { sortBy: 'name', sortDirection: 'asc' } as const;
  return ok(await countMembersBy(context, group.id, { ...order, page: 1, pageSize: 1, filter, searchText }));
});
