// POST /api/1.0/legislative/public-bills/all-filter-list/count
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { loadBillSettings } from '../bills/settings/store.ts';
import { countPublicBills } from './contract.ts';
import { countBills } from './find-bills.ts';

export const handler = lambda(countPublicBills, async ({ body, tenant, caller }) => {
  const {
    pageNumber: _page,
    pageSize: _size,
    sortBy: _by,
    isAscending: _up,
    isAsscending: _also,
    ...filter
  } = body;
  return ok(await countBills(tenant, { filter, settings: await loadBillSettings(tenant), caller }));
});
