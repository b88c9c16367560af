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

/** What a payment becomes when its seat moves to a class with another price: what was paid stays paid. */
export function paymentMoved(before: Payment, amountDue: number): Payment {
  if (amountDue === before.amountDue) return before;
  const { amountPaid = 0, paidDate, reference, method } = before;
  const kept = { paidDate, reference, ...(before.state === 'paid' && { amountPaid }) };
  if (before.state === 'paid' && amountPaid >= amountDue)
    return { method, amountDue, state: 'paid', ...kept };
  if (amountDue === 0) return { method: 'Free', amountDue, state: 'free' };
  return { method: method === 'Free' ? undefined : method, amountDue, state: 'unpaid', ...kept };
}

/** What a payment becomes when its class is cancelled: what was paid stays paid until it is given back, and is owed. */
export function refundOwed(before: Payment): Payment {
  const paid = before.amountPaid ?? (before.state === 'paid' ? before.amountDue : 0);
  return before.state === 'refunded' || paid === 0 ? before : { ...before, refundDue: paid };
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
    return { ...shared, amountPaid: amount ?? before.amountDue, paidDate: date };
  }
  if (before.state !== 'paid' && before.refundDue === undefined)
    throw conflict(`Only what was paid can be refunded; this registration is ${before.state}.`, 'state');
  const paid = before.amountPaid ?? before.amountDue;
  if ((amount ?? 0) > paid)
    throw conflict(
      `At most ${paid.toFixed(2)} can be refunded, what was paid, but amount was ${amount?.toFixed(2)}.`,
      'amount',
    );
  return { ...shared, amountRefunded: amount ?? paid, refundedDate: date, refundDue: undefined };
}
