// GET /api/1.0/bill/search/{id}
import { lambda } from '../../../shared/http/lambda.ts';
import { successReply } from '../envelopes.ts';
import { getBillSearch } from './contract.ts';
import { presentSearch } from './search.ts';
import { requireSearch } from './store.ts';

export const handler = lambda(getBillSearch, async ({ params, tenant }) => {
  const search = await requireSearch(tenant, params.id);
  return successReply(presentSearch(search), search.name, { version: search.version });
});
