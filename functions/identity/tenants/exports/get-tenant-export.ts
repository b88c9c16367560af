// GET /api/v1/Tenants/{code}/Exports/{id}
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { getTenantExport } from './contract.ts';
import { presentTenantExport } from './present.ts';
import { listParts, requireTenantExport } from './store.ts';

export const handler = lambda(getTenantExport, async ({ params, platform, receivedAt, url }) => {
  const item = await requireTenantExport(platform, params.code, params.id, receivedAt);
  const parts = item.status === 'success' ? await listParts(platform, item) : [];
  return ok(presentTenantExport(item, parts, url));
});
