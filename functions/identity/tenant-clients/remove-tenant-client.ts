// DELETE /api/v1/TenantClients/{id}
import { lambda } from '../../../shared/http/lambda.ts';
import { noContent, write } from '../../../shared/http/reply.ts';
import { revokeClientAccess } from '../clients/administer.ts';
import { requireAdministered } from './administer.ts';
import { removeTenantClient } from './contract.ts';

export const handler = lambda(removeTenantClient, async ({ params, ...context }) => {
  const before = await requireAdministered(context, params.id);
  const { changes } = await revokeClientAccess(context.platform, before, context, context.ifMatch);
  return write(changes, noContent());
});
