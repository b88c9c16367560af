// Prices: discount, tax and rounding, in whole minor units (docs/interface/training.md#prices).
import { describe, expect, it } from 'vitest';
import { buildPrice, changeFee, computeTax, presentPrice, type TaxTerms } from './price.ts';

const tax = (rate: number, isInclusive = false): TaxTerms => ({
  ...{ rateId: '1', name: 'VAT', rate, isInclusive },
});
const percent = (value: number) => ({
  codeId: '1',
  code: 'SPRING',
  terms: { kind: 'percent', percent: value } as const,
  returnsWhenCancelled: true,
});

describe('the price of a fee', () => {
  it.each([
    ['nothing but the fee', 10_000, undefined, undefined, [0, 0, 10_000]],
    ['a discount in percent', 9_999, percent(10), undefined, [1_000, 0, 8_999]],
    ['a discount of a third', 100, percent(33.33), undefined, [33, 0, 67]],
    ['tax that is added, of the fee less the discount', 10_000, percent(20), tax(8.875), [2_000, 710, 8_710]],
    ['tax that the fee includes', 11_900, undefined, tax(19, true), [0, 1_900, 11_900]],
    ['a whole discount leaves nothing to tax', 5_000, percent(100), tax(19), [5_000, 0, 0]],
  ] as const)('%s', (_, fee, discount, rate, [off, taxed, total]) => {
    const price = buildPrice(fee, 'USD', discount, rate);
    expect([price.discount?.amount ?? 0, price.tax?.amount ?? 0, price.total]).toEqual([off, taxed, total]);
  });

  it('takes off no more than the fee', () => {
    const terms = { kind: 'amount', amount: 7_000 } as const;
    expect(buildPrice(5_000, 'USD', { ...percent(1), terms }, undefined).total).toBe(0);
  });

  it('rounds half a minor unit up', () => {
    expect(computeTax(50, tax(1))).toBe(1);
    expect(computeTax(49, tax(1))).toBe(0);
  });

  it('is exact for the greatest amounts', () => {
    expect(computeTax(9_999_999_999, tax(8.875))).toBe(887_500_000);
  });
});

it('another fee has the same terms: currency, discount and tax', () => {
  const price = buildPrice(10_000, 'USD', percent(20), tax(10));
  expect(changeFee(price, 5_000)).toEqual(buildPrice(5_000, 'USD', percent(20), tax(10)));
});

describe('a price as it is presented', () => {
  it('has the units of its currency, and the terms of its discount and tax', () => {
    expect(presentPrice(buildPrice(10_000, 'USD', percent(20), tax(8.875)))).toEqual({
      currency: 'USD',
      fee: 100,
      discount: { code: 'SPRING', percent: 20, amount: 20 },
      tax: { name: 'VAT', rate: 8.875, isInclusive: false, amount: 7.1 },
      total: 87.1,
    });
  });

  it('has no percentage where the code takes off an amount', () => {
    const terms = { kind: 'amount', amount: 700 } as const;
    expect(presentPrice(buildPrice(5_000, 'JPY', { ...percent(1), terms }, undefined))).toEqual({
      currency: 'JPY',
      fee: 5_000,
      discount: { code: 'SPRING', amount: 700 },
      total: 4_300,
    });
  });
});
