// POST /api/1.0/bill/search/preview
import { lambda } from '../../../shared/http/lambda.ts';
import { billsById } from '../bills/store.ts';
import { successReply } from '../envelopes.ts';
import { previewBillSearch } from './contract.ts';
import { findSearchCandidates } from './find-candidates.ts';
import { parseCriteria } from './input.ts';
import { presentFoundBill } from './match.ts';
import { indexBill, listExcerpts, matchesSearch } from './match-bill.ts';

export const handler = lambda(previewBillSearch, async ({ body, tenant }) => {
  const criteria = await parseCriteria(tenant, body.criteria);
  const { rows, isComplete } = await findSearchCandidates(tenant, criteria);
  const bills = await billsById(
    tenant,
    rows.map(({ id }) => id),
  );
  const found = bills
    .map((bill) => ({ bill, indexed: indexBill(bill) }))
    .filter(({ indexed }) => matchesSearch(indexed, criteria));
  return successReply(
    {
      bills: found.slice(0, body.pageSize).map(({ bill, indexed }) => ({
        bill: presentFoundBill(bill),
        excerpts: listExcerpts(indexed, criteria),
      })),
      found: found.length,
      isComplete,
    },
    isComplete
      ? `The search finds ${found.length} bills.`
      : `The search finds ${found.length} of the ${bills.length} bills that were compared.`,
  );
});
