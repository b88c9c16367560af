// GET /api/1.0/bill/{id}/documents/comparison
import { lambda } from '../../../../shared/http/lambda.ts';
import { successReply } from '../../envelopes.ts';
import { requireBill } from '../record/store.ts';
import { compareDocuments, countPassages, presentPassage } from './comparison/compare-documents.ts';
import { buildComparisonAddress, buildComparisonToken } from './comparison/comparison-link.ts';
import { compareBillDocuments } from './contract.ts';
import { createDocumentPresenter } from './present.ts';
import { requireDocument } from './record/store.ts';

export const handler = lambda(compareBillDocuments, async ({ params, query, tenant, receivedAt }) => {
  const [bill, from, to] = await Promise.all([
    requireBill(tenant, params.id),
    requireDocument(tenant, params.id, query.from, 'from'),
    requireDocument(tenant, params.id, query.to, 'to'),
  ]);
  const passages = await compareDocuments(tenant, from, to, receivedAt);
  const present = createDocumentPresenter(tenant, receivedAt);
  const token = buildComparisonToken(tenant, from, to, receivedAt);
  return successReply(
    {
      billNumber: bill.billNumber,
      from: present(from),
      to: present(to),
      counts: countPassages(passages),
      passages: passages.map(presentPassage),
      pageUrl: buildComparisonAddress(tenant, token),
    },
    `${from.title} and ${to.title} of ${bill.billNumber} were compared.`,
  );
});
