// POST /api/v1/registration/ClassRegistration/{id}/Payments
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { enterPayment } from '../../invoices/enter-payment.ts';
import { assertNoCardData } from '../../payments/card-data.ts';
import { presentLedger } from '../../payments/present.ts';
import { requirePayable } from '../record/payable.ts';
import { addRegistrationPayment } from './contract.ts';

export const handler = lambda(addRegistrationPayment, async (context) => {
  assertNoCardData(context.request.rawBody);
  const payable = await requirePayable(context.tenant, context.params.id);
  const { after, ledger, changes } = await enterPayment(context, payable, context.body, context.ifMatch);
  const reply = ok(presentLedger(after.id, ledger), { version: after.version });
  return changes.length === 0 ? reply : write(changes, reply);
});
