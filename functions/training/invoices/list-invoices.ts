// GET /api/v1/Invoices
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { buildPageHeaders } from '../listing/listing.ts';
import { listInvoices } from './contract.ts';
import { pageInvoices } from './ledger/store.ts';
import { presentInvoice } from './presentation/present.ts';

export const handler = lambda(listInvoices, async ({ tenant, query, url }) => {
  const { items, total } = await pageInvoices(tenant, query);
  return ok(items.map(presentInvoice), {
    headers: buildPageHeaders(url('/api/v1/Invoices'), query, total),
  });
});
