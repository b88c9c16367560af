// GET /api/1.0/bill/{id}/notes

import { lambda } from '../../../../shared/http/lambda.ts';
import { takePage } from '../../../../shared/lists/page.ts';
import { pageReply, toPageRequest } from '../../envelopes.ts';
import { requireBill } from '../record/store.ts';
import { listBillNotes } from './contract.ts';
import { listNotes, presentNote } from './note.ts';

export const handler = lambda(listBillNotes, async ({ params, query, tenant }) => {
  const [, notes] = await Promise.all([requireBill(tenant, params.id), listNotes(tenant, params.id)]);
  const page = takePage(notes, toPageRequest(query));
  return pageReply(page.map(presentNote), query, notes.length);
});
