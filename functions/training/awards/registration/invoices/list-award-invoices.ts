// GET /api/v1/AwardsRegistration/{id}/Invoices
import { lambda } from '../../../../../shared/http/lambda.ts';
import { ok } from '../../../../../shared/http/reply.ts';
import { invoicesOfRegistration } from '../../../invoices/ledger/store.ts';
import { presentInvoice } from '../../../invoices/presentation/present.ts';
import { assertMayReadTraining } from '../../../people/managers/access.ts';
import { requireAwardRegistration } from '../store.ts';
import { listAwardInvoices } from './contract.ts';

export const handler = lambda(listAwardInvoices, async (context) => {
  const { tenant, params } = context;
  const { id, ledgerOf = id, personId } = await requireAwardRegistration(tenant, params.id);
  await assertMayReadTraining(context, personId, 'training.registrations.read');
  return ok((await invoicesOfRegistration(tenant, ledgerOf)).map(presentInvoice));
});
