// POST /api/v1/registration/ClassRegistration/{id}/Payment

import { conflict, invalid } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { classById } from '../../classes/record/store.ts';
import { billClassRegistration } from '../../invoices/ledger/billed-registration.ts';
import { issueReceipt } from '../../invoices/ledger/receipt.ts';
import { toEntryAuthor } from '../../payments/author.ts';
import { assertNoCardData } from '../../payments/card-data.ts';
import { presentRegistration } from '../presentation/present.ts';
import { replaceRegistration, updateRegistration } from '../record/change-registration.ts';
import { requirePayable } from '../record/payable.ts';
import { applyPaymentInput, getAmountOwed, openLedger, readPayment } from '../record/payment.ts';
import { isLive } from '../record/registration.ts';
import { refreshClassDetails } from '../transition/status-change.ts';
import { recordPayment } from './contract.ts';

export const handler = lambda(recordPayment, async (context) => {
  const { params, body, tenant, settings, caller, request, ifMatch, now } = context;
  assertNoCardData(request.rawBody);
  const { before, trainingSettings } = await requirePayable(tenant, params.id);
  const payment = readPayment(before);
  // A fee for the cancellation may still be due.
  if (body.state === 'paid' && !isLive(before.status) && getAmountOwed(payment) === 0)
    throw conflict(`The registration ${before.confirmationNumber} is ${before.status}; nothing more is due.`);
  const today = toLocalDate(settings.timeZone, now);
  if (body.date && body.date > today)
    throw invalid([
      {
        code: 'OUT_OF_RANGE',
        message: `date must not be after today, ${today}, but was ${body.date}.`,
        target: 'date',
      },
    ]);
  const input = {
    state: body.state,
    amount: body.amount ?? undefined,
    date: body.date ?? today,
    method: body.method ?? undefined,
    reference: body.reference || undefined,
  };
  const author = toEntryAuthor(caller, now);
  const opened = openLedger(before, trainingSettings.currency);
  const applied = applyPaymentInput(payment, opened, input, author);
  const item = await classById(tenant, before.classId);
  const { timeZone } = settings;
  const billed = applied.ledger && billClassRegistration(tenant, before, item, applied.ledger, timeZone);
  const issued = billed && (await issueReceipt(context, billed, trainingSettings, opened));
  const after = updateRegistration(before, { payment: { ...applied, ledger: issued?.ledger } }, now);
  return write(
    [replaceRegistration(tenant, before, after, ifMatch), ...(issued?.changes ?? [])],
    ok(presentRegistration(item ? refreshClassDetails(after, item) : after), { version: after.version }),
  );
});
