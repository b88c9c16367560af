// GET /api/1.0/legislative/public-bills/filter/billusertags
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { listBillUserTags } from './contract.ts';
import { listLabels } from './facets.ts';

export const handler = lambda(listBillUserTags, async ({ tenant }) => {
  const tags = await listLabels(tenant, ({ userTags }) => userTags);
  return ok(tags.map(({ value, text, count }) => ({ id: value, text, count })));
});
