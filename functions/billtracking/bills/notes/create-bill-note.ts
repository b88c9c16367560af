// POST /api/1.0/bill/{id}/notes
import { lambda } from '../../../../shared/http/lambda.ts';
import { write } from '../../../../shared/http/reply.ts';
import { successReply } from '../../envelopes.ts';
import { requireBill } from '../record/store.ts';
import { createBillNote } from './contract.ts';
import { buildNote, insertNote, presentNote } from './note.ts';

export const handler = lambda(createBillNote, async ({ params, body, tenant, caller, now, newId }) => {
  const bill = await requireBill(tenant, params.id);
  const note = buildNote(newId(), bill.id, body.text, caller, now);
  return write(
    [insertNote(tenant, note)],
    successReply(presentNote(note), `The note on ${bill.billNumber} was created.`, { version: 1 }),
  );
});
