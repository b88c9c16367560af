// GET /api/v1/Clients
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { presentPage } from '../lists/list.ts';
import { requireTenant } from '../tenants/store.ts';
import { presentClient } from './client.ts';
import { listClients } from './contract.ts';
import { clientSort, clientsByTenantAndName } from './store.ts';

export const handler = lambda(listClients, async ({ query, platform, now }) => {
  const page = await clientsByTenantAndName(platform, query);
  if (page.items.length === 0 && query.tenantCode !== undefined)
    await requireTenant(platform, query.tenantCode);
  return ok(
    presentPage(
      page,
      (client) => presentClient(client, now),
      (last) => [clientSort(last), last.id],
    ),
  );
});
