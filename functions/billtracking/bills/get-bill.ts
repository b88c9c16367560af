// GET /api/1.0/bill/{id}
import { lambda } from '../../../shared/http/lambda.ts';
import { successReply } from '../envelopes.ts';
import { peopleOfBill, presentBillDetail } from '../public-bills/present.ts';
import { getBill } from './contract.ts';
import { billSettings } from './settings/store.ts';
import { requireBill } from './store.ts';

export const handler = lambda(getBill, async ({ params, tenant }) => {
  const [bill, settings] = await Promise.all([requireBill(tenant, params.id), billSettings(tenant)]);
  const people = await peopleOfBill(tenant, bill);
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
