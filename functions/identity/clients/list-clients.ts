// GET /api/v1/Clients
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { encodeCursor } from '../list.ts';
import { requireTenant } from '../tenants/store.ts';
import { presentClient } from './client.ts';
import { listClients } from './contract.ts';
import { clientSort, clientsByTenantAndName } from './store.ts';

export const handler = lambda(listClients, async ({ query, platform, now }) => {
  const { items, next } = await clientsByTenantAndName(platform, query);
  if (items.length === 0 && query.tenantCode !== undefined) await requireTenant(platform, query.tenantCode);
  const last = items.at(-1);
  return ok({
    items: items.map((client) => presentClient(client, now)),
    ...(next && last && { nextCursor: encodeCursor([clientSort(last), last.id]) }),
  });
});
