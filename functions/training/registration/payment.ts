// What is due for a registration, and what became of it: recorded only, no money is moved here.
import { conflict, invalid } from '../../../shared/errors/failure.ts';
import type { Payment } from './registration.ts';

export const paymentMethods = ['CreditCard', 'PurchaseOrder', 'Invoice', 'Free'] as const;
type Method = (typeof paymentMethods)[number];

/**
 * What is due for a new registration. Where nothing is due, the method is Free whatever was sent.
 * @throws Failure 400 when the method is Free although something is due
 */
export function paymentOf(amountDue: number, method: Method | undefined): Payment {
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

/** Two amounts together, to the cent. */
const sumOf = (one: number, other: number): number => Math.round((one + other) * 100) / 100;

/** What was paid: a part of what is due where the seat moved to a dearer class. */
export const paidOf = ({ state, amountDue, amountPaid }: Payment): number =>
  amountPaid ?? (state === 'paid' || state === 'refunded' ? amountDue : 0);

/**
 * What a payment becomes when its seat moves to a class with another price: what was paid moves with the seat, and what
 * was given back stays so. The registration that it leaves has nothing any more.
 */
export function paymentMoved(before: Payment, amountDue: number): Payment {
  if (amountDue === before.amountDue || before.state === 'refunded') return { ...before, amountDue };
  const amountPaid = paidOf(before);
  const { paidDate, reference, method } = before;
  if (amountPaid === 0 && amountDue === 0) return nothingDue;
  const due = { method: method === 'Free' ? undefined : method, amountDue, paidDate, reference };
  if (amountPaid === 0) return { ...due, state: 'unpaid' };
  return { ...due, amountPaid, state: amountPaid >= amountDue ? 'paid' : 'unpaid' };
}

/** What a payment becomes when its registration ends: nothing is due any more but what was paid already. */
export function noLongerDue(before: Payment): Payment {
  if (before.state !== 'unpaid') return before;
  const paid = paidOf(before);
  return paid === 0 ? nothingDue : { ...before, amountDue: paid, state: 'paid' };
}

/** What a payment becomes when its class is cancelled: what was paid stays paid until it is given back, and is owed. */
export function refundOwed(before: Payment): Payment {
  const paid = paidOf(before);
  const ended = noLongerDue(before);
  return ended.state === 'refunded' || paid === 0 ? ended : { ...ended, refundDue: paid };
}

/** What is noted of a payment. Days are YYYY-MM-DD in the tenant's time zone. */
export interface PaymentNote {
  readonly state: 'paid' | 'refunded';
  readonly amount?: number | undefined;
  readonly date: string;
  readonly method?: Exclude<Method, 'Free'> | undefined;
  readonly reference?: string | undefined;
}

/**
 * The payment with what was noted: paid once, refunded once it was paid, and never more than that.
 * @throws Failure 409 when the state does not allow it, and when more is refunded than was paid
 */
export function paymentNoted(
  before: Payment,
  { state, amount, date, method, reference }: PaymentNote,
): Payment {
  const shared = {
    ...before,
    state,
    method: method ?? before.method,
    reference: reference ?? before.reference,
  };
  if (state === 'paid') {
    if (before.state === 'free') throw conflict('Nothing is due for this registration.', 'state');
    if (before.state !== 'unpaid')
      throw conflict(
        `This registration is ${before.state} already, since ${before.refundedDate ?? before.paidDate}.`,
        'state',
      );
    const amountPaid = amount === undefined ? before.amountDue : sumOf(paidOf(before), amount);
    return { ...shared, amountPaid, paidDate: date };
  }
  const paid = paidOf(before);
  if (before.state === 'refunded' || (before.state !== 'paid' && paid === 0))
    throw conflict(`Only what was paid can be refunded; this registration is ${before.state}.`, 'state');
  if ((amount ?? 0) > paid)
    throw conflict(
      `At most ${paid.toFixed(2)} can be refunded, what was paid, but amount was ${amount?.toFixed(2)}.`,
      'amount',
    );
  return { ...shared, amountRefunded: amount ?? paid, refundedDate: date, refundDue: undefined };
}
