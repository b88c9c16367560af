// POST /api/v1/registration/ClassRegistration/{id}/Payments
import { toLocalDate } from '../../../../shared/directory/local-date.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { classById } from '../../classes/store.ts';
import { billClassRegistration } from '../../invoices/billed-registration.ts';
import { issueReceipt } from '../../invoices/receipt.ts';
import { toEntryAuthor } from '../../payments/author.ts';
import { assertNoCardData } from '../../payments/card-data.ts';
import { recordEntry } from '../../payments/entry-input.ts';
import { presentLedger } from '../../payments/present.ts';
import { applyLedger, openLedger } from '../record/payment.ts';
import { updateRegistration } from '../status-change.ts';
import { replaceRegistration } from '../store.ts';
import { addRegistrationPayment } from './contract.ts';
import { requirePayable } from './payable.ts';

export const handler = lambda(addRegistrationPayment, async (context) => {
  const { params, body, tenant, settings, caller, request, ifMatch, now } = context;
  assertNoCardData(request.rawBody);
  const { before, trainingSettings } = await requirePayable(tenant, params.id);
  const opened = openLedger(before, trainingSettings.currency);
  const today = toLocalDate(settings.timeZone, now);
  const recorded = recordEntry(opened, body, toEntryAuthor(caller, now), today);
  if (!recorded.isNew) return ok(presentLedger(before.id, recorded.ledger), { version: before.version });
  const item = await classById(tenant, before.classId);
  const billed = billClassRegistration(tenant, before, item, recorded.ledger, settings.timeZone);
  const { ledger, changes } = await issueReceipt(context, billed, trainingSettings);
  const after = updateRegistration(before, { payment: applyLedger(before.payment, opened, ledger) }, now);
  return write(
    [replaceRegistration(tenant, before, after, ifMatch), ...changes],
    ok(presentLedger(after.id, ledger), { version: after.version }),
  );
});
