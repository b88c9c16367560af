// GET /api/1.0/bill/{id}/notes/{noteId}
import { lambda } from '../../../../shared/http/lambda.ts';
import { successReply } from '../../envelopes.ts';
import { getBillNote } from './contract.ts';
import { presentNote, requireNote } from './note.ts';

export const handler = lambda(getBillNote, async ({ params, tenant }) => {
  const note = await requireNote(tenant, params.id, params.noteId);
  return successReply(presentNote(note), 'The note', { version: note.version });
});
