// DELETE /api/v1/TenantInvitations/{id}
import { lambda } from '../../../shared/http/lambda.ts';
import { noContent, write } from '../../../shared/http/reply.ts';
import { withdraw } from './administer.ts';
import { withdrawTenantInvitation } from './contract.ts';

export const handler = lambda(
  withdrawTenantInvitation,
  async ({ params, platform, tenant, settings, caller, ifMatch, ...context }) => {
    const audit = { ...context, caller, now: context.receivedAt };
    const administration = { platform, tenant, settings, caller, audit, ifMatch };
    return write(await withdraw(administration, params.id.toLowerCase()), noContent());
  },
);
