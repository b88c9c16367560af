// PUT /api/v1/Users/{id}/Tenants/{tenantCode}

import { platformRole } from '../../../shared/auth/permissions/permissions.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { assignToTenant } from './contract.ts';
import { assertPeopleExist } from './people.ts';
import { assignUserToTenant } from './tenant-roles.ts';
import { assertNotSelf, presentUser } from './user.ts';

export const handler = lambda(assignToTenant, async ({ params, body, platform, ifMatch, ...context }) => {
  const assignment = { ...body, tenantCode: params.tenantCode };
  if (!body.roles.includes(platformRole))
    assertNotSelf(params, context, `take the role ${platformRole} away`);
  const { user, changes } = await assignUserToTenant(platform, params.id, assignment, context, ifMatch);
  await assertPeopleExist(platform, [assignment]);
  return write(changes, ok(presentUser(user), { version: user.version }));
});
