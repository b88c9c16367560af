// GET /api/v1/Invoices/{id}
import { lambda } from '../../../shared/http/lambda.ts';
import { ok } from '../../../shared/http/reply.ts';
import { assertMayReadInvoice } from './access.ts';
import { getInvoice } from './contract.ts';
import { requireInvoice } from './ledger/store.ts';
import { presentInvoice } from './presentation/present.ts';

export const handler = lambda(getInvoice, async (context) => {
  const { tenant, params } = context;
  const owned = await requireInvoice(tenant, params.id);
  await assertMayReadInvoice(context, owned);
  return ok(presentInvoice(owned.invoice));
});
