// The shares of a payment (docs/interface/training.md#consolidated-invoices).
import { expect, it } from 'vitest';
import { sharePayment } from './share-payment.ts';

const open = (...amounts: readonly [open: number, recorded?: number][]) =>
  amounts.map(([amount, recorded = 0], index) => ({ registrationId: `${index}`, open: amount, recorded }));
const shares = (...of: Parameters<typeof sharePayment>) =>
  sharePayment(...of).map(({ registrationId, share }) => [registrationId, share]);

it('pays the registrations in their order, each up to what is open of it', () => {
  expect(shares(open([100], [0], [50]), 150)).toEqual([
    ['0', 100],
    ['2', 50],
  ]);
  expect(shares(open([100], [50]), 101)).toEqual([
    ['0', 100],
    ['1', 1],
  ]);
  expect(shares(open([100], [50]), 100)).toEqual([['0', 100]]);
});

it('goes on after what an earlier request has recorded, and records no more than was paid', () => {
  const begun = open([0, 100], [50], [50]);
  expect(shares(begun, 160)).toEqual([
    ['0', 100],
    ['1', 50],
    ['2', 10],
  ]);
});
