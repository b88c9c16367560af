// Which rate of tax what is charged has, where a person registers again under another one (docs/interface/training.md#invoices).
import { expect, it } from 'vitest';
import type { EntryKind, Ledger, LedgerEntry } from '../../payments/ledger.ts';
import { listTaxedCharges } from './taxed-charges.ts';

const old = { name: 'Sales tax', rate: 8.875, isInclusive: false };
const current = { name: 'VAT', rate: 20, isInclusive: true };

type Entry = Partial<LedgerEntry> & { readonly kind: EntryKind; readonly amount: number };

/** A ledger of these entries, in their order; it ended after so many. */
const buildLedger = (endedAfter: number, ...entries: readonly Entry[]): Ledger => ({
  ...{ currency: 'USD', endedAfter },
  entries: entries.map((entry, index) => ({
    ...{ number: index + 1, currency: 'USD', by: 'ann', at: '2031-03-01T12:00:00.000Z', ...entry },
  })),
});
const fee = (amount: number): Entry => ({ kind: 'charge', amount, reason: 'Fee' });
const listAmounts = (ledger: Ledger) =>
  listTaxedCharges(ledger, current, old).map(({ tax, amount }) => [tax?.name, amount]);

it('each registration is charged under its own rate', () => {
  expect(listAmounts(buildLedger(1, fee(200), fee(300)))).toEqual([
    ['Sales tax', 200],
    ['VAT', 300],
  ]);
});

it('a waiver of more than the registration costs takes the rest off the one before, until it is reinstated', () => {
  const waived = [fee(200), fee(300), { kind: 'waiver', amount: 400 }] as const;
  expect(listAmounts(buildLedger(1, ...waived))).toEqual([
    ['Sales tax', 100],
    ['VAT', 0],
  ]);
  expect(listAmounts(buildLedger(1, ...waived, { kind: 'correction', amount: -400, corrects: 3 }))).toEqual([
    ['Sales tax', 200],
    ['VAT', 300],
  ]);
});

it('a credit of what was waived meanwhile is taken off the registration that followed, and nothing is below 0', () => {
  const waived = [fee(200), { kind: 'waiver', amount: 200 }, fee(300)] as const;
  const credit = { kind: 'charge', amount: -50, isCredit: true } as const;
  expect(listAmounts(buildLedger(1, ...waived, credit))).toEqual([
    ['Sales tax', 0],
    ['VAT', 250],
  ]);
});
