// GET /api/v1/groups/{groupId}/Requests
import { listGroupRequests } from '../../../../shared/directory/groups/group-requests.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { takeWholeListPage } from '../../committees/whole-list.ts';
import { loadPeople, presentRequest } from '../present.ts';
import { requireOwnGroup } from '../visible-group.ts';
import { listMembershipRequests } from './contract.ts';

export const handler = lambda(listMembershipRequests, async (context) => {
  const { tenant, params, query } = context;
  const { group } = await requireOwnGroup(context, params.groupId);
  const { data, ...page } = takeWholeListPage(await listGroupRequests(tenant, group.id), query);
  const people = await loadPeople(
    tenant,
    data.map(({ personId }) => personId),
  );
  const byId = new Map(people.map((person) => [person.id, person]));
  return ok({
    ...page,
    data: data.flatMap((request) => {
      const person = byId.get(request.personId);
      return person ? [presentRequest(context, request, person)] : [];
    }),
  });
});
