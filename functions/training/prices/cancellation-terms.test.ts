// What a cancellation costs, before its deadline and after it (docs/interface/training.md#cancellation-fees).
import { describe, expect, it } from 'vitest';
import { CancellationTermsInput } from './cancellation-schemas.ts';
import {
  computeCancellationCost,
  getDeadline,
  presentCancellationTerms,
  termsOrCurrent,
  validateTerms,
} from './cancellation-terms.ts';

const terms = { deadlineHours: 72, feeBefore: { amount: 10 }, feeAfter: { percent: 50 } };
const seat = { due: 10_001, currency: 'USD', classStartsAt: '2027-05-04T16:00:00.000Z' };
const deadline = new Date('2027-05-01T16:00:00.000Z');
const after = new Date(deadline.getTime() + 1);

describe('the cost of a cancellation', () => {
  it('has its deadline the hours before the class', () => {
    expect(getDeadline(terms, seat.classStartsAt)).toEqual(deadline);
  });

  it.each([
    [new Date(deadline.getTime() - 1), true, 1_000],
    [deadline, true, 1_000],
    [after, false, 5_001],
  ])('at %s is before the deadline: %s, and costs %d', (now, isBeforeDeadline, fee) => {
    expect(computeCancellationCost(terms, seat, now)).toEqual({
      ...{ deadline, isBeforeDeadline, before: 1_000, after: 5_001, fee },
    });
  });

  it.each([
    [{ deadlineHours: 72 }, 0],
    [{ deadlineHours: 72, feeAfter: { amount: 200 } }, 10_001],
    [{ deadlineHours: 72, feeAfter: { percent: 0 } }, 0],
    [{ deadlineHours: 72, feeAfter: { percent: 100 } }, 10_001],
  ])('of %j is %d, at most what was due', (sent, fee) => {
    expect(computeCancellationCost(sent, seat, after).fee).toBe(fee);
  });
});

describe('the terms of a class', () => {
  it('are the current ones when none are sent, and null removes them', () => {
    expect(termsOrCurrent(undefined, terms)).toBe(terms);
    expect(termsOrCurrent(null, terms)).toBeUndefined();
  });

  it('are taken whole: a deadline without fees replaces fees', () => {
    expect(termsOrCurrent({ deadlineHours: 24 }, terms)).toEqual({ deadlineHours: 24 });
    expect(termsOrCurrent({ deadlineHours: 24, feeBefore: {}, feeAfter: null }, terms)).toEqual({
      deadlineHours: 24,
    });
    expect(termsOrCurrent(terms, undefined)).toEqual(terms);
  });

  it('are presented with null for a fee that they do not have', () => {
    expect(presentCancellationTerms(terms)).toEqual(terms);
    expect(presentCancellationTerms({ deadlineHours: 0 })).toEqual({
      ...{ deadlineHours: 0, feeBefore: null, feeAfter: null },
    });
  });

  it('have fees with the decimals of the currency', () => {
    const sent = { deadlineHours: 1, feeBefore: { amount: 1.5 }, feeAfter: { amount: 2.5 } };
    expect(validateTerms(sent, 'USD', 'cancellation')).toEqual([]);
    expect(validateTerms(sent, 'JPY', 'cancellation').map(({ target }) => target)).toEqual([
      'cancellation.feeBefore.amount',
      'cancellation.feeAfter.amount',
    ]);
    for (const none of [undefined, null, { deadlineHours: 1, feeBefore: { percent: 0.5 } }])
      expect(validateTerms(none, 'JPY', 'cancellation')).toEqual([]);
  });

  it.each([
    [{ deadlineHours: 8_760, feeAfter: { percent: 100 } }, true],
    [{ deadlineHours: 8_761 }, false],
    [{ deadlineHours: -1 }, false],
    [{ deadlineHours: 1.5 }, false],
    [{ deadlineHours: 1, feeAfter: { percent: 100.01 } }, false],
    [{ deadlineHours: 1, feeAfter: { percent: 10, amount: 5 } }, false],
    [{ deadlineHours: 1, feeAfter: { percent: null, amount: 5 } }, true],
  ])('%j can be sent: %s', (sent, expected) => {
    expect(CancellationTermsInput.safeParse(sent).success).toBe(expected);
  });
});
