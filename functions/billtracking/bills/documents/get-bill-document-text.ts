// GET /api/1.0/bill/{id}/documents/{documentId}/text
import { notFound } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { successReply } from '../../envelopes.ts';
import { getBillDocumentText } from './contract.ts';
import { loadText, requireDocument } from './record/store.ts';

export const handler = lambda(getBillDocumentText, async ({ params, tenant, receivedAt }) => {
  const document = await requireDocument(tenant, params.id, params.documentId);
  const text = await loadText(tenant, document, receivedAt);
  if (text === undefined) throw notFound('text of the document', params.documentId, 'documentId');
  return successReply({ id: document.id, title: document.title, text }, document.title);
});
