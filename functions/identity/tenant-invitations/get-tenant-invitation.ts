// GET /api/v1/TenantInvitations/{id}
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { getTenantInvitation } from './contract.ts';
import { presentInvitation } from './invitation.ts';
import { requireInvitation } from './store.ts';

export const handler = lambda(getTenantInvitation, async ({ params, tenant, settings, receivedAt }) => {
  const invitation = await requireInvitation(tenant, params.id.toLowerCase());
  const { version } = invitation;
  return ok(presentInvitation(invitation, settings, receivedAt), { version, isComposed: true });
});
