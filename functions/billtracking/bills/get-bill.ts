// GET /api/1.0/bill/{id}
import { lambda } from '../../../shared/http/lambda.ts';
import { successReply } from '../envelopes.ts';
import { loadBillPeople, presentBillDetail } from '../public-bills/present.ts';
import { getBill } from './contract.ts';
import { loadBillSettings } from './settings/store.ts';
import { requireBill } from './store.ts';

export const handler = lambda(getBill, async ({ params, tenant }) => {
  const [bill, settings] = await Promise.all([requireBill(tenant, params.id), loadBillSettings(tenant)]);
  const people = await loadBillPeople(tenant, bill);
  return successReply(
    {
      ...presentBillDetail(bill, { tenantCode: tenant.code, settings, people }),
      id: Number(bill.id),
      versions: bill.versions.map(({ type, date, url }) => ({
        type,
        billDraftDateTime: date ?? null,
        url: url ?? null,
      })),
      sources: bill.sources,
      relations: bill.relations,
      actionCount: bill.actionCount,
      rollCallCount: bill.rollCallCount,
    },
    bill.billNumber,
    { version: bill.version },
  );
});
