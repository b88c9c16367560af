// GET /api/1.0/billdetail-tabs/GetBillDetailTabs
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { loadBillSettings } from '../bills/settings/store.ts';
import { getBillDetailTabs } from './contract.ts';

export const handler = lambda(getBillDetailTabs, async ({ tenant }) => {
  const { detailTabs } = await loadBillSettings(tenant);
  return ok(detailTabs.map((name, index) => ({ name, sequence: index + 1 })));
});
