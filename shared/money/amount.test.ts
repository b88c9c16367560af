// Amounts have two decimals, or those of their currency, as people mean them (docs/interface/training.md#amounts).
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { money, roundAmount, signedMoney, sumAmounts, twoDecimals } from './amount.ts';

it('a sum of floating-point numbers is rounded to the exact amount', () => {
  expect(money.parse(0.1 + 0.2)).toBe(0.3);
  expect(money.parse(0.30000000000000004)).toBe(0.3);
  expect(money.parse(1.005e2)).toBe(100.5);
  expect(money.parse(99_999_999.99)).toBe(99_999_999.99);
});

it('a sum of any amounts in cents has no fraction of a cent', () => {
  const cents = fc.integer({ min: 0, max: 1_000_000 });
  fc.assert(
    fc.property(fc.array(cents, { maxLength: 50 }), (parts) => {
      const exact = parts.reduce((before, part) => before + part, 0) / 100;
      const sum = parts.reduce((before, part) => before + part / 100, 0);
      expect(money.parse(sum)).toBe(exact);
      expect(roundAmount(sum)).toBe(exact);
      expect(sumAmounts(parts.map((part) => part / 100))).toBe(exact);
    }),
  );
});

it.each([12.345, 0.001, 1.0005, 99_999_999.99])(
  '%d is a valid amount of money in a currency with its decimals',
  (sent) => {
    expect(money.parse(sent)).toBe(sent);
    expect(roundAmount(sent + 1e-9)).toBe(sent);
    expect(sumAmounts([sent, sent])).toBe(roundAmount(2 * sent));
  },
);

it('credits and hours have at most two decimals', () => {
  expect(twoDecimals(10).safeParse(1.25).success).toBe(true);
  expect(twoDecimals(10).safeParse(1.255).success).toBe(false);
});

it.each([0.30005, 12.34101, -0.01, 100_000_000, '1.5', Number.NaN])('%j is not a valid amount', (sent) => {
  expect(money.safeParse(sent).success).toBe(false);
});

it.each([
  [-99_999_999.99, true],
  [99_999_999.99, true],
  [-35.1, true],
  [-0.1 - 0.2, true],
  [-100_000_000, false],
  [100_000_000, false],
  [-0.305, true],
  [-0.30005, false],
])('%d is a valid amount that may be negative: %s', (sent, expected) => {
  expect(signedMoney.safeParse(sent).success).toBe(expected);
});
