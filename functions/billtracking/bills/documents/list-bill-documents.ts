// GET /api/1.0/bill/{id}/documents
import { lambda } from '../../../../shared/http/lambda.ts';
import { successReply } from '../../envelopes.ts';
import { requireBill } from '../record/store.ts';
import { listBillDocuments } from './contract.ts';
import { createDocumentPresenter, presentLinkedDocuments } from './present.ts';
import { listDocuments } from './record/store.ts';

export const handler = lambda(listBillDocuments, async ({ params, tenant, receivedAt }) => {
  const [bill, stored] = await Promise.all([
    requireBill(tenant, params.id),
    listDocuments(tenant, params.id),
  ]);
  const documents = [
    ...stored.map(createDocumentPresenter(tenant, receivedAt)),
    ...presentLinkedDocuments(bill, stored),
  ].sort((a, b) => (b.date ?? '').localeCompare(a.date ?? ''));
  return successReply(documents, `${documents.length} documents of ${bill.billNumber}`);
});
