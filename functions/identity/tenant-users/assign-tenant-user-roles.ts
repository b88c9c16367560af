// PUT /api/v1/TenantUsers/{id}/Roles
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { assignRoles } from './administer.ts';
import { assignTenantUserRoles } from './contract.ts';
import { presentTenantUser } from './tenant-user.ts';

export const handler = lambda(
  assignTenantUserRoles,
  async ({ params, body, platform, tenant, settings, caller, ifMatch, ...context }) => {
    const audit = { ...context, caller, now: context.receivedAt };
    const { subject, changes } = await assignRoles(
      { platform, tenant, settings, caller, audit, ifMatch },
      params.id,
      body.roles,
    );
    return write(changes, ok(presentTenantUser(subject, settings), { version: subject.version }));
  },
);
