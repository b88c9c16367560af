// The journal of documents and postings (docs/interface/training.md#accounting): double entry, so each entry balances.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildPrice } from '../../prices/price.ts';
import { defaultAccounts } from '../../training-settings.ts';
import { buildNextContent } from './billing.ts';
import type { InvoiceItem } from './invoice.ts';
import { journalDocument, journalPosting } from './journal.ts';
import type { PostingItem } from './postings.ts';

const discount = (amount: number) => ({
  ...{ codeId: '1', code: 'SPRING', returnsWhenCancelled: true },
  terms: { kind: 'amount', amount } as const,
});
const taxOf = (rate: number, isInclusive: boolean) => ({ rateId: 'vat', name: 'VAT', rate, isInclusive });

/** The document of a price that is charged so much. */
function documentOf(price: ReturnType<typeof buildPrice>, charged = price.total, before: InvoiceItem[] = []) {
  const content = buildNextContent('Records', price, [{ tax: price.tax, amount: charged }], before);
  if (!content) throw new Error('A document is called for');
  return content as InvoiceItem;
}
const linesOf = (document: InvoiceItem) =>
  Object.fromEntries(
    journalDocument(document, defaultAccounts).map(({ account, amount }) => [account, amount]),
  );

describe('an invoice', () => {
  it('of a fee with a discount and an added tax has each in its account', () => {
    const price = buildPrice(10_000, 'USD', discount(2_000), taxOf(10, false));
    expect(linesOf(documentOf(price))).toEqual({
      'Accounts Receivable': 8_800,
      Discounts: 2_000,
      'Training Revenue': -10_000,
      'Sales Tax Payable': -800,
    });
  });

  it('of a fee that includes its tax has revenue and discount without it', () => {
    const price = buildPrice(11_000, 'EUR', discount(2_200), taxOf(10, true));
    expect(linesOf(documentOf(price))).toEqual({
      'Accounts Receivable': 8_800,
      Discounts: 2_000,
      'Training Revenue': -10_000,
      'Sales Tax Payable': -800,
    });
  });

  it('is taken back by its credit note', () => {
    const price = buildPrice(10_000, 'USD', undefined, taxOf(10, false));
    const note = documentOf(price, 0, [documentOf(price)]);
    expect(linesOf(note)).toEqual({
      'Accounts Receivable': -11_000,
      'Training Revenue': 10_000,
      'Sales Tax Payable': 1_000,
    });
  });
});

it('every document and every posting balances', () => {
  const amount = fc.integer({ min: 1, max: 1_000_000 });
  fc.assert(
    fc.property(
      amount,
      amount,
      fc.integer({ min: 0, max: 40_000 }),
      fc.boolean(),
      amount,
      (fee, off, rate, isIn, to) => {
        const price = buildPrice(fee, 'USD', discount(off), taxOf(rate / 1000, isIn));
        const first = documentOf(price, price.total + 1);
        const documents = [first, documentOf(price, to + price.total + 1, [first])];
        for (const document of documents) {
          const lines = journalDocument(document, defaultAccounts);
          expect(lines.reduce((sum, line) => sum + line.amount, 0)).toBe(0);
          expect(lines[0]).toEqual({ account: 'Accounts Receivable', amount: document.total });
        }
        for (const kind of ['payment', 'refund'] as const)
          expect(
            journalPosting({ kind, amount: to } as PostingItem, defaultAccounts).reduce(
              (sum, line) => sum + line.amount,
              0,
            ),
          ).toBe(0);
      },
    ),
  );
});
