// DELETE /api/v1/DiscountCodes/{id}
import { auditRecordChange } from '../../../shared/audit/audit.ts';
import { conflict } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { noContent, write } from '../../../shared/http/reply.ts';
import { deleteDiscountCode } from './contract.ts';
import { presentDiscountCode } from './discount-code.ts';
import { removeDiscountCode, requireDiscountCode } from './store.ts';

export const handler = lambda(deleteDiscountCode, async (context) => {
  const { tenant, params, ifMatch } = context;
  const { item, redeemed } = await requireDiscountCode(tenant, params.id);
  if (redeemed > 0)
    throw conflict(
      `The discount code ${item.code} counts as redeemed ${redeemed === 1 ? 'once' : `${redeemed} times`}; set isActive to false instead.`,
    );
  const change = {
    recordType: 'DiscountCode',
    recordId: item.id,
    before: presentDiscountCode(item, redeemed),
  } as const;
  return write(
    [...(await removeDiscountCode(tenant, item, ifMatch)), auditRecordChange(tenant, change, context)],
    noContent(),
  );
});
