// GET /api/v1/Tenants
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { encodeCursor } from '../list.ts';
import { listTenants } from './contract.ts';
import { tenantsByCode } from './store.ts';

export const handler = lambda(listTenants, async ({ query, platform }) => {
  const { items, next } = await tenantsByCode(platform, query);
  const last = items.at(-1);
  return ok({
    items: items.map(({ id, name, status, tier, createdDate }) => ({
      code: id,
      name,
      status,
      tier,
      createdDate,
    })),
    ...(next && last && { nextCursor: encodeCursor([last.id]) }),
  });
});
