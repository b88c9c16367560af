// PUT /api/v1/DiscountCodes/{id}
import { auditRecordChange } from '../../../shared/audit/audit.ts';
import { throwIfInvalid } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { updateDiscountCode } from './contract.ts';
import { applyDiscountCodeInput, presentDiscountCode, validateCode } from './discount-code.ts';
import { validateReferences } from './references.ts';
import { replaceDiscountCode, requireDiscountCode } from './store.ts';

export const handler = lambda(updateDiscountCode, async (context) => {
  const { tenant, params, body, ifMatch, now } = context;
  const [{ item: before, redeemed }, faults] = await Promise.all([
    requireDiscountCode(tenant, params.id),
    validateReferences(tenant, body),
  ]);
  const after = applyDiscountCodeInput(before, body, now);
  throwIfInvalid([...validateCode(after, body), ...faults]);
  const views = {
    before: presentDiscountCode(before, redeemed),
    after: presentDiscountCode(after, redeemed),
  };
  const change = { recordType: 'DiscountCode', recordId: after.id, ...views } as const;
  return write(
    [...replaceDiscountCode(tenant, before, after, ifMatch), auditRecordChange(tenant, change, context)],
    ok(views.after, { version: after.version, isComposed: true }),
  );
});
