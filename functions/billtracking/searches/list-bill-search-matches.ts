// GET /api/1.0/bill/search/{id}/matches

import { lambda } from '../../../shared/http/lambda.ts';
import { omitUndefined } from '../../../shared/values/omit-undefined.ts';
import { rowsById } from '../bills/record/store.ts';
import { successReply } from '../envelopes.ts';
import { listBillSearchMatches } from './contract.ts';
import { presentFoundBill } from './match.ts';
import { pageOfMatches, requireSearch } from './store.ts';

export const handler = lambda(listBillSearchMatches, async ({ params, query, tenant }) => {
  const [, { items, next }] = await Promise.all([
    requireSearch(tenant, params.id),
    pageOfMatches(tenant, params.id, query),
  ]);
  const rows = await rowsById(
    tenant,
    items.map(({ billId }) => billId),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  // A bill that a merge of sessions removed is no longer shown.
  const matches = items.flatMap(({ billId, createdDate, excerpts }) => {
    const row = byId.get(billId);
    return row ? [{ foundDate: createdDate, bill: presentFoundBill(row), excerpts }] : [];
  });
  return successReply({ matches, ...omitUndefined({ next }) }, `${matches.length} bills`);
});
