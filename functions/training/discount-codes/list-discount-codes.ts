// GET /api/v1/DiscountCodes
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { buildPageHeaders } from '../listing/listing.ts';
import { listDiscountCodes } from './contract.ts';
import { presentDiscountCode } from './discount-code.ts';
import { countRedemptions, discountCodes, findDiscountCode } from './store.ts';

const path = '/api/v1/DiscountCodes';

export const handler = lambda(listDiscountCodes, async ({ tenant, query, url }) => {
  if (query.code) {
    const found = await findDiscountCode(tenant, query.code);
    const views = found && query.page === 1 ? [presentDiscountCode(found.item, found.redeemed)] : [];
    return ok(views, { headers: buildPageHeaders(url(path), query, found ? 1 : 0) });
  }
  const { items, total } = await discountCodes(tenant).page({
    pageIndex: query.page - 1,
    pageSize: query.pageSize,
  });
  const redeemed = await countRedemptions(tenant, items);
  return ok(
    items.map((item, index) => presentDiscountCode(item, redeemed[index] ?? 0)),
    { headers: buildPageHeaders(url(path), query, total) },
  );
});
