// GET /api/1.0/bill/{id}/priorities
import { lambda } from '../../../../shared/http/lambda.ts';
import { successReply } from '../../envelopes.ts';
import { requireBill } from '../record/store.ts';
import { loadBillSettings } from '../settings/store.ts';
import { listBillPriorities } from './contract.ts';
import { presentPriorities } from './present.ts';

export const handler = lambda(listBillPriorities, async ({ params, tenant }) => {
  const [bill, settings] = await Promise.all([requireBill(tenant, params.id), loadBillSettings(tenant)]);
  return successReply(presentPriorities(bill, settings), `The priorities of ${bill.billNumber}`);
});
