// What is due, paid and refunded of a registration (docs/interface/training.md#payments). Totals follow from the ledger;
// a registration from before there was one has only totals.
import { describe, expect, it } from 'vitest';
import { appendEntry, deriveBalance, emptyLedger } from '../../payments/ledger.ts';
import {
  applyLedger,
  applyPaymentInput,
  buildPayment,
  closePayment,
  closePaymentWithFee,
  closePaymentWithRefund,
  getAmountOwed,
  getAmountPaid,
  getAmountRefunded,
  movedPayment,
  openLedger,
  type PaymentInput,
  readPayment,
  transferPayment,
} from './payment.ts';
import type { Payment, RegistrationStatus } from './registration.ts';

const at = new Date('2031-03-01T12:00:00Z');
const author = { by: 'ann', at };
const day = '2031-03-01';
const charge = (amount: number, currency = 'USD'): Payment =>
  buildPayment(amount, 'CreditCard', currency, author);
/** A registration with this payment, as much as the rules read of it. */
const registrationWith = (
  payment: Payment,
  status: RegistrationStatus = 'Confirmed',
  from?: RegistrationStatus,
) => ({
  ...{ payment, status, cancellation: undefined, modifiedDate: at.toISOString() },
  history: [{ at: at.toISOString(), from, to: status, by: 'ann' }],
});
const open = (payment: Payment, currency = 'USD') => openLedger(registrationWith(payment), currency);
const apply = (payment: Payment, ...inputs: Omit<PaymentInput, 'date'>[]): Payment =>
  inputs.reduce(
    (before, input) => applyPaymentInput(before, open(before), { date: day, ...input }, author),
    payment,
  );
const pay = (amount?: number) => ({ state: 'paid', amount }) as const;
const refund = (amount?: number) => ({ state: 'refunded', amount }) as const;
const listEntries = ({ ledger }: Payment) =>
  ledger?.entries.map(({ kind, amount, reason }) => ({ kind, amount, reason }));

describe('a new registration', () => {
  it('is unpaid, and charged with its fee', () => {
    const payment = charge(100);
    expect(payment).toMatchObject({ method: 'CreditCard', amountDue: 100, state: 'unpaid' });
    expect(listEntries(payment)).toEqual([{ kind: 'charge', amount: 10_000, reason: 'Fee' }]);
  });

  it('is free when nothing is due, whatever the method', () => {
    expect(buildPayment(0, 'CreditCard', 'JPY', author)).toEqual({
      ...{ method: 'Free', amountDue: 0, state: 'free', ledger: { currency: 'JPY', entries: [] } },
    });
  });

  it('is refused with the method Free when something is due', () => {
    const build = () => buildPayment(100, 'Free', 'USD', author);
    const message =
      "paymentMethod can't be Free, because $100.00 is due; use CreditCard, PurchaseOrder or Invoice.";
    expect(build).toThrow(message);
    expect(build).toThrow(
      expect.objectContaining({ details: [{ code: 'NOT_ALLOWED', message, target: 'paymentMethod' }] }),
    );
  });
});

describe('totals without a ledger', () => {
  it.each([
    [{ state: 'unpaid', amountDue: 100 }, 0, 0, 100],
    [{ state: 'unpaid', amountDue: 100, amountPaid: 40.1 }, 40.1, 0, 59.9],
    [{ state: 'paid', amountDue: 100 }, 100, 0, 0],
    [{ state: 'paid', amountDue: 100, amountPaid: 120 }, 120, 0, 0],
    [{ state: 'paid', amountDue: 100, amountRefunded: 30 }, 100, 30, 0],
    [{ state: 'refunded', amountDue: 100 }, 100, 100, 0],
    [{ state: 'free', amountDue: 0 }, 0, 0, 0],
  ] as const)('%j: %d paid, %d refunded, %d owed', (payment, paid, refunded, owed) => {
    expect([getAmountPaid(payment), getAmountRefunded(payment), getAmountOwed(payment)]).toEqual([
      ...[paid, refunded, owed],
    ]);
  });

  it.each([
    [{ state: 'unpaid', amountDue: 100 }, [['charge', 10_000]]],
    [{ state: 'free', amountDue: 0 }, []],
    [
      { state: 'paid', amountDue: 100 },
      [
        ['charge', 10_000],
        ['payment', 10_000],
      ],
    ],
    [
      { state: 'refunded', amountDue: 100 },
      [
        ['charge', 10_000],
        ['payment', 10_000],
        ['refund', 10_000],
      ],
    ],
    // The class was cancelled: what is to be refunded is no longer charged.
    [
      { state: 'paid', amountDue: 100, amountPaid: 100, amountRefunded: 30, refundDue: 70 },
      [
        ['payment', 10_000],
        ['refund', 3_000],
      ],
    ],
  ] as const)('%j become the first entries of a ledger: %j', (payment, entries) => {
    const opened = open(payment).entries;
    expect(opened.map(({ kind, amount }) => [kind, amount])).toEqual(entries);
    for (const { by, reason } of opened)
      expect([by, reason]).toEqual(['system', 'Recorded as a total, before payments were kept one by one.']);
  });

  it('keep their day, method and reference as entries', () => {
    const dates = { paidDate: '2030-01-01', refundedDate: '2030-02-01' };
    const payment = { state: 'refunded', amountDue: 5, ...dates, reference: 'PO 7' } as const;
    const [, ...entries] = open({ ...payment, method: 'PurchaseOrder' }).entries;
    expect(entries).toMatchObject([
      { date: dates.paidDate, method: 'PurchaseOrder', reference: 'PO 7' },
      { date: dates.refundedDate, method: 'PurchaseOrder', reference: 'PO 7' },
    ]);
    const free = open({ ...payment, method: 'Free' }).entries;
    expect(free.map(({ method }) => method)).toEqual([undefined, undefined, undefined]);
  });

  it('are not read where there is a ledger', () => {
    const payment = charge(100);
    expect(open({ ...payment, amountDue: 7 }, 'EUR')).toBe(payment.ledger);
  });
});

describe('a payment', () => {
  it('is of all that is owed by default, and paid once the amount due is reached', () => {
    expect(apply(charge(100), pay())).toMatchObject({ state: 'paid', amountPaid: 100, paidDate: day });
    const partly = apply(charge(100), pay(40));
    expect(partly).toMatchObject({ state: 'unpaid', amountDue: 100, amountPaid: 40 });
    expect(apply(partly, pay())).toMatchObject({ state: 'paid', amountPaid: 100 });
    expect(partly).not.toHaveProperty('refundDue');
    expect(partly).not.toHaveProperty('refundedDate');
  });

  it('beyond what is due is to be refunded', () => {
    const payment = apply(charge(100), pay(120));
    expect(payment).toMatchObject({ state: 'paid', refundDue: 20 });
    expect(apply(payment, refund(20))).not.toHaveProperty('refundDue');
  });

  it('of 0 records nothing', () => {
    const payment = charge(100);
    expect(apply(payment, pay(0))).toBe(payment);
  });

  it('has the last method and reference that an entry names, or keeps the earlier ones', () => {
    const payment = apply(charge(100), { ...pay(40), method: 'Invoice', reference: 'A' }, pay(10));
    expect(payment).toMatchObject({ method: 'Invoice', reference: 'A' });
    const refunded = apply(payment, { ...refund(5), method: 'PurchaseOrder', reference: 'B' });
    expect(refunded).toMatchObject({ method: 'PurchaseOrder', reference: 'B' });
    expect(apply(charge(100), pay())).toMatchObject({ method: 'CreditCard', reference: undefined });
  });

  it('has the method and reference of the last entry, also when a payment follows a refund', () => {
    const first = apply(charge(100), { ...pay(), method: 'Invoice', reference: 'A' });
    const refunded = apply(first, { ...refund(60), method: 'PurchaseOrder', reference: 'B' });
    const ledger = appendEntry(
      open(refunded),
      { kind: 'payment', amount: 100, method: 'CreditCard', reference: 'C' },
      author,
    );
    expect(applyLedger(refunded, open(refunded), ledger)).toMatchObject({
      method: 'CreditCard',
      reference: 'C',
    });
    expect(apply(first, refund(5))).toMatchObject({ method: 'Invoice', reference: 'A' });
  });

  it('has the last day of a payment and of a refund', () => {
    const payment = apply(charge(100), { ...pay(), date: '2031-02-01' } as PaymentInput);
    const partly = apply(payment, refund(10), { ...refund(10), date: '2031-04-01' } as PaymentInput);
    expect(partly).toMatchObject({ paidDate: '2031-02-01', refundedDate: '2031-04-01', amountRefunded: 20 });
  });

  it('is refused when nothing is due, and when it is paid or refunded already', () => {
    const free = buildPayment(0, undefined, 'USD', author);
    expect(() => apply(free, pay(5))).toThrow('Nothing is due for this registration.');
    const paid = apply(charge(100), pay());
    expect(() => apply(paid, pay(5))).toThrow('This registration is already paid, since 2031-03-01.');
    const closed = closePaymentWithRefund(paid, author);
    const refunded = apply(closed, { ...refund(), date: '2031-04-01' } as PaymentInput);
    expect(() => apply(refunded, pay(5))).toThrow('already refunded, since 2031-04-01.');
    for (const payment of [free, paid])
      expect(() => apply(payment, pay(5))).toThrow(expect.objectContaining({ target: 'state' }));
  });

  it('has the decimals of its currency', () => {
    expect(() => apply(charge(100, 'JPY'), pay(1.5))).toThrow('amount must have no decimals in JPY');
    expect(apply(charge(100, 'JPY'), pay(1)).ledger?.entries.at(-1)?.amount).toBe(1);
  });
});

describe('a refund', () => {
  const paid = apply(charge(100), pay());

  it('is of all that was paid by default', () => {
    const ended = closePaymentWithRefund(paid, author);
    expect(apply(ended, refund())).toMatchObject({ state: 'refunded', amountRefunded: 100 });
    const partly = apply(ended, refund(30));
    expect(partly).toMatchObject({ state: 'paid', amountRefunded: 30, refundedDate: day, refundDue: 70 });
    expect(apply(partly, refund())).toMatchObject({ state: 'refunded', amountRefunded: 100 });
  });

  it('of a seat that is held leaves its fee due, and can be paid again', () => {
    const back = apply(charge(100), pay(40), refund(40));
    expect(back).toMatchObject({ state: 'unpaid', amountDue: 100, amountPaid: 40, amountRefunded: 40 });
    expect(getAmountOwed(back)).toBe(100);
    expect(getAmountOwed(apply(paid, refund(30)))).toBe(30);
    expect(apply(back, pay())).toMatchObject({ state: 'paid', amountPaid: 140, amountRefunded: 40 });
  });

  it('is refused beyond what was paid, and without a payment', () => {
    expect(() => apply(paid, refund(100.01))).toThrow(
      'At most $100.00 can be refunded, which is what was paid and not refunded yet, but amount was $100.01.',
    );
    expect(() => apply(paid, refund(100.01))).toThrow(expect.objectContaining({ target: 'amount' }));
    expect(() => apply(charge(100), refund())).toThrow(
      'Only what was paid can be refunded; this registration is unpaid.',
    );
    expect(() => apply(charge(100), refund())).toThrow(expect.objectContaining({ target: 'state' }));
  });
});

describe('a registration from before credits were entries', () => {
  /** What a ledger with these entries was stored as, when a refund of everything ended the debt. */
  const stored = (...entries: [kind: 'charge' | 'payment' | 'refund', amount: number][]): Payment => ({
    ...{ amountDue: 100, state: 'refunded', amountPaid: 100, amountRefunded: 100 },
    ledger: entries.reduce(
      (ledger, [kind, amount]) => appendEntry(ledger, { kind, amount, reason: 'Fee' }, author),
      emptyLedger('USD'),
    ),
  });
  const refunded = stored(['charge', 10_000], ['payment', 10_000], ['refund', 10_000]);
  const totals = { state: 'refunded', amountDue: 100 } as const;

  it.each([
    ['held', 'Confirmed', undefined, 100, 'unpaid'],
    ['attended', 'Attended', 'Confirmed', 100, 'unpaid'],
    ['cancelled', 'Cancelled', 'Confirmed', 0, 'refunded'],
    ['expired', 'Expired', 'Offered', 0, 'refunded'],
  ] as const)('whose seat is %s', (_, status, from, owed, state) => {
    for (const payment of [refunded, totals]) {
      const registration = registrationWith(payment, status, from);
      expect(readPayment(registration).state).toBe(state);
      expect(getAmountOwed(readPayment(registration))).toBe(owed);
      expect(getAmountPaid(readPayment(registration))).toBe(100);
      expect(getAmountRefunded(readPayment(registration))).toBe(100);
      expect(deriveBalance(openLedger(registration, 'USD'))).toMatchObject({ state, owed: owed * 100 });
    }
  });

  it('owes the fee of its terms after a cancellation', () => {
    const cancellation = { deadlineHours: 1, feeAfter: { percent: 100 } };
    const by = (from: RegistrationStatus) => ({
      ...registrationWith(refunded, 'Cancelled', from),
      cancellation,
    });
    expect(deriveBalance(openLedger(by('Confirmed'), 'USD')).owed).toBe(10_000);
    expect(deriveBalance(openLedger(by('Waitlisted'), 'USD')).owed).toBe(0);
  });

  it('is completed once', () => {
    const registration = registrationWith(refunded, 'Cancelled', 'Confirmed');
    const ledger = openLedger(registration, 'USD');
    expect(openLedger({ ...registration, payment: { ...refunded, ledger } }, 'USD')).toBe(ledger);
    expect(readPayment(registrationWith(charge(100)))).toEqual(charge(100));
  });
});

describe('a waiver', () => {
  const waive = (payment: Payment, amount: number): Payment => {
    const ledger = open(payment);
    const entry = { number: ledger.entries.length + 1, kind: 'waiver', amount, currency: 'USD' } as const;
    const entries = [...ledger.entries, { ...entry, by: 'ann', at: at.toISOString() }];
    return applyLedger(payment, ledger, { ...ledger, entries });
  };

  it('changes what is due; another entry does not', () => {
    expect(waive(charge(100), 3_000)).toMatchObject({ amountDue: 70, state: 'unpaid' });
    expect(waive(charge(100), 10_000)).toMatchObject({ amountDue: 0, state: 'free' });
    expect(waive(charge(100), 12_000)).toMatchObject({ amountDue: 0 });
    // The total of an earlier registration stays as existing callers read it.
    const kept = { ...charge(100), amountDue: 99 };
    expect(apply(kept, pay(1))).toMatchObject({ amountDue: 99 });
    const waived = { ...waive(charge(100), 3_000), amountDue: 69 };
    expect(apply(waived, pay(1))).toMatchObject({ amountDue: 69 });
    expect(waive({ state: 'unpaid', amountDue: 100 }, 3_000)).toMatchObject({ amountDue: 70 });
  });
});

describe('a registration that ends', () => {
  it('owes nothing more than what was paid', () => {
    expect(closePayment(charge(100), author)).not.toHaveProperty('amountPaid');
    expect(closePayment(charge(100), author)).toMatchObject({ method: 'Free', amountDue: 0, state: 'free' });
    const closed = closePayment(apply(charge(100), pay(40)), author);
    expect(closed).toMatchObject({ amountDue: 40, amountPaid: 40, state: 'paid' });
    expect(listEntries(closed)?.at(-1)).toEqual({
      ...{ kind: 'charge', amount: -6_000, reason: 'The registration ended' },
    });
  });

  it('owes nothing more by its totals', () => {
    const totals = { state: 'unpaid', amountDue: 100 } as const;
    expect(closePayment(totals, author)).toEqual({ method: 'Free', amountDue: 0, state: 'free' });
    expect(closePayment({ ...totals, amountPaid: 40 }, author)).toEqual({
      ...{ state: 'paid', amountDue: 40, amountPaid: 40 },
    });
  });

  it('keeps its totals when nothing is owed', () => {
    for (const payment of [apply(charge(100), pay()), buildPayment(0, undefined, 'USD', author)]) {
      const { ledger, ...totals } = payment;
      const closed = closePayment(payment, author);
      expect(closed).toMatchObject(totals);
      expect(closed.ledger?.entries).toEqual(ledger?.entries);
    }
  });

  it('is not charged again what is refunded later', () => {
    const refunded = apply(closePayment(apply(charge(100), pay()), author), refund());
    expect(refunded).toMatchObject({ state: 'refunded', amountDue: 0, amountPaid: 100, amountRefunded: 100 });
    expect(listEntries(refunded)?.at(-1)).toEqual({
      ...{ kind: 'charge', amount: -10_000, reason: 'No longer charged: the registration ended' },
    });
  });
});

describe('a cancelled class', () => {
  it('is to be refunded, all that was paid', () => {
    const closed = closePaymentWithRefund(apply(charge(100), pay(40)), author);
    expect(closed).toMatchObject({ state: 'paid', refundDue: 40, amountDue: 0 });
    expect(listEntries(closed)?.at(-1)).toEqual({
      ...{ kind: 'charge', amount: -4_000, reason: 'The class was cancelled' },
    });
    expect(closePaymentWithRefund(apply(charge(100), pay(), refund(30)), author)).toMatchObject({
      refundDue: 70,
    });
  });

  it('is to be refunded by its totals', () => {
    const totals = { state: 'paid', amountDue: 100, amountRefunded: 30 } as const;
    expect(closePaymentWithRefund(totals, author)).toMatchObject({ refundDue: 70 });
    const refunded = { state: 'refunded', amountDue: 100, refundDue: 5 } as const;
    expect(closePaymentWithRefund(refunded, author)).not.toHaveProperty('refundDue');
  });

  it('changes nothing where nothing was charged', () => {
    const free = buildPayment(0, undefined, 'USD', author);
    expect(closePaymentWithRefund(free, author)).toEqual(free);
  });
});

describe('a cancellation with a fee', () => {
  const close = (payment: Payment, fee: number) => closePaymentWithFee(payment, fee, 'Cancelled', author);

  it('leaves the fee due, at most what was charged', () => {
    expect(close(charge(100), 2_500)).toMatchObject({ amountDue: 25, state: 'unpaid' });
    expect(close(charge(100), 20_000)).toMatchObject({ amountDue: 100, state: 'unpaid' });
    expect(listEntries(close(charge(100), 2_500))?.at(-1)).toEqual({
      ...{ kind: 'charge', amount: -7_500, reason: 'Cancelled' },
    });
  });

  it('is to be refunded what was paid beyond the fee', () => {
    expect(close(apply(charge(100), pay()), 2_500)).toMatchObject({
      ...{ amountDue: 25, state: 'paid', amountPaid: 100, refundDue: 75 },
    });
  });

  it('of 0 is free', () => {
    expect(close(charge(100), 0)).toMatchObject({ method: 'Free', amountDue: 0, state: 'free' });
    expect(close({ state: 'unpaid', amountDue: 100 }, 2_500)).toMatchObject({ state: 'free' });
  });
});

describe('a seat that moves at another price', () => {
  const move = (payment: Payment, due: number) => transferPayment(payment, due, author);

  it('takes its ledger along, and any excess is to be refunded', () => {
    const paid = apply(charge(100), pay());
    expect(move(paid, 60)).toMatchObject({ amountDue: 60, state: 'paid', refundDue: 40 });
    expect(move(paid, 130)).toMatchObject({ amountDue: 130, state: 'unpaid', amountPaid: 100 });
    expect(listEntries(move(paid, 60))?.at(-1)).toEqual({
      ...{ kind: 'charge', amount: -4_000, reason: 'Fee after the transfer' },
    });
    expect(move(paid, 100).ledger).toBe(paid.ledger);
  });

  it('is free when nothing is due and nothing was paid', () => {
    expect(move(charge(100), 0)).toMatchObject({ method: 'Free', amountDue: 0, state: 'free' });
    const priced = move(buildPayment(0, undefined, 'USD', author), 50);
    expect(priced).toMatchObject({ amountDue: 50, state: 'unpaid', method: undefined });
    expect(move(charge(100), 50).method).toBe('CreditCard');
    expect(move({ state: 'unpaid', amountDue: 100, method: 'Invoice' }, 50).method).toBe('Invoice');
  });

  it.each([
    [{ state: 'paid', amountDue: 100 }, 100, { state: 'paid', amountDue: 100 }],
    [{ state: 'refunded', amountDue: 100 }, 100, { state: 'unpaid', amountDue: 100 }],
    [{ state: 'refunded', amountDue: 100 }, 50, { state: 'unpaid', amountDue: 50 }],
    [
      { state: 'paid', amountDue: 100, amountRefunded: 40 },
      100,
      { state: 'unpaid', amountDue: 100, amountPaid: 60 },
    ],
    [{ state: 'unpaid', amountDue: 100 }, 0, { state: 'free', method: 'Free', amountDue: 0 }],
    [{ state: 'unpaid', amountDue: 100 }, 50, { state: 'unpaid', amountDue: 50 }],
    [{ state: 'free', method: 'Free', amountDue: 0 }, 50, { state: 'unpaid', amountDue: 50 }],
    [{ state: 'paid', amountDue: 100 }, 60, { state: 'paid', amountDue: 60, amountPaid: 100, refundDue: 40 }],
    [{ state: 'paid', amountDue: 100 }, 0, { state: 'paid', amountDue: 0, amountPaid: 100, refundDue: 100 }],
    [{ state: 'paid', amountDue: 100 }, 130, { state: 'unpaid', amountDue: 130, amountPaid: 100 }],
    [
      { state: 'unpaid', amountDue: 100, amountPaid: 40, reference: 'A', paidDate: day },
      40,
      { state: 'paid', amountDue: 40, amountPaid: 40, reference: 'A', paidDate: day },
    ],
  ] as const)('%j with only totals becomes, at %d, %j', (payment, due, expected) => {
    expect(move(payment, due)).toEqual(expected);
  });

  it('leaves nothing behind', () => {
    const left = movedPayment(apply(charge(100, 'EUR'), pay()));
    expect(left).toEqual({
      ...{ method: 'Free', amountDue: 0, state: 'free', ledger: { currency: 'EUR', entries: [] } },
    });
    expect(movedPayment({ state: 'paid', amountDue: 100 })).toEqual({
      ...{ method: 'Free', amountDue: 0, state: 'free' },
    });
    expect(left.ledger && deriveBalance(left.ledger).state).toBe('free');
  });
});
