// DELETE /api/v1/groups/{groupId}/Requests
import { removeGroupRequest } from '../../../../shared/directory/groups/group-requests.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { noContent, write } from '../../../../shared/http/reply.ts';
import { checkGroupVersion, requireGroup } from '../visible-group.ts';
import { withdrawGroupRequest } from './contract.ts';

export const handler = lambda(withdrawGroupRequest, async (context) => {
  const { tenant, params, ifMatch } = context;
  const { group, request } = await requireGroup(context, params.groupId);
  return write(
    [
      ...checkGroupVersion(tenant, group, ifMatch),
      ...(request?.status === 'pending' ? [removeGroupRequest(tenant, request)] : []),
    ],
    noContent(),
  );
});
