// GET /api/v1/TenantClients/{id}
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { presentClient } from '../clients/client.ts';
import { getTenantClient } from './contract.ts';
import { requireOwnClient } from './tenant-client.ts';

export const handler = lambda(getTenantClient, async ({ params, platform, tenant, now }) => {
  const client = await requireOwnClient(platform, tenant, params.id);
  return ok(presentClient(client, now), { version: client.version, isComposed: true });
});
