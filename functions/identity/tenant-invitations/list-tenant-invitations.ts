// GET /api/v1/TenantInvitations
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { presentPage } from '../lists/list.ts';
import { listTenantInvitations } from './contract.ts';
import { invitationSort, presentInvitation } from './invitation.ts';
import { invitationsByEmail } from './store.ts';

export const handler = lambda(listTenantInvitations, async ({ query, tenant, settings, receivedAt }) => {
  const page = await invitationsByEmail(tenant, query);
  return ok(
    presentPage(
      page,
      (invitation) => presentInvitation(invitation, settings, receivedAt),
      (last) => [invitationSort(last), last.id],
    ),
  );
});
