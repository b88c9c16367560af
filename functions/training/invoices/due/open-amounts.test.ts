// What is open of invoices: payments of a registration pay its earliest invoice first (docs/interface/training.md#due-dates).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appendCharge, appendEntry, deriveBalance, emptyLedger, type Ledger } from '../../payments/ledger.ts';
import { buildNextContent } from '../ledger/billing.ts';
import type { InvoiceItem } from '../ledger/invoice.ts';
import { listTaxedCharges } from '../ledger/taxed-charges.ts';
import { listOpenAmounts } from './open-amounts.ts';

const author = { by: 'system', at: new Date('2027-01-01T00:00:00Z') };
const charge = (ledger: Ledger, amount: number): Ledger => appendCharge(ledger, amount, 'Changed', author);
const enter = (ledger: Ledger, kind: 'payment' | 'refund' | 'waiver', amount: number): Ledger =>
  appendEntry(ledger, { kind, amount }, author);

/** The documents with the next one, as it is issued. */
function issue(ledger: Ledger, documents: readonly InvoiceItem[]): readonly InvoiceItem[] {
  const content = buildNextContent(
    'Records',
    undefined,
    listTaxedCharges(ledger, undefined, undefined),
    documents,
  );
  if (!content) return documents;
  const last = documents.findLast(({ kind }) => kind === 'invoice');
  const corrects = content.kind === 'creditNote' && last ? { id: last.id, number: last.id } : undefined;
  return [...documents, { ...content, id: `${documents.length + 1}`, corrects } as InvoiceItem];
}
const opens = (ledger: Ledger, documents: readonly InvoiceItem[]) =>
  listOpenAmounts(ledger, documents).map(({ open }) => open);

describe('what is open of the invoices of a registration', () => {
  const first = charge(emptyLedger('USD'), 100);
  const one = issue(first, []);
  const second = charge(first, 50);
  const both = issue(second, one);

  it('is all of them while nothing is paid', () => expect(opens(second, both)).toEqual([100, 50]));

  it('is less of the earliest with each payment, up to the last cent', () => {
    expect(opens(enter(second, 'payment', 99), both)).toEqual([1, 50]);
    expect(opens(enter(second, 'payment', 100), both)).toEqual([0, 50]);
    expect(opens(enter(second, 'payment', 101), both)).toEqual([0, 49]);
    expect(opens(enter(second, 'payment', 160), both)).toEqual([0, 0]);
  });

  it('is more again when a payment is refunded', () =>
    expect(opens(enter(enter(second, 'payment', 150), 'refund', 20), both)).toEqual([0, 20]));

  it('is less of the one that a credit note names, and then of the others', () => {
    const reduced = charge(second, -70);
    expect(opens(reduced, issue(reduced, both))).toEqual([80, 0]);
  });

  it('has not what was charged since and is not invoiced', () =>
    expect(opens(enter(second, 'payment', 30), one)).toEqual([70]));
});

it('what is open of all invoices, and what is not invoiced, is what is owed', () => {
  const step = fc.record({
    op: fc.constantFrom('charge', 'reduce', 'payment', 'refund', 'waiver', 'issue'),
    amount: fc.integer({ min: 1, max: 10_000 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      let ledger = charge(emptyLedger('USD'), 5_000);
      let documents: readonly InvoiceItem[] = [];
      for (const { op, amount } of steps) {
        const { charged, waived, paid, refunded } = deriveBalance(ledger);
        if (op === 'issue') documents = issue(ledger, documents);
        else if (op === 'charge') ledger = charge(ledger, amount);
        else if (op === 'reduce') ledger = charge(ledger, -Math.min(amount, charged - waived));
        else {
          const most = { payment: amount, refund: paid - refunded, waiver: charged - waived }[op];
          if (Math.min(amount, most) > 0) ledger = enter(ledger, op, Math.min(amount, most));
        }
      }
      const complete = issue(ledger, documents);
      const sum = opens(ledger, complete).reduce((total, open) => total + open, 0);
      expect(sum).toBe(deriveBalance(ledger).owed);
      for (const { invoice, open } of listOpenAmounts(ledger, documents)) {
        expect(open).toBeGreaterThanOrEqual(0);
        expect(open).toBeLessThanOrEqual(invoice.total);
      }
    }),
    { numRuns: 500 },
  );
});
