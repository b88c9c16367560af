// What the cancellation of a registration costs now: shown before it is cancelled, and charged when it is.
import { formatAmount, fromMinorUnits } from '../../../../shared/money/currency.ts';
import type { ClassItem } from '../../classes/record/class.ts';
import { deriveBalance, type EntryAuthor, getAmountCharged } from '../../payments/ledger.ts';
import { type CancellationCost, computeCancellationCost } from '../../prices/cancellation-terms.ts';
import { formatMoment } from '../../time/format-moment.ts';
import { closePayment, closePaymentWithFee } from '../record/payment.ts';
import type { Payment, RegistrationItem } from '../record/registration.ts';

/** The cost by the terms of a registration; undefined without terms, and where no seat is confirmed: it costs nothing. */
function findCancellationCost(
  { cancellation, status, payment: { ledger } }: RegistrationItem,
  { startsAt }: Pick<ClassItem, 'startsAt'>,
  now: Date,
): CancellationCost | undefined {
  if (!cancellation || !ledger || status !== 'Confirmed') return undefined;
  const { currency } = ledger;
  const due = Math.max(0, getAmountCharged(ledger));
  return computeCancellationCost(cancellation, { due, currency, classStartsAt: startsAt }, now);
}

/** The payment after a cancellation now. */
export function cancelPayment(
  registration: RegistrationItem,
  item: Pick<ClassItem, 'startsAt'>,
  { isWaived, author }: { readonly isWaived: boolean; readonly author: EntryAuthor },
): Payment {
  const { payment } = registration;
  const cost = findCancellationCost(registration, item, author.at);
  if (!cost) return closePayment(payment, author);
  const reason = isWaived
    ? 'Cancelled, without the cancellation fee'
    : `Cancelled ${cost.isBeforeDeadline ? 'before' : 'after'} the deadline`;
  return closePaymentWithFee(payment, isWaived ? 0 : cost.fee, reason, author);
}

/** The cost in words: "Until Friday, … a cancellation costs nothing; after that it costs $50.00." */
function describeCancellationCost(
  { deadline, before, after }: CancellationCost,
  currency: string,
  timeZone: string,
): string {
  const write = (minor: number): string =>
    minor === 0 ? 'nothing' : formatAmount(fromMinorUnits(minor, currency), currency, 'symbol');
  return `Until ${formatMoment(deadline.toISOString(), timeZone)} a cancellation costs ${write(before)}; after that it costs ${write(after)}.`;
}

/** What a cancellation would lead to now, in words and numbers. */
export function presentCancellation(
  registration: RegistrationItem,
  item: Pick<ClassItem, 'startsAt' | 'timeZone'>,
  now: Date,
) {
  const cost = findCancellationCost(registration, item, now);
  const author = { by: 'system', at: now };
  const after = cancelPayment(registration, item, { isWaived: false, author });
  const currency = registration.payment.ledger?.currency;
  const balance = after.ledger && deriveBalance(after.ledger);
  const toAmount = (minor: number): number => (currency ? fromMinorUnits(minor, currency) : minor);
  const write = (minor: number): string =>
    currency ? formatAmount(fromMinorUnits(minor, currency), currency, 'symbol') : String(minor);
  const owed = balance?.owed ?? 0;
  const refundDue = balance?.refundDue ?? 0;
  const result =
    owed > 0
      ? `${write(owed)} would be due.`
      : refundDue > 0
        ? `${write(refundDue)} would be refunded.`
        : 'Nothing would be due or refunded.';
  const terms = cost && currency ? `${describeCancellationCost(cost, currency, item.timeZone)} ` : '';
  return {
    registrationId: registration.id,
    ...(cost && {
      deadline: cost.deadline.toISOString(),
      isBeforeDeadline: cost.isBeforeDeadline,
      feeBefore: toAmount(cost.before),
      feeAfter: toAmount(cost.after),
    }),
    fee: toAmount(cost?.fee ?? 0),
    currency,
    owed: toAmount(owed),
    refundDue: toAmount(refundDue),
    inWords: `${terms}${result}`,
  };
}
