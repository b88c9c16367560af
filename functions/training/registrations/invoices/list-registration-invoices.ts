// GET /api/v1/registration/ClassRegistration/{id}/Invoices
import { notFound } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok } from '../../../../shared/http/reply.ts';
import { invoicesOfRegistration } from '../../invoices/ledger/store.ts';
import { presentInvoice } from '../../invoices/presentation/present.ts';
import { assertMayReadTraining } from '../../people/managers/access.ts';
import { registrationById } from '../record/registration.ts';
import { listRegistrationInvoices } from './contract.ts';

export const handler = lambda(listRegistrationInvoices, async (context) => {
  const { tenant, params } = context;
  const [registration, documents] = await Promise.all([
    registrationById(tenant, params.id),
    invoicesOfRegistration(tenant, params.id),
  ]);
  if (!registration) throw notFound('registration', params.id);
  await assertMayReadTraining(context, registration.memberId, 'training.registrations.read');
  return ok(documents.map(presentInvoice));
});
