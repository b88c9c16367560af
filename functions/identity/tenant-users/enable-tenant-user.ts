// POST /api/v1/TenantUsers/{id}/Enable
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { enableInTenant } from './administer.ts';
import { enableTenantUser } from './contract.ts';
import { presentTenantUser } from './tenant-user.ts';

export const handler = lambda(
  enableTenantUser,
  async ({ params, platform, tenant, settings, caller, ifMatch, ...context }) => {
    const audit = { ...context, caller, now: context.receivedAt };
    const { subject, changes } = await enableInTenant(
      { platform, tenant, settings, caller, audit, ifMatch },
      params.id,
    );
    return write(changes, ok(presentTenantUser(subject, settings), { version: subject.version }));
  },
);
