// GET /api/v1/Tenants
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { presentPage } from '../lists/list.ts';
import { listTenants } from './contract.ts';
import { tenantsByCode } from './store.ts';

export const handler = lambda(listTenants, async ({ query, platform }) => {
  const page = await tenantsByCode(platform, query);
  return ok(
    presentPage(
      page,
      ({ id, name, status, tier, createdDate }) => ({ code: id, name, status, tier, createdDate }),
      (last) => [last.id],
    ),
  );
});
