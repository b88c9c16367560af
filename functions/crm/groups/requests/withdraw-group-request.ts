// DELETE /api/v1/groups/{groupId}/Requests
import { removeGroupRequest } from '../../../../shared/directory/group-requests.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { noContent, write } from '../../../../shared/http/reply.ts';
import { requireGroup } from '../visible-group.ts';
import { withdrawGroupRequest } from './contract.ts';

export const handler = lambda(withdrawGroupRequest, async (context) => {
  const { request } = await requireGroup(context, context.params.groupId);
  return write(
    request?.status === 'pending' ? [removeGroupRequest(context.tenant, request)] : [],
    noContent(),
  );
});
