// What is due for a registration, and what was paid and refunded: a record only, no money is moved. The totals that
// existing callers read follow from the ledger; a registration that was made before there was one has only totals.

import { conflict, invalid, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { roundAmount } from '../../../../shared/money/amount.ts';
import { formatAmount, fromMinorUnits, toMinorUnits } from '../../../../shared/money/currency.ts';
import { validateDecimals } from '../../../../shared/money/decimals.ts';
import { closeLedger, completeLedger, enterEntry, feeReason } from '../../payments/ended.ts';
import {
  appendCharge,
  appendEntry,
  deriveBalance,
  type EntryAuthor,
  emptyLedger,
  getAmountCharged,
  type Ledger,
  setCharge,
} from '../../payments/ledger.ts';
import { isLive, type Payment, type RegistrationItem } from './registration.ts';

export const paymentMethods = ['CreditCard', 'PurchaseOrder', 'Invoice', 'Free'] as const;
type PaymentMethod = (typeof paymentMethods)[number];

/**
 * The payment of a new registration. When nothing is due, the method is always Free.
 * @throws Failure 400 when the method is Free but something is due
 */
export function buildPayment(
  amountDue: number,
  method: PaymentMethod | undefined,
  currency: string,
  author: EntryAuthor,
): Payment {
  const ledger = emptyLedger(currency);
  if (amountDue === 0) return { ...nothingDue, ledger };
  if (method === 'Free')
    throw invalid([
      {
        code: 'NOT_ALLOWED',
        message: `paymentMethod can't be Free, because ${formatAmount(amountDue, currency, 'symbol')} is due; use CreditCard, PurchaseOrder or Invoice.`,
        target: 'paymentMethod',
      },
    ]);
  const charged = appendCharge(ledger, toMinorUnits(amountDue, currency), feeReason, author);
  return { method, amountDue, state: 'unpaid', ledger: charged };
}

/** Nothing was paid and nothing is due. */
const nothingDue = { method: 'Free', amountDue: 0, state: 'free' } as const satisfies Payment;

/** The payment of a registration whose seat, payments and ledger have moved to another one. */
export const movedPayment = ({ ledger }: Payment): Payment => ({
  ...nothingDue,
  ledger: ledger && emptyLedger(ledger.currency),
});

/** The total of payments; while the state is unpaid, a part of what is due. */
export const getAmountPaid = ({ state, amountDue, amountPaid }: Payment): number =>
  amountPaid ?? (state === 'paid' || state === 'refunded' ? amountDue : 0);

/** The total of refunds. */
export const getAmountRefunded = (payment: Payment): number =>
  payment.amountRefunded ?? (payment.state === 'refunded' ? getAmountPaid(payment) : 0);

/** Payments less refunds. */
const getNetPaid = (payment: Payment): number =>
  roundAmount(getAmountPaid(payment) - getAmountRefunded(payment));

/** What is still to be paid. */
export const getAmountOwed = (payment: Payment): number =>
  payment.state === 'unpaid' ? roundAmount(payment.amountDue - getNetPaid(payment)) : 0;

/** The payment with the refund that is due, or without one when it is 0. */
const setRefundDue = ({ refundDue: _, ...payment }: Payment, amount: number): Payment =>
  amount > 0 ? { ...payment, refundDue: roundAmount(amount) } : payment;

/** The states that existing callers know: a part that is paid is unpaid for them, and what was waived is free. */
const callerStates = {
  free: 'free',
  waived: 'free',
  unpaid: 'unpaid',
  partial: 'unpaid',
  paid: 'paid',
  refunded: 'refunded',
} as const;

/** The totals that follow from the ledger. */
function summarize(before: Payment, ledger: Ledger, amountDue: number): Payment {
  const { currency, entries } = ledger;
  const { state, paid, refunded, refundDue } = deriveBalance(ledger);
  const payments = entries.filter(({ kind }) => kind === 'payment');
  const refunds = entries.filter(({ kind }) => kind === 'refund');
  const last = [...payments, ...refunds].sort((a, b) => a.number - b.number);
  const toAmount = (minor: number): number => fromMinorUnits(minor, currency);
  return {
    method: last.findLast(({ method }) => method !== undefined)?.method ?? before.method,
    amountDue,
    state: callerStates[state],
    ...(payments.length > 0 && { paidDate: payments.at(-1)?.date, amountPaid: toAmount(paid) }),
    ...(refunds.length > 0 && { refundedDate: refunds.at(-1)?.date, amountRefunded: toAmount(refunded) }),
    ...(refundDue > 0 && { refundDue: toAmount(refundDue) }),
    reference: last.findLast(({ reference }) => reference !== undefined)?.reference ?? before.reference,
    ledger,
  };
}

/** What a payment depends on in its registration. */
type PaidRegistration = Pick<RegistrationItem, 'payment' | 'status' | 'cancellation' | 'history'>;

/** Whether a registration ended without terms by which its person owes a fee. */
const hasEndedWithoutFee = ({ status, cancellation, history }: PaidRegistration): boolean =>
  !isLive(status) &&
  !(status === 'Cancelled' && cancellation !== undefined && history.at(-1)?.from === 'Confirmed');

/**
 * The ledger of a registration. For one that has only totals, they become its first entries.
 * @param currency the tenant's
 */
export const openLedger = (
  registration: PaidRegistration & Pick<RegistrationItem, 'modifiedDate'>,
  currency: string,
): Ledger => {
  const at = new Date(registration.modifiedDate);
  return completeLedger(readLedger(registration.payment, currency, at), hasEndedWithoutFee(registration), at);
};

/** The payment of a registration with the totals of today's rules: once, a refund of everything ended the debt. */
export function readPayment(
  registration: PaidRegistration & Pick<RegistrationItem, 'modifiedDate'>,
): Payment {
  const { payment, status } = registration;
  if (payment.ledger) {
    const ledger = openLedger(registration, payment.ledger.currency);
    const isCurrent =
      ledger === payment.ledger && callerStates[deriveBalance(ledger).state] === payment.state;
    return isCurrent ? payment : summarize(payment, ledger, payment.amountDue);
  }
  const { state, refundDue, amountDue } = payment;
  if (!isLive(status) || (state !== 'paid' && state !== 'refunded') || refundDue !== undefined)
    return payment;
  if (amountDue <= getNetPaid(payment)) return payment;
  const [amountPaid, amountRefunded] = [getAmountPaid(payment), getAmountRefunded(payment)];
  return { ...payment, state: 'unpaid', amountPaid, amountRefunded };
}

/** The entries of a payment. */
function readLedger(payment: Payment, currency: string, at: Date): Ledger {
  if (payment.ledger) return payment.ledger;
  const author = { by: 'system', at };
  const toMinor = (amount: number): number => toMinorUnits(amount, currency);
  const [paid, refunded] = [getAmountPaid(payment), getAmountRefunded(payment)];
  // A refund that is due is what was paid beyond the charge: of a cancelled class, everything.
  const charged =
    payment.refundDue === undefined ? payment.amountDue : roundAmount(paid - refunded - payment.refundDue);
  const { method, reference } = payment;
  const reason = 'Recorded as a total, before payments were kept one by one.';
  const details = { reason, reference, method: method === 'Free' ? undefined : method };
  let ledger = appendCharge(emptyLedger(currency), toMinor(charged), reason, author);
  if (paid > 0)
    ledger = appendEntry(
      ledger,
      { kind: 'payment', amount: toMinor(paid), date: payment.paidDate, ...details },
      author,
    );
  if (refunded > 0)
    ledger = appendEntry(
      ledger,
      { kind: 'refund', amount: toMinor(refunded), date: payment.refundedDate, ...details },
      author,
    );
  return ledger;
}

/**
 * The payment with another ledger. A waiver, or the credit of what was kept, changes what is due.
 * @param opened the ledger before it
 */
export function applyLedger(before: Payment, opened: Ledger, ledger: Ledger): Payment {
  const charged = getAmountCharged(ledger);
  const isSame = charged === getAmountCharged(opened);
  const amountDue = isSame ? before.amountDue : fromMinorUnits(Math.max(0, charged), ledger.currency);
  return summarize(before, ledger, amountDue);
}

/** The transfer of a payment that has only totals. */
function transferTotals(before: Payment, amountDue: number): Payment {
  if (amountDue === before.amountDue && before.amountRefunded === undefined && before.state !== 'refunded')
    return before;
  const netPaid = getNetPaid(before);
  const { paidDate, reference, method } = before;
  if (netPaid === 0 && amountDue === 0) return nothingDue;
  const due = { method: method === 'Free' ? undefined : method, amountDue, paidDate, reference };
  if (netPaid === 0) return { ...due, state: 'unpaid' };
  const state = netPaid >= amountDue ? 'paid' : 'unpaid';
  return setRefundDue({ ...due, amountPaid: netPaid, state }, netPaid - amountDue);
}

/**
 * The payment when its seat moves to another class or person at another price. Its ledger moves with the seat, and any
 * excess is to be refunded. Nothing is left at the registration that the seat leaves.
 */
export function transferPayment(before: Payment, amountDue: number, author: EntryAuthor): Payment {
  const { ledger, method } = before;
  if (!ledger) return transferTotals(before, amountDue);
  const due = toMinorUnits(amountDue, ledger.currency);
  const isSamePrice = due === getAmountCharged(ledger);
  const moved = isSamePrice ? ledger : setCharge(ledger, due, 'Fee after the transfer', author);
  if (deriveBalance(moved).state === 'free') return { ...nothingDue, ledger: moved };
  return summarize({ ...before, method: method === 'Free' ? undefined : method }, moved, amountDue);
}

/** The payment of a registration that ended: nothing more is due than what was paid and not refunded. */
export function closePayment(before: Payment, author: EntryAuthor): Payment {
  const { ledger } = before;
  if (!ledger) {
    if (before.state !== 'unpaid') return before;
    const netPaid = getNetPaid(before);
    return netPaid === 0 ? nothingDue : { ...before, amountDue: netPaid, state: 'paid' };
  }
  const closed = closeLedger(ledger, 'The registration ended', author);
  if (deriveBalance(closed).state === 'free') return { ...nothingDue, ledger: closed };
  return applyLedger(before, ledger, closed);
}

/** The payment of a cancelled class: what was paid stays paid until it is refunded, and is due as a refund. */
export function closePaymentWithRefund(before: Payment, author: EntryAuthor): Payment {
  const closed = closePayment(before, author);
  if (!closed.ledger) return setRefundDue(closed, getNetPaid(before));
  if (getAmountCharged(closed.ledger) === 0) return closed;
  const ledger = closeLedger(closed.ledger, 'The class was cancelled', author, 0);
  return summarize(closed, ledger, 0);
}

/** A payment or refund to record. Days are YYYY-MM-DD in the tenant's time zone. */
export interface PaymentInput {
  readonly state: 'paid' | 'refunded';
  readonly amount?: number | undefined;
  readonly date: string;
  readonly method?: Exclude<PaymentMethod, 'Free'> | undefined;
  readonly reference?: string | undefined;
}

/** By default all that is still due. */
function resolvePaid(before: Payment, amount: number | undefined): number {
  if (before.state === 'free') throw conflict('Nothing is due for this registration.', 'state');
  if (before.state !== 'unpaid')
    throw conflict(
      `This registration is already ${before.state}, since ${before.refundedDate ?? before.paidDate}.`,
      'state',
    );
  return amount ?? getAmountOwed(before);
}

/** By default all that was paid and not refunded. */
function resolveRefund(before: Payment, amount: number | undefined, currency: string): number {
  const netPaid = getNetPaid(before);
  if (netPaid === 0)
    throw conflict(`Only what was paid can be refunded; this registration is ${before.state}.`, 'state');
  const refund = amount ?? netPaid;
  if (refund > netPaid)
    throw conflict(
      `At most ${formatAmount(netPaid, currency, 'symbol')} can be refunded, which is what was paid and not refunded yet, but amount was ${formatAmount(refund, currency, 'symbol')}.`,
      'amount',
    );
  return refund;
}

/**
 * The payment with the input recorded. Partial payments and refunds are allowed: it is paid once the amount due is
 * reached, and refunded once all payments are.
 * @throws Failure 409 when the state does not allow it, and when refunds would exceed payments
 */
export function applyPaymentInput(
  before: Payment,
  ledger: Ledger,
  { state, amount: input, date, method, reference }: PaymentInput,
  author: EntryAuthor,
): Payment {
  const { currency } = ledger;
  const isPaid = state === 'paid';
  const amount = isPaid ? resolvePaid(before, input) : resolveRefund(before, input, currency);
  throwIfInvalid(validateDecimals(amount, currency, 'amount'));
  // Nothing is recorded for 0, as before there was a ledger.
  if (amount === 0) return before;
  const kind = isPaid ? 'payment' : 'refund';
  const content = { kind, amount: toMinorUnits(amount, currency), date, method, reference } as const;
  return applyLedger(before, ledger, enterEntry(ledger, content, author));
}

/** The payment of a seat that its person cancelled: a fee is due, at most what was; what was paid beyond it is to be refunded. */
export function closePaymentWithFee(
  before: Payment,
  fee: number,
  reason: string,
  author: EntryAuthor,
): Payment {
  const { ledger } = before;
  if (!ledger) return closePayment(before, author);
  const charged = getAmountCharged(ledger);
  const closed = setCharge(ledger, Math.min(fee, charged), reason, author);
  if (deriveBalance(closed).state === 'free') return { ...nothingDue, ledger: closed };
  return summarize(before, closed, fromMinorUnits(Math.min(fee, charged), ledger.currency));
}
