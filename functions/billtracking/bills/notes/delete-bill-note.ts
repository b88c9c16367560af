// DELETE /api/1.0/bill/{id}/notes/{noteId}
import { auditRecordChange } from '../../../../shared/audit/audit.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { noContent, write } from '../../../../shared/http/reply.ts';
import { deleteBillNote } from './contract.ts';
import { removeNote, requireNote, viewNote } from './note.ts';

export const handler = lambda(deleteBillNote, async ({ params, tenant, ifMatch, ...context }) => {
  const note = await requireNote(tenant, params.id, params.noteId);
  const change = { recordType: 'BillNote', recordId: note.id, before: viewNote(note) } as const;
  return write([removeNote(tenant, note, ifMatch), auditRecordChange(tenant, change, context)], noContent());
});
