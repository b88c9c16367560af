// GET /api/1.0/legislative/public-bills/filter/groups
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { listBillGroups } from './contract.ts';
import { listLabels } from './facets.ts';

export const handler = lambda(listBillGroups, async ({ tenant }) => {
  const groups = await listLabels(tenant, ({ assignedGroups }) => assignedGroups);
  return ok(groups.map(({ value, text, count }) => ({ id: value, text, count })));
});
