// What a discount code takes off, for what, when and how often (docs/interface/training.md#discount-codes).
import { describe, expect, it } from 'vitest';
import {
  applyDiscountCodeInput,
  buildDiscountCode,
  type DiscountCodeItem,
  findRedemptionFault,
  foldCode,
  presentDiscountCode,
  type RedemptionContext,
  validateCode,
} from './discount-code.ts';

const now = new Date('2027-03-01T12:00:00Z');
const later = new Date('2027-03-02T12:00:00Z');
const build = (more: Partial<DiscountCodeItem> = {}): DiscountCodeItem => ({
  ...buildDiscountCode('1', { code: 'SPRING-2027', percent: 20 }, 'USD', now),
  ...more,
});

it('case, spaces and hyphens of a code do not matter', () => {
  expect(foldCode('spring 20-27')).toBe('SPRING2027');
});

describe('a new code', () => {
  it('takes off its percentage, is valid for everything, and returns when cancelled', () => {
    expect(build()).toEqual({
      type: 'discount-code',
      id: '1',
      code: 'SPRING-2027',
      terms: { kind: 'percent', percent: 20 },
      currency: 'USD',
      courseIds: [],
      classIds: [],
      awardIds: [],
      returnsWhenCancelled: true,
      isActive: true,
      version: 1,
      createdDate: now.toISOString(),
      modifiedDate: now.toISOString(),
      schemaVersion: 1,
    });
  });

  it('keeps what is sent, an amount in minor units', () => {
    const sent = {
      code: 'AUTUMN',
      description: 'Autumn',
      amount: 12.5,
      validFrom: '2027-09-01',
      validUntil: '2027-11-30',
      maxRedemptions: 10,
      maxPerPerson: 1,
      courseIds: ['k'],
      classIds: ['c'],
      awardIds: ['a'],
      returnsWhenCancelled: false,
      isActive: false,
    };
    const { amount: _, ...kept } = sent;
    const code = buildDiscountCode('2', sent, 'USD', now);
    expect(code).toMatchObject({ ...kept, terms: { kind: 'amount', amount: 1_250 } });
  });

  it('has 60 random bits in three groups of four when none is sent', () => {
    const generate = () => buildDiscountCode('1', { percent: 5 }, 'USD', now).code;
    const codes = Array.from({ length: 200 }, generate);
    for (const code of codes) expect(code).toMatch(/^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){2}$/);
    expect(new Set(codes).size).toBe(200);
    expect(new Set(codes.join('').replaceAll('-', '')).size).toBe(32);
  });

  it('takes off something', () => {
    expect(() => buildDiscountCode('1', {}, 'USD', now)).toThrow('takes off a percentage or an amount');
  });
});

describe('a changed code', () => {
  const full = build({
    description: 'Spring',
    validFrom: '2027-03-01',
    validUntil: '2027-05-31',
    maxRedemptions: 10,
    maxPerPerson: 1,
    courseIds: ['k'],
    classIds: ['c'],
    awardIds: ['a'],
    returnsWhenCancelled: false,
    isActive: false,
  });

  it('keeps what is not sent', () => {
    expect(applyDiscountCodeInput(full, {}, later)).toEqual({
      ...{ ...full, version: 2, modifiedDate: later.toISOString() },
    });
  });

  it('loses what is sent as null, and gets what is sent', () => {
    const none = { description: null, validFrom: null, validUntil: null, maxRedemptions: null };
    const removed = applyDiscountCodeInput(full, { ...none, maxPerPerson: null }, later);
    for (const name of ['description', 'validFrom', 'validUntil', 'maxRedemptions', 'maxPerPerson'] as const)
      expect(removed[name]).toBeUndefined();
    const sent = { courseIds: ['x'], classIds: ['y'], awardIds: ['z'], returnsWhenCancelled: true };
    expect(applyDiscountCodeInput(full, { ...sent, isActive: true, amount: 7 }, later)).toMatchObject({
      ...{ ...sent, isActive: true, terms: { kind: 'amount', amount: 700 } },
    });
  });
});

describe('a code is refused', () => {
  it.each([
    ['2027-03-02', '2027-03-01', ['validUntil']],
    ['2027-03-01', '2027-03-01', []],
    [undefined, '2027-03-01', []],
    ['2027-03-01', undefined, []],
  ])('that is valid from %s until %s: %j', (validFrom, validUntil, targets) => {
    const faults = validateCode(build({ validFrom, validUntil }), {});
    expect(faults.map(({ target }) => target)).toEqual(targets);
    for (const { code, message } of faults)
      expect([code, message]).toEqual([
        'OUT_OF_RANGE',
        'validUntil must not be before validFrom, 2027-03-02, but was 2027-03-01.',
      ]);
  });

  it('whose amount has more decimals than its currency', () => {
    expect(validateCode(build({ currency: 'JPY' }), { amount: 1.5 })[0]?.target).toBe('amount');
    expect(validateCode(build(), { amount: 1.5 })).toEqual([]);
  });
});

describe('a redemption', () => {
  const context: RedemptionContext = { courseId: 'k', classId: 'c', currency: 'USD', today: '2027-03-15' };
  const counts = { total: 0, ofPerson: 0 };
  const fault = (more: Partial<DiscountCodeItem>, sent = context, counted = counts) =>
    findRedemptionFault(build(more), sent, counted);

  it.each([
    [{ isActive: false }, 'The discount code SPRING-2027 is no longer valid.'],
    [{ validFrom: '2027-03-16' }, 'The discount code SPRING-2027 is valid from 2027-03-16 on.'],
    [{ validFrom: '2027-03-15' }, undefined],
    [{ validUntil: '2027-03-14' }, 'The discount code SPRING-2027 was valid until 2027-03-14.'],
    [{ validUntil: '2027-03-15' }, undefined],
    [{ courseIds: ['other'] }, 'The discount code SPRING-2027 is not for this registration.'],
    [{ classIds: ['other'] }, 'The discount code SPRING-2027 is not for this registration.'],
    [{ awardIds: ['other'] }, 'The discount code SPRING-2027 is not for this registration.'],
    [{ courseIds: ['k'], classIds: ['other'] }, undefined],
    [{ classIds: ['c'], awardIds: ['other'] }, undefined],
  ])('of %j on 2027-03-15: %s', (more, message) => {
    expect(fault(more)).toBe(message);
  });

  it('of a class that leads to the award of the code is accepted', () => {
    expect(fault({ awardIds: ['a'] }, { ...context, awardId: 'a' })).toBeUndefined();
  });

  it('of an award is not accepted by a code for a course and a class', () => {
    const award = { awardId: 'a', currency: 'USD', today: context.today };
    expect(fault({ courseIds: ['k'], classIds: ['c'], awardIds: ['x'] }, award)).toContain('is not for');
    expect(fault({}, award)).toBeUndefined();
  });

  it('of an amount needs a fee in its currency; of a percentage it does not', () => {
    const terms = { kind: 'amount', amount: 500 } as const;
    const euros = { ...context, currency: 'EUR' };
    expect(fault({ terms }, euros)).toBe('The discount code SPRING-2027 is in USD, but the fee is in EUR.');
    expect(fault({ terms })).toBeUndefined();
    expect(fault({}, euros)).toBeUndefined();
  });

  it.each([
    [{ maxRedemptions: 2 }, 1, 0, undefined],
    [{ maxRedemptions: 2 }, 2, 0, 'The discount code SPRING-2027 was redeemed 2 times, which is its limit.'],
    [{ maxRedemptions: 1 }, 1, 0, 'The discount code SPRING-2027 was redeemed once, which is its limit.'],
    [{ maxPerPerson: 2 }, 9, 1, undefined],
    [
      { maxPerPerson: 2 },
      2,
      2,
      'The person has redeemed the discount code SPRING-2027 2 times, which is its limit for each person.',
    ],
    [
      { maxPerPerson: 1 },
      1,
      1,
      'The person has redeemed the discount code SPRING-2027 once, which is its limit for each person.',
    ],
  ])('of %j after %d, %d of them by the person: %s', (more, total, ofPerson, message) => {
    expect(fault(more, context, { total, ofPerson })).toBe(message);
  });
});

describe('a code as it is presented', () => {
  it('has null for what it does not limit', () => {
    const { type: _, terms, version, schemaVersion, ...same } = build();
    expect(presentDiscountCode(build(), 3)).toEqual({
      ...same,
      description: null,
      percent: 20,
      amount: null,
      inWords: '20% off',
      validFrom: null,
      validUntil: null,
      maxRedemptions: null,
      maxPerPerson: null,
      redeemed: 3,
    });
  });

  it('has its amount in the units of its currency, and its limits', () => {
    const limits = { validFrom: '2027-03-01', validUntil: '2027-05-31', maxRedemptions: 10, maxPerPerson: 1 };
    const lists = { courseIds: ['k'], classIds: ['c'], awardIds: ['a'], description: 'Spring' };
    const item = build({ ...limits, ...lists, terms: { kind: 'amount', amount: 1_250 } });
    expect(presentDiscountCode(item, 0)).toMatchObject({
      ...{ ...limits, ...lists, percent: null, amount: 12.5, inWords: '$12.50 off' },
    });
  });
});
