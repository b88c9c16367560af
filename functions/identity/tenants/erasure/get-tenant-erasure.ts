// GET /api/v1/Tenants/{code}/Erasure
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { tenantErasureRuns } from '../../administration/erased-tenants.ts';
import { requireErasure } from './administer.ts';
import { getTenantErasure } from './contract.ts';
import { presentErasure } from './present.ts';

export const handler = lambda(getTenantErasure, async ({ params, platform, receivedAt }) => {
  const item = await requireErasure(platform, params.code);
  const isOpen = item.status === 'erasing';
  const run = isOpen ? await platform.get(tenantErasureRuns.key(platform, item.tenantCode)) : undefined;
  return ok(presentErasure(item, run, receivedAt));
});
