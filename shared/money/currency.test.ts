// Amounts have the decimals of their currency (ISO 4217).
import { describe, expect, it } from 'vitest';
import {
  formatAmount,
  fromMinorUnits,
  isCurrency,
  isPayable,
  minorUnit,
  roundToMinorUnit,
  toMinorUnits,
} from './currency.ts';

describe('the decimals of a currency', () => {
  it.each([
    ['USD', 2],
    ['EUR', 2],
    ['JPY', 0],
    ['BHD', 3],
    ['CLF', 4],
    // Intl has no decimals for these: their coins are out of use, but ISO 4217 has two.
    ['HUF', 2],
    ['COP', 2],
    // Intl has none, ISO 4217 has three.
    ['IQD', 3],
  ])('of %s are %i', (currency, decimals) => expect(minorUnit(currency)).toBe(decimals));

  it('are never fewer than Intl has, for any currency that a tenant can choose', () => {
    const fewer = Intl.supportedValuesOf('currency').filter((currency) => {
      const intl = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
      return minorUnit(currency) < (intl.maximumFractionDigits ?? 0);
    });
    expect(fewer).toEqual([]);
  });
});

describe('an amount as text', () => {
  it.each([
    [1200, 'USD', '1200.00', '1,200.00', '$1,200.00'],
    [0.3, 'EUR', '0.30', '0.30', '€0.30'],
    [1200, 'JPY', '1200', '1,200', '¥1,200'],
    [1200.5, 'BHD', '1200.500', '1,200.500', 'BHD\u00a01,200.500'],
    [-35.1, 'USD', '-35.10', '-35.10', '-$35.10'],
    // Stored before the tenant chose its currency: the text does not hide the decimals.
    [99.5, 'JPY', '99.5', '99.5', '¥99.5'],
  ])('%d %s is %s, %s or %s', (amount, currency, plain, grouped, symbol) => {
    expect(formatAmount(amount, currency)).toBe(plain);
    expect(formatAmount(amount, currency, 'grouped')).toBe(grouped);
    expect(formatAmount(amount, currency, 'symbol')).toBe(symbol);
  });
});

describe('minor units', () => {
  it.each([
    [1200.5, 'USD', 120_050],
    [0.1 + 0.2, 'USD', 30],
    [1200, 'JPY', 1200],
    [45.505, 'BHD', 45_505],
    [-35.1, 'EUR', -3510],
  ])('%d %s are %d', (amount, currency, minor) => {
    expect(toMinorUnits(amount, currency)).toBe(minor);
    expect(fromMinorUnits(minor, currency)).toBeCloseTo(amount, 9);
    expect(isPayable(amount, currency)).toBe(true);
    expect(roundToMinorUnit(amount + 1e-5, currency)).toBeCloseTo(amount, 9);
  });

  it.each([
    [99.5, 'JPY'],
    [0.505, 'USD'],
    [0.0005, 'BHD'],
  ])('do not make up %d %s', (amount, currency) => expect(isPayable(amount, currency)).toBe(false));
});

it.each([
  ['USD', true],
  ['JPY', true],
  ['usd', false],
  ['XYZ', false],
  ['', false],
])('%j is the code of a currency: %s', (code, expected) => expect(isCurrency(code)).toBe(expected));
