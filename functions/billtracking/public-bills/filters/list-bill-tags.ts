// GET /api/1.0/legislative/public-bills/filter/tags
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { listBillTags } from './contract.ts';
import { listLabels } from './facets.ts';

export const handler = lambda(listBillTags, async ({ tenant }) => {
  const labels = await listLabels(tenant, ({ tags }) => tags);
  return ok(labels.map(({ value, text, count }) => ({ tagId: value, text, count })));
});
