// GET /api/v1/DiscountCodes/{id}
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { getDiscountCode } from './contract.ts';
import { presentDiscountCode } from './discount-code.ts';
import { requireDiscountCode } from './store.ts';

// Composed: the redemptions change without the code.
export const handler = lambda(getDiscountCode, async ({ tenant, params }) => {
  const { item, redeemed } = await requireDiscountCode(tenant, params.id);
  return ok(presentDiscountCode(item, redeemed), { version: item.version, isComposed: true });
});
