// POST /api/v1/Invoices/{id}/Payments
import type * as z from 'zod';
import { conflict, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { countPending, openParts, replyToParts } from '../../../../shared/http/perform-parts.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { fromMinorUnits, toMinorUnits } from '../../../../shared/money/currency.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { assertNoCardData } from '../../payments/card-data.ts';
import { validateEntryInput } from '../../payments/entry-input.ts';
import { presentOutcome } from '../../refusal.ts';
import { requirePayable } from '../../registrations/record/payable.ts';
import { enterPayment } from '../enter-payment.ts';
import { requireInvoice } from '../ledger/store.ts';
import { formatMinor } from '../presentation/invoice-view.ts';
import { addInvoicePayment, type InvoicePayment } from './contract.ts';
import { findKnownPayment, loadShares, sharePayment } from './share-payment.ts';

type Result = z.input<typeof InvoicePayment>['results'][number];

export const handler = lambda(addInvoicePayment, async (context) => {
  const { tenant, settings, params, body, request, now } = context;
  assertNoCardData(request.rawBody);
  const { invoice } = await requireInvoice(tenant, params.id);
  const { id, number, kind, currency, awardRegistrationId } = invoice;
  if (kind === 'creditNote') throw conflict(`${number} is a credit note; only invoices are paid.`);
  if (awardRegistrationId !== undefined)
    throw conflict(
      `${number} is for an award; record its payment with POST /api/v1/AwardsRegistration/${awardRegistrationId}/Payments.`,
    );
  const { amount, date, method, reference } = body;
  throwIfInvalid(validateEntryInput({ amount, date }, currency, toLocalDate(settings.timeZone, now)));
  const open = await loadShares(tenant, invoice, reference);
  const most = open.reduce((sum, each) => sum + each.open + each.recorded, 0);
  const known = findKnownPayment(open);
  const paid = typeof amount === 'number' ? toMinorUnits(amount, currency) : (known ?? most);
  if (known !== undefined && paid !== known)
    throw conflict(
      `${reference} is already the reference of a payment of ${formatMinor(known, currency)}; send that amount again, or another reference.`,
      'reference',
    );
  if (paid <= 0 || paid > most)
    throw conflict(
      most === 0
        ? `Nothing of ${number} is open.`
        : `More than 0 and at most ${formatMinor(most, currency)} of ${number} can be paid, but amount was ${formatMinor(paid, currency)}.`,
      'amount',
    );
  const parts = await openParts(addInvoicePayment, context);
  const results: Result[] = [];
  let recorded = 0;
  for (const { registrationId, share } of sharePayment(open, paid)) {
    const shared = fromMinorUnits(share, currency);
    const outcome = await parts.perform(registrationId, async () => {
      const payable = await requirePayable(tenant, registrationId);
      const input = { kind: 'payment', amount: shared, date, method, reference, shareOf: paid } as const;
      const { changes } = await enterPayment(context, payable, input);
      return write(changes, ok({}));
    });
    if (outcome.state === 'done') recorded += share;
    results.push({ registrationId, amount: shared, ...presentOutcome(outcome) });
  }
  return replyToParts({
    ...{ id, number, currency },
    recorded: fromMinorUnits(recorded, currency),
    open: fromMinorUnits(most - recorded, currency),
    pending: countPending(results),
    results,
  });
});
