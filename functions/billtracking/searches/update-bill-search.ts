// PUT /api/1.0/bill/search/{id}
import { auditRecordChange } from '../../../shared/audit/audit.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { write } from '../../../shared/http/reply.ts';
import { successReply } from '../envelopes.ts';
import { updateBillSearch } from './contract.ts';
import { parseCriteria } from './input.ts';
import { changeSearch, presentSearch, viewSearch } from './search.ts';
import { replaceSearch, requireSearch } from './store.ts';

export const handler = lambda(updateBillSearch, async ({ params, body, tenant, ifMatch, ...context }) => {
  const before = await requireSearch(tenant, params.id);
  const after = changeSearch(
    before,
    {
      name: body.name ?? before.name,
      criteria: body.criteria ? await parseCriteria(tenant, body.criteria) : before.criteria,
    },
    context.now,
  );
  const views = { before: viewSearch(before), after: viewSearch(after) };
  return write(
    [
      replaceSearch(tenant, before, after, ifMatch),
      auditRecordChange(tenant, { recordType: 'BillSearch', recordId: after.id, ...views }, context),
    ],
    successReply(presentSearch(after), 'The search was updated.', { version: after.version }),
  );
});
