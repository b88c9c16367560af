// DELETE /api/1.0/bill/{id}/documents/{documentId}
import { lambda } from '../../../../shared/http/lambda.ts';
import { noContent, write } from '../../../../shared/http/reply.ts';
import { isDryRun } from '../../../../shared/http/validate-only.ts';
import { deleteBillDocument } from './contract.ts';
import { removeDocumentHints } from './document-words.ts';
import { loadText, removeDocument, requireDocument } from './record/store.ts';

export const handler = lambda(deleteBillDocument, async ({ params, tenant, receivedAt, request }) => {
  const document = await requireDocument(tenant, params.id, params.documentId);
  const changes = removeDocument(tenant, document);
  // When the removal fails afterwards, the document is no longer found by its words; deleting it again repeats this.
  const text = isDryRun(request) ? undefined : await loadText(tenant, document, receivedAt);
  if (text !== undefined) await removeDocumentHints(tenant, document.id, text);
  return write(changes, noContent());
});
