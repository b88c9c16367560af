// DELETE /api/v1/Users/{id}/Tenants/{tenantCode}
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { removeFromTenant } from './contract.ts';
import { removeUserFromTenant } from './tenant-roles.ts';
import { assertNotSelf, presentUser } from './user.ts';

export const handler = lambda(removeFromTenant, async ({ params, platform, ifMatch, ...context }) => {
  assertNotSelf(params, context, 'take this tenant away');
  const { user, changes } = await removeUserFromTenant(
    platform,
    params.id,
    params.tenantCode,
    context,
    ifMatch,
  );
  return write(changes, ok(presentUser(user), { version: user.version }));
});
