// DELETE /scim/v2/Groups/{id}
import { lambda } from '../../../../shared/http/lambda.ts';
import { noContent, write } from '../../../../shared/http/reply.ts';
import { deleteGroup } from './change-group.ts';
import { deleteProvisionedGroup } from './contract.ts';
import { requireGroup } from './store.ts';

export const handler = lambda(
  deleteProvisionedGroup,
  async ({ params, platform, tenant, settings, ifMatch, ...context }) => {
    const group = await requireGroup(tenant, settings, params.id);
    return write(await deleteGroup({ platform, tenant, settings, context, ifMatch }, group), noContent());
  },
);
