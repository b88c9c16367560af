// GET /api/1.0/legislative/public-bills/{id}/actionhistory
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { chamberName } from '../bills/record/bill.ts';
import { listActions, requireBill } from '../bills/record/store.ts';
import { listPublicBillActions } from './contract.ts';

export const handler = lambda(listPublicBillActions, async ({ params, tenant }) => {
  const [, actions] = await Promise.all([
    requireBill(tenant, params.id),
    listActions(tenant, String(params.id)),
  ]);
  return ok(
    actions
      .map(({ date, chamber, text }) => ({
        actionDate: date,
        billChamberType: chamberName(chamber),
        actionText: text,
      }))
      .reverse(),
  );
});
