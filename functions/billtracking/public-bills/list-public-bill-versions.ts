// GET /api/1.0/legislative/public-bills/{id}/version
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { presentBillVersion } from '../bills/detail/present.ts';
import { requireBill } from '../bills/record/store.ts';
import { listPublicBillVersions } from './contract.ts';

export const handler = lambda(listPublicBillVersions, async ({ params, tenant }) => {
  const { versions } = await requireBill(tenant, params.id);
  return ok(versions.map(presentBillVersion));
});
