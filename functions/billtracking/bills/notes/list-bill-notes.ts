// GET /api/1.0/bill/{id}/notes
import { lambda } from '../../../../shared/http/lambda.ts';
import { pageReply } from '../../envelopes.ts';
import { requireBill } from '../store.ts';
import { listBillNotes } from './contract.ts';
import { listNotes, presentNote } from './note.ts';

export const handler = lambda(listBillNotes, async ({ params, query, tenant }) => {
  const { pageNumber, pageSize } = query;
  const [, notes] = await Promise.all([requireBill(tenant, params.id), listNotes(tenant, params.id)]);
  const page = notes.slice((pageNumber - 1) * pageSize, pageNumber * pageSize);
  return pageReply(page.map(presentNote), query, notes.length);
});
