// POST /api/1.0/bill/{id}/documents
import { conflict } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { write } from '../../../../shared/http/reply.ts';
import { isDryRun } from '../../../../shared/http/validate-only.ts';
import { successReply } from '../../envelopes.ts';
import { requireBill } from '../record/store.ts';
import { buildDocument } from './build-document.ts';
import { createBillDocument } from './contract.ts';
import { putDocumentHints } from './document-words.ts';
import { createDocumentPresenter } from './present.ts';
import { MAX_DOCUMENTS } from './record/document.ts';
import { insertDocument, listDocuments } from './record/store.ts';

export const handler = lambda(createBillDocument, async ({ params, body, ...context }) => {
  const { tenant, receivedAt, request } = context;
  const [bill, stored] = await Promise.all([
    requireBill(tenant, params.id),
    listDocuments(tenant, params.id),
  ]);
  if (stored.length >= MAX_DOCUMENTS)
    throw conflict(
      `${bill.billNumber} has ${MAX_DOCUMENTS} documents, the most of a bill: delete one first.`,
    );
  const { document, text, changes } = await buildDocument(bill.id, body, context);
  // Before the document, so that none is ever without its hints; those of a document that is not stored find nothing.
  if (text !== undefined && !isDryRun(request)) await putDocumentHints(tenant, document.id, text);
  return write(
    [insertDocument(tenant, document), ...changes],
    successReply(
      createDocumentPresenter(tenant, receivedAt)(document),
      `The document of ${bill.billNumber} was created.`,
    ),
  );
});
