// What is due for a registration, and what became of it: recorded only, no money is moved here.
import { conflict, invalid } from '../../../shared/errors/failure.ts';
import type { Payment } from './registration.ts';

export const paymentMethods = ['CreditCard', 'PurchaseOrder', 'Invoice', 'Free'] as const;
type PaymentMethod = (typeof paymentMethods)[number];

/**
 * What is due for a new registration. Where nothing is due, the method is Free whatever was sent.
 * @throws Failure 400 when the method is Free although something is due
 */
export function buildPayment(amountDue: number, method: PaymentMethod | undefined): Payment {
  if (amountDue === 0) return { method: 'Free', amountDue, state: 'free' };
  if (method === 'Free')
    throw invalid([
      {
        code: 'NOT_ALLOWED',
        message: `paymentMethod can't be Free, for ${amountDue.toFixed(2)} is due; use CreditCard, PurchaseOrder or Invoice.`,
        target: 'paymentMethod',
      },
    ]);
  return { method, amountDue, state: 'unpaid' };
}

/** Where nothing was paid and nothing is due. */
export const nothingDue = { method: 'Free', amountDue: 0, state: 'free' } as const satisfies Payment;

/** An amount, to the cent. */
const toCent = (amount: number): number => Math.round(amount * 100) / 100;

/** What was paid in all: a part of what is due as long as the payment is unpaid. */
export const getAmountPaid = ({ state, amountDue, amountPaid }: Payment): number =>
  amountPaid ?? (state === 'paid' || state === 'refunded' ? amountDue : 0);

/** What was given back in all. */
export const getAmountRefunded = (payment: Payment): number =>
  payment.amountRefunded ?? (payment.state === 'refunded' ? getAmountPaid(payment) : 0);

/** What was paid and not given back. */
const getNetPaid = (payment: Payment): number => toCent(getAmountPaid(payment) - getAmountRefunded(payment));

/** What is still to be paid. What was given back is not asked for again. */
export const getAmountOwed = (payment: Payment): number =>
  payment.state === 'unpaid' ? toCent(payment.amountDue - getAmountPaid(payment)) : 0;

/** The payment with what is owed back, or without it where that is nothing. */
const setRefundDue = ({ refundDue: _, ...payment }: Payment, amount: number): Payment =>
  amount > 0 ? { ...payment, refundDue: toCent(amount) } : payment;

/**
 * What a payment becomes when its seat has another price, for it moves to another class or to somebody else: what was paid
 * and kept moves with the seat, and what is too much is owed back. The registration that it leaves has nothing any more.
 */
export function transferPayment(before: Payment, amountDue: number): Payment {
  if (amountDue === before.amountDue || before.state === 'refunded') return { ...before, amountDue };
  const kept = getNetPaid(before);
  const { paidDate, reference, method } = before;
  if (kept === 0 && amountDue === 0) return nothingDue;
  const due = { method: method === 'Free' ? undefined : method, amountDue, paidDate, reference };
  if (kept === 0) return { ...due, state: 'unpaid' };
  const state = kept >= amountDue ? 'paid' : 'unpaid';
  return setRefundDue({ ...due, amountPaid: kept, state }, kept - amountDue);
}

/** What a payment becomes when its registration ends: nothing is due any more but what was paid already. */
export function closePayment(before: Payment): Payment {
  if (before.state !== 'unpaid') return before;
  const paid = getAmountPaid(before);
  return paid === 0 ? nothingDue : { ...before, amountDue: paid, state: 'paid' };
}

/** What a payment becomes when its class is cancelled: what was paid stays paid until it is given back, and is owed. */
export const closePaymentWithRefund = (before: Payment): Payment =>
  setRefundDue(closePayment(before), getNetPaid(before));

/** What is noted of a payment. Days are YYYY-MM-DD in the tenant's time zone. */
export interface PaymentInput {
  readonly state: 'paid' | 'refunded';
  readonly amount?: number | undefined;
  readonly date: string;
  readonly method?: Exclude<PaymentMethod, 'Free'> | undefined;
  readonly reference?: string | undefined;
}

/** One more payment: what is still to be paid, unless an amount is told. What is too much is owed back. */
function addPayment(before: Payment, { amount, date }: PaymentInput): Payment {
  if (before.state === 'free') throw conflict('Nothing is due for this registration.', 'state');
  if (before.state !== 'unpaid')
    throw conflict(
      `This registration is ${before.state} already, since ${before.refundedDate ?? before.paidDate}.`,
      'state',
    );
  const { amountDue } = before;
  const amountPaid = toCent(getAmountPaid(before) + (amount ?? getAmountOwed(before)));
  const state = amountPaid >= amountDue ? 'paid' : 'unpaid';
  return setRefundDue({ ...before, state, amountPaid, paidDate: date }, amountPaid - amountDue);
}

/** Something given back: all that is left of what was paid, unless an amount is told. */
function addRefund(before: Payment, { amount, date }: PaymentInput): Payment {
  const kept = getNetPaid(before);
  if (kept === 0)
    throw conflict(`Only what was paid can be refunded; this registration is ${before.state}.`, 'state');
  const back = amount ?? kept;
  if (back > kept)
    throw conflict(
      `At most ${kept.toFixed(2)} can be refunded, what was paid and not given back yet, but amount was ${back.toFixed(2)}.`,
      'amount',
    );
  const amountRefunded = toCent(getAmountRefunded(before) + back);
  const state = back === kept ? 'refunded' : before.state;
  return setRefundDue(
    { ...before, state, amountRefunded, refundedDate: date },
    (before.refundDue ?? 0) - back,
  );
}

/**
 * The payment with what was noted. It may be paid and refunded in parts: it is paid once as much as is due is, refunded
 * once all that was paid is given back.
 * @throws Failure 409 when the state does not allow it, and when more is refunded than was paid
 */
export function applyPaymentInput(before: Payment, note: PaymentInput): Payment {
  const after = note.state === 'paid' ? addPayment(before, note) : addRefund(before, note);
  return {
    ...after,
    method: note.method ?? before.method,
    reference: note.reference ?? before.reference,
  };
}
