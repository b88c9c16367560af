// POST /api/v1/TenantInvitations/{id}/Renew
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { renew } from './administer.ts';
import { renewTenantInvitation } from './contract.ts';
import { presentInvitation } from './invitation.ts';

export const handler = lambda(
  renewTenantInvitation,
  async ({ params, platform, tenant, settings, caller, ifMatch, ...context }) => {
    const now = context.receivedAt;
    const audit = { ...context, caller, now };
    const administration = { platform, tenant, settings, caller, audit, ifMatch };
    const { invitation, changes } = await renew(administration, params.id.toLowerCase());
    const { version } = invitation;
    return write(changes, ok(presentInvitation(invitation, settings, now), { version }));
  },
);
