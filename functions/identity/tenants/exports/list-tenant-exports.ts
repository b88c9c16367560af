// GET /api/v1/Tenants/{code}/Exports
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { listTenantExports } from './contract.ts';
import { presentTenantExportEntry } from './present.ts';
import { listTenantExportsOf } from './store.ts';

export const handler = lambda(listTenantExports, async ({ params, platform, receivedAt }) => {
  const items = await listTenantExportsOf(platform, params.code.trim().toLowerCase(), receivedAt);
  return ok({ items: items.map(presentTenantExportEntry) });
});
