// DELETE /api/v1/TenantUsers/{id}/SecondFactor
import { lambda } from '../../../shared/http/lambda.ts';
import { noContent, write } from '../../../shared/http/reply.ts';
import { assertNotSelf } from '../users/user.ts';
import { removeSecondFactor } from './administer.ts';
import { removeTenantUserSecondFactor } from './contract.ts';

export const handler = lambda(
  removeTenantUserSecondFactor,
  async ({ params, platform, tenant, settings, caller, ...context }) => {
    assertNotSelf(params, { caller, tenant }, 'remove their second factor');
    const audit = { ...context, caller, now: context.receivedAt };
    const changes = await removeSecondFactor({ platform, tenant, settings, caller, audit }, params.id);
    return write(changes, noContent());
  },
);
