// PUT /api/1.0/bill/{id}/notes/{noteId}
import { auditRecordChange } from '../../../../shared/audit/audit.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { write } from '../../../../shared/http/reply.ts';
import { successReply } from '../../envelopes.ts';
import { updateBillNote } from './contract.ts';
import { editNote, presentNote, replaceNote, requireNote, viewNote } from './note.ts';

export const handler = lambda(updateBillNote, async ({ params, body, tenant, ifMatch, ...context }) => {
  const before = await requireNote(tenant, params.id, params.noteId);
  const after = editNote(before, body.text, context.caller, context.now);
  const views = { before: viewNote(before), after: viewNote(after) };
  return write(
    [
      replaceNote(tenant, before, after, ifMatch),
      auditRecordChange(tenant, { recordType: 'BillNote', recordId: after.id, ...views }, context),
    ],
    successReply(presentNote(after), 'The note was updated.', { version: after.version }),
  );
});
