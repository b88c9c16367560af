// POST /api/v1/TenantUsers/{id}/RevokeTokens
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { endAccess } from './administer.ts';
import { revokeTenantUserTokens } from './contract.ts';
import { presentTenantUser } from './tenant-user.ts';

export const handler = lambda(
  revokeTenantUserTokens,
  async ({ params, platform, tenant, settings, caller, ifMatch, ...context }) => {
    const audit = { ...context, caller, now: context.receivedAt };
    const { subject, changes } = await endAccess(
      { platform, tenant, settings, caller, audit, ifMatch },
      params.id,
    );
    return write(changes, ok(presentTenantUser(subject, settings), { version: subject.version }));
  },
);
