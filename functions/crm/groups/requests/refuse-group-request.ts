// POST /api/v1/groups/{groupId}/Requests/{personId}/Refuse
import { refuseGroupRequest as refuseRequest } from '../../../../shared/directory/groups/group-requests.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { presentRequest } from '../present.ts';
import { checkGroupVersion } from '../visible-group.ts';
import { refuseGroupRequest } from './contract.ts';
import { requirePending } from './pending-request.ts';

export const handler = lambda(refuseGroupRequest, async (context) => {
  const { group, request, person } = await requirePending(context, context.params);
  return write(
    [
      ...checkGroupVersion(context.tenant, group, context.ifMatch),
      refuseRequest(context.tenant, request, context.receivedAt),
    ],
    ok(presentRequest(context, request, person, 'refused')),
  );
});
