// PUT /api/v1/Users/{id}/Tenants/{tenantCode}
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { assignment } from './administer.ts';
import { assignToTenant } from './contract.ts';
import { shownUser } from './user.ts';

export const handler = lambda(assignToTenant, async ({ params, body, platform, now, ifMatch }) => {
  const { user, changes } = await assignment(
    platform,
    params.id,
    { ...body, tenantCode: params.tenantCode },
    now,
    ifMatch,
  );
  return write(changes, ok(shownUser(user), { version: user.version }));
});
