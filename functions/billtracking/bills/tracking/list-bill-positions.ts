// GET /api/1.0/bill/{id}/positions
import { lambda } from '../../../../shared/http/lambda.ts';
import { successReply } from '../../envelopes.ts';
import { requireBill } from '../record/store.ts';
import { loadBillSettings } from '../settings/store.ts';
import { listBillPositions } from './contract.ts';
import { presentPositions } from './present.ts';

export const handler = lambda(listBillPositions, async ({ params, tenant }) => {
  const [bill, settings] = await Promise.all([requireBill(tenant, params.id), loadBillSettings(tenant)]);
  return successReply(presentPositions(bill, settings), `The positions on ${bill.billNumber}`, {
    version: bill.version,
  });
});
