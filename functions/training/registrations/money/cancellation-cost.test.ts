// What a cancellation costs now, shown before and charged after it (docs/interface/training.md#cancellation-fees).
import { describe, expect, it } from 'vitest';
import { buildRegistrationItem } from '../../../../test/training/records/build-records.ts';
import { applyPaymentInput, buildPayment, openLedger } from '../record/payment.ts';
import { cancelPayment, presentCancellation } from './cancellation-cost.ts';

const item = { startsAt: '2027-05-04T16:00:00.000Z', timeZone: 'America/Los_Angeles' };
const deadline = new Date('2027-05-01T16:00:00.000Z');
const late = new Date('2027-05-01T16:00:00.001Z');
const author = { by: 'ann', at: deadline };
const cancellation = { deadlineHours: 72, feeBefore: { amount: 10 }, feeAfter: { percent: 50 } };
const unpaid = buildPayment(100, 'CreditCard', 'USD', author);
const paid = applyPaymentInput(
  unpaid,
  openLedger(buildRegistrationItem({ payment: unpaid }), 'USD'),
  { state: 'paid', date: '2027-04-01' },
  author,
);
const registration = buildRegistrationItem({ payment: unpaid, cancellation });
const words =
  'Until Saturday, May 1, 2027 at 9:00 AM PDT a cancellation costs $10.00; after that it costs $50.00.';

describe('a cancellation', () => {
  const cancel = (more: Partial<typeof registration>, at: Date, isWaived = false) =>
    cancelPayment({ ...registration, ...more }, item, { isWaived, author: { by: 'ann', at } });

  it.each([
    [deadline, false, 10, 'Cancelled before the deadline'],
    [late, false, 50, 'Cancelled after the deadline'],
    [late, true, 0, 'Cancelled, without the cancellation fee'],
  ])('at %s, waived: %s, leaves %d due: %s', (at, isWaived, due, reason) => {
    const payment = cancel({}, at, isWaived);
    expect(payment.amountDue).toBe(due);
    expect(payment.ledger?.entries.at(-1)).toMatchObject({ reason, by: 'ann' });
  });

  it.each([
    ['without terms', { cancellation: undefined }],
    ['of a place on the waitlist', { status: 'Waitlisted' }],
    ['of an offer', { status: 'Offered' }],
    ['of a pending registration', { status: 'PendingApproval' }],
  ] as const)('%s costs nothing, and what was paid is kept', (_, more) => {
    expect(cancel(more, late)).toMatchObject({ amountDue: 0, state: 'free' });
    expect(cancel({ ...more, payment: paid }, late)).toMatchObject({
      amountDue: 100,
      amountPaid: 100,
      state: 'paid',
    });
  });
});

describe('the cost as it is shown', () => {
  it('names both fees, and what would be due', () => {
    expect(presentCancellation(registration, item, deadline)).toEqual({
      registrationId: 'r',
      deadline: deadline.toISOString(),
      isBeforeDeadline: true,
      feeBefore: 10,
      feeAfter: 50,
      fee: 10,
      currency: 'USD',
      owed: 10,
      refundDue: 0,
      inWords: `${words} $10.00 would be due.`,
    });
  });

  it('names what would be refunded', () => {
    expect(presentCancellation({ ...registration, payment: paid }, item, late)).toMatchObject({
      ...{ isBeforeDeadline: false, fee: 50, owed: 0, refundDue: 50 },
      inWords: `${words} $50.00 would be refunded.`,
    });
  });

  it('says nothing for a fee of 0', () => {
    const free = { ...registration, cancellation: { deadlineHours: 72 } };
    expect(presentCancellation(free, item, deadline).inWords).toBe(
      'Until Saturday, May 1, 2027 at 9:00 AM PDT a cancellation costs nothing; after that it costs nothing. Nothing would be due or refunded.',
    );
  });

  it('of what was waived more than charged is 0', () => {
    const entries = [
      { kind: 'charge', amount: -500, number: 1, currency: 'USD', by: 'ann', at: '' },
    ] as const;
    const payment = { ...unpaid, ledger: { currency: 'USD', entries } };
    expect(presentCancellation({ ...registration, payment }, item, late)).toMatchObject({
      ...{ feeBefore: 0, feeAfter: 0, fee: 0 },
    });
  });

  it('has no terms without a ledger, or where none were agreed', () => {
    const totals = buildRegistrationItem({ payment: { state: 'unpaid', amountDue: 100 }, cancellation });
    expect(presentCancellation(totals, item, late)).toEqual({
      ...{ registrationId: 'r', fee: 0, owed: 0, refundDue: 0 },
      inWords: 'Nothing would be due or refunded.',
    });
    expect(presentCancellation({ ...registration, cancellation: undefined }, item, late)).toEqual({
      ...{ registrationId: 'r', fee: 0, currency: 'USD', owed: 0, refundDue: 0 },
      inWords: 'Nothing would be due or refunded.',
    });
  });
});
