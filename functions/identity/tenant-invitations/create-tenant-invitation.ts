// POST /api/v1/TenantInvitations
import { lambda } from '../../../shared/http/lambda.ts';
import { created, write } from '../../../shared/http/reply.ts';
import { invite } from './administer.ts';
import { createTenantInvitation } from './contract.ts';
import { presentInvitation } from './invitation.ts';

export const handler = lambda(
  createTenantInvitation,
  async ({ body, platform, tenant, settings, caller, url, ...context }) => {
    const now = context.receivedAt;
    const audit = { ...context, caller, now };
    const { invitation, changes } = await invite({ platform, tenant, settings, caller, audit }, body);
    return write(
      changes,
      created(
        presentInvitation(invitation, settings, now),
        url(`/api/v1/TenantInvitations/${invitation.id}`),
        {
          version: invitation.version,
        },
      ),
    );
  },
);
