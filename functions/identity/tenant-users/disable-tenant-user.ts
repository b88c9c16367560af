// POST /api/v1/TenantUsers/{id}/Disable
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { assertNotSelf } from '../users/user.ts';
import { disableInTenant } from './administer.ts';
import { disableTenantUser } from './contract.ts';
import { presentTenantUser } from './tenant-user.ts';

export const handler = lambda(
  disableTenantUser,
  async ({ params, platform, tenant, settings, caller, ifMatch, ...context }) => {
    assertNotSelf(params, { caller, tenant }, 'disable them');
    const audit = { ...context, caller, now: context.receivedAt };
    const { subject, changes } = await disableInTenant(
      { platform, tenant, settings, caller, audit, ifMatch },
      params.id,
    );
    return write(changes, ok(presentTenantUser(subject, settings), { version: subject.version }));
  },
);
