// DELETE /api/1.0/bill/search/{id}
import { auditRecordChange } from '../../../shared/audit/audit.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { write } from '../../../shared/http/reply.ts';
import { successReply } from '../envelopes.ts';
import { deleteBillSearch } from './contract.ts';
import { viewSearch } from './search.ts';
import { removeSearch, requireSearch } from './store.ts';

export const handler = lambda(deleteBillSearch, async ({ params, tenant, ifMatch, ...context }) => {
  const before = await requireSearch(tenant, params.id);
  const change = { recordType: 'BillSearch', recordId: before.id, before: viewSearch(before) } as const;
  return write(
    [...removeSearch(tenant, before, ifMatch), auditRecordChange(tenant, change, context)],
    successReply(true as const, 'The search was deleted.'),
  );
});
