// What is due for a registration, and what was paid and refunded: a record only, no money is moved.

import { conflict, invalid } from '../../../../shared/errors/failure.ts';
import { roundAmount } from '../../../../shared/money/amount.ts';
import { formatAmount } from '../../../../shared/money/currency.ts';
import type { Payment } from './registration.ts';

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
): Payment {
  if (amountDue === 0) return { method: 'Free', amountDue, state: 'free' };
  if (method === 'Free')
    throw invalid([
      {
        code: 'NOT_ALLOWED',
        message: `paymentMethod can't be Free, because ${formatAmount(amountDue, currency)} is due; use CreditCard, PurchaseOrder or Invoice.`,
        target: 'paymentMethod',
      },
    ]);
  return { method, amountDue, state: 'unpaid' };
}

/** Nothing was paid and nothing is due. */
export const nothingDue = { method: 'Free', amountDue: 0, state: 'free' } as const satisfies Payment;

/** The total of payments; while the state is unpaid, a part of what is due. */
export const getAmountPaid = ({ state, amountDue, amountPaid }: Payment): number =>
  amountPaid ?? (state === 'paid' || state === 'refunded' ? amountDue : 0);

/** The total of refunds. */
export const getAmountRefunded = (payment: Payment): number =>
  payment.amountRefunded ?? (payment.state === 'refunded' ? getAmountPaid(payment) : 0);

/** Payments less refunds. */
const getNetPaid = (payment: Payment): number =>
  roundAmount(getAmountPaid(payment) - getAmountRefunded(payment));

/** What is still to be paid. Refunds are not due again. */
export const getAmountOwed = (payment: Payment): number =>
  payment.state === 'unpaid' ? roundAmount(payment.amountDue - getAmountPaid(payment)) : 0;

/** The payment with the refund that is due, or without one when it is 0. */
const setRefundDue = ({ refundDue: _, ...payment }: Payment, amount: number): Payment =>
  amount > 0 ? { ...payment, refundDue: roundAmount(amount) } : payment;

/**
 * The payment when its seat moves to another class or person at another price. What was paid and not refunded moves
 * with the seat, and any excess is to be refunded. Nothing is left at the registration that the seat leaves.
 */
export function transferPayment(before: Payment, amountDue: number): Payment {
  if (amountDue === before.amountDue || before.state === 'refunded') return { ...before, amountDue };
  const netPaid = getNetPaid(before);
  const { paidDate, reference, method } = before;
  if (netPaid === 0 && amountDue === 0) return nothingDue;
  const due = { method: method === 'Free' ? undefined : method, amountDue, paidDate, reference };
  if (netPaid === 0) return { ...due, state: 'unpaid' };
  const state = netPaid >= amountDue ? 'paid' : 'unpaid';
  return setRefundDue({ ...due, amountPaid: netPaid, state }, netPaid - amountDue);
}

/** The payment of a registration that ended: nothing more is due than what was already paid. */
export function closePayment(before: Payment): Payment {
  if (before.state !== 'unpaid') return before;
  const paid = getAmountPaid(before);
  return paid === 0 ? nothingDue : { ...before, amountDue: paid, state: 'paid' };
}

/** The payment of a cancelled class: what was paid stays paid until it is refunded, and is due as a refund. */
export const closePaymentWithRefund = (before: Payment): Payment =>
  setRefundDue(closePayment(before), getNetPaid(before));

/** A payment or refund to record. Days are YYYY-MM-DD in the tenant's time zone. */
export interface PaymentInput {
  readonly state: 'paid' | 'refunded';
  readonly amount?: number | undefined;
  readonly date: string;
  readonly method?: Exclude<PaymentMethod, 'Free'> | undefined;
  readonly reference?: string | undefined;
}

/** Adds a payment: by default all that is still due. Any excess is due as a refund. */
function addPayment(before: Payment, { amount, date }: PaymentInput): Payment {
  if (before.state === 'free') throw conflict('Nothing is due for this registration.', 'state');
  if (before.state !== 'unpaid')
    throw conflict(
      `This registration is already ${before.state}, since ${before.refundedDate ?? before.paidDate}.`,
      'state',
    );
  const { amountDue } = before;
  const amountPaid = roundAmount(getAmountPaid(before) + (amount ?? getAmountOwed(before)));
  const state = amountPaid >= amountDue ? 'paid' : 'unpaid';
  return setRefundDue({ ...before, state, amountPaid, paidDate: date }, amountPaid - amountDue);
}

/** Adds a refund: by default all that was paid and not refunded. */
function addRefund(before: Payment, { amount, date }: PaymentInput, currency: string): Payment {
  const netPaid = getNetPaid(before);
  if (netPaid === 0)
    throw conflict(`Only what was paid can be refunded; this registration is ${before.state}.`, 'state');
  const refund = amount ?? netPaid;
  if (refund > netPaid)
    throw conflict(
      `At most ${formatAmount(netPaid, currency)} can be refunded, which is what was paid and not refunded yet, but amount was ${formatAmount(refund, currency)}.`,
      'amount',
    );
  const amountRefunded = roundAmount(getAmountRefunded(before) + refund);
  const state = refund === netPaid ? 'refunded' : before.state;
  return setRefundDue(
    { ...before, state, amountRefunded, refundedDate: date },
    (before.refundDue ?? 0) - refund,
  );
}

/**
 * The payment with the input recorded. Partial payments and refunds are allowed: it is paid once the amount due is
 * reached, and refunded once all payments are.
 * @throws Failure 409 when the state does not allow it, and when refunds would exceed payments
 */
export function applyPaymentInput(before: Payment, input: PaymentInput, currency: string): Payment {
  const after = input.state === 'paid' ? addPayment(before, input) : addRefund(before, input, currency);
  return {
    ...after,
    method: input.method ?? before.method,
    reference: input.reference ?? before.reference,
  };
}
