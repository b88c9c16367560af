// DELETE /api/v1/TenantUsers/{id}
import { lambda } from '../../../shared/http/lambda.ts';
import { noContent, write } from '../../../shared/http/reply.ts';
import { assertNotSelf } from '../users/user.ts';
import { removeUser } from './administer.ts';
import { removeTenantUser } from './contract.ts';

export const handler = lambda(
  removeTenantUser,
  async ({ params, platform, tenant, settings, caller, ifMatch, ...context }) => {
    assertNotSelf(params, { caller, tenant }, 'take this tenant away');
    const audit = { ...context, caller, now: context.receivedAt };
    const changes = await removeUser({ platform, tenant, settings, caller, audit, ifMatch }, params.id);
    return write(changes, noContent());
  },
);
