// POST /api/1.0/bill/search/preview
import { lambda } from '../../../shared/http/lambda.ts';
import { billsById } from '../bills/record/store.ts';
import { successReply } from '../envelopes.ts';
import { previewBillSearch } from './contract.ts';
import { findSearchCandidates } from './find-candidates.ts';
import { parseCriteria } from './input.ts';
import { presentFoundBill } from './match.ts';
import { indexBill, indexDocument, listExcerpts, matchesSearch } from './match-bill.ts';
import { findTextsByTerms } from './searched-text.ts';

export const handler = lambda(previewBillSearch, async ({ body, tenant, receivedAt }) => {
  const criteria = await parseCriteria(tenant, body.criteria);
  const [candidates, searched] = await Promise.all([
    findSearchCandidates(tenant, criteria),
    criteria.inTexts ? findTextsByTerms(tenant, criteria, receivedAt) : { texts: [], isComplete: true },
  ]);
  const isComplete = candidates.isComplete && searched.isComplete;
  const ids = new Set([
    ...candidates.rows.map(({ id }) => id),
    ...searched.texts.map(({ billId }) => billId),
  ]);
  const bills = await billsById(tenant, [...ids]);
  const found = bills.flatMap((bill) => {
    const texts = searched.texts.filter(({ billId }) => billId === bill.id);
    const indexed = [
      indexBill(bill),
      ...texts.map((text) => indexBill(bill, indexDocument(text, text.text))),
    ];
    const matching = indexed.findLast((one) => matchesSearch(one, criteria));
    return matching ? [{ bill, indexed: matching }] : [];
  });
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
