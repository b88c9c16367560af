// GET /api/1.0/legislative/public-bills/{id}/source
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { requireBill } from '../bills/record/store.ts';
import { listPublicBillSources } from './contract.ts';

export const handler = lambda(listPublicBillSources, async ({ params, tenant }) => {
  const { sources } = await requireBill(tenant, params.id);
  return ok(sources.map(({ type, url }) => ({ type, url })));
});
