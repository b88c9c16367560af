// DELETE /api/v1/TenantClients/{id}/Secrets/{secretId}
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { retireClientSecret } from '../clients/administer.ts';
import { presentClient } from '../clients/client.ts';
import { requireAdministered } from './administer.ts';
import { retireTenantClientSecret } from './contract.ts';

export const handler = lambda(retireTenantClientSecret, async ({ params, ...context }) => {
  const { platform, now, ifMatch } = context;
  const before = await requireAdministered(context, params.id);
  const { client, changes } = retireClientSecret(platform, before, params.secretId, context, ifMatch);
  return write(changes, ok(presentClient(client, now), { version: client.version }));
});
