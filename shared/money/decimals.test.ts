// Amounts have at most the decimals of their currency (ISO 4217).
import { expect, it } from 'vitest';
import { validateDecimals } from './decimals.ts';

it.each([
  [99.5, 'JPY', 'fee must have no decimals in JPY, but was 99.5.'],
  [1.005, 'USD', 'fee must have at most 2 decimals in USD, but was 1.005.'],
])('%d %s is refused: %s', (amount, currency, message) => {
  expect(validateDecimals(amount, currency, 'fee')).toEqual([
    { code: 'OUT_OF_RANGE', message, target: 'fee' },
  ]);
});

it.each([
  [99, 'JPY'],
  [1.05, 'USD'],
  [1.005, 'BHD'],
])('%d %s is accepted', (amount, currency) => {
  expect(validateDecimals(amount, currency, 'fee')).toEqual([]);
});
