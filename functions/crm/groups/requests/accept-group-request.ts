// POST /api/v1/groups/{groupId}/Requests/{personId}/Accept
import { buildMemberChanges } from '../../../../shared/directory/groups/group-members.ts';
import { removeGroupRequest } from '../../../../shared/directory/groups/group-requests.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { presentRequest } from '../present.ts';
import { checkGroupVersion } from '../visible-group.ts';
import { loadMembers } from '../write-group.ts';
import { acceptGroupRequest } from './contract.ts';
import { requirePending } from './pending-request.ts';

export const handler = lambda(acceptGroupRequest, async (context) => {
  const { tenant, now, ifMatch } = context;
  const { group, request, person } = await requirePending(context, context.params);
  const [member] = await loadMembers(tenant, group.id, [person.id]);
  return write(
    [
      ...checkGroupVersion(tenant, group, ifMatch),
      removeGroupRequest(tenant, request),
      ...(await buildMemberChanges(tenant, group.id, { added: member ? [] : [person] }, now)),
    ],
    ok(presentRequest(context, request, person, 'accepted')),
  );
});
