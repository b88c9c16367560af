// GET /api/v1/TenantClients
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { presentClient } from '../clients/client.ts';
import { clientSort } from '../clients/store.ts';
import { listTenantClients } from './contract.ts';
import { listOwnClients } from './tenant-client.ts';

export const handler = lambda(listTenantClients, async ({ platform, tenant, now }) => {
  const clients = await listOwnClients(platform, tenant);
  const byName = clients.toSorted((one, other) => (clientSort(one) < clientSort(other) ? -1 : 1));
  return ok({ items: byName.map((client) => presentClient(client, now)) });
});
