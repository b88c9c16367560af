// DELETE /scim/v2/Users/{id}
import { lambda } from '../../../../shared/http/lambda.ts';
import { noContent, write } from '../../../../shared/http/reply.ts';
import { deleteProvisionedUser } from './contract.ts';
import { requireAccount } from './find.ts';
import { removeProvisionedUser } from './provision.ts';

export const handler = lambda(
  deleteProvisionedUser,
  async ({ params, platform, tenant, settings, ifMatch, ...context }) => {
    const found = await requireAccount(platform, tenant, params.id);
    const changes = await removeProvisionedUser({ platform, tenant, settings, context, ifMatch }, found);
    return write(changes, noContent());
  },
);
