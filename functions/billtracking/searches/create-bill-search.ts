// POST /api/1.0/bill/search
import { auditRecordChange } from '../../../shared/audit/audit.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { write } from '../../../shared/http/reply.ts';
import { successReply } from '../envelopes.ts';
import { createBillSearch } from './contract.ts';
import { parseCriteria } from './input.ts';
import { buildSearch, presentSearch, viewSearch } from './search.ts';
import { insertSearch } from './store.ts';

export const handler = lambda(createBillSearch, async ({ body, tenant, ...context }) => {
  const { newId, caller, now } = context;
  const criteria = await parseCriteria(tenant, body.criteria);
  const search = buildSearch(newId(), { name: body.name, criteria }, caller, now);
  const change = { recordType: 'BillSearch', recordId: search.id, after: viewSearch(search) } as const;
  return write(
    [...insertSearch(tenant, search), auditRecordChange(tenant, change, context)],
    successReply(
      presentSearch(search),
      'The search was saved. Name it in what.searches of a subscription to be notified of what it finds.',
      { version: 1 },
    ),
  );
});
