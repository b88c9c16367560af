// What a registration calls for follows from its ledger and its documents (docs/interface/training.md#invoices).
import { describe, expect, it } from 'vitest';
import { appendCharge, appendEntry, emptyLedger, type Ledger } from '../../payments/ledger.ts';
import { buildPrice, type Price } from '../../prices/price.ts';
import { buildNextContent, deriveIssuedBalance, sumInvoiced } from './billing.ts';
import type { InvoiceContent, InvoiceItem } from './invoice.ts';

const author = { by: 'system', at: new Date('2027-01-01T00:00:00Z') };
const charged = (amount: number): Ledger => appendCharge(emptyLedger('USD'), amount, 'Fee', author);
const add = (ledger: Ledger, kind: 'payment' | 'refund' | 'waiver', amount: number): Ledger =>
  appendEntry(ledger, { kind, amount }, author);
/** The next document of a registration that is charged an amount, under the tax of its price. */
const buildNext = (price: Price | undefined, amount: number, documents: readonly InvoiceItem[]) =>
  buildNextContent('Records', price, [{ tax: price?.tax, amount }], documents);
const chargedOf = (ledger: Ledger): number => deriveIssuedBalance(ledger).charged;

describe('what is charged in the end', () => {
  it.each([
    ['unpaid', charged(100), 100],
    ['paid', add(charged(100), 'payment', 100), 100],
    ['paid too much', add(charged(100), 'payment', 120), 100],
    ['waived in part', add(charged(100), 'waiver', 30), 70],
    ['refunded while the seat is held', add(add(charged(100), 'payment', 40), 'refund', 40), 100],
    ['refunded as a favour', add(add(add(charged(100), 'payment', 100), 'waiver', 40), 'refund', 40), 60],
  ] as const)('of a registration that is %s', (_, ledger, expected) => {
    expect(chargedOf(ledger)).toBe(expected);
  });

  it('is the fee after a cancellation, before and after the rest is refunded', () => {
    const cancelled = appendCharge(add(charged(100), 'payment', 100), -90, 'Cancelled', author);
    expect(deriveIssuedBalance(cancelled)).toEqual({ charged: 10, paid: 100, due: 0, refundDue: 90 });
    expect(deriveIssuedBalance(add(cancelled, 'refund', 90))).toEqual({
      ...{ charged: 10, paid: 10, due: 0, refundDue: 0 },
    });
  });
});

it('the documents of any changes add up to what is charged, and their taxes to its tax', () => {
  const tax = { rateId: 'sales', name: 'Sales tax', rate: 8.875, isInclusive: false };
  const price = buildPrice(9_999, 'USD', undefined, tax);
  const documents: InvoiceItem[] = [];
  const sign = ({ kind }: InvoiceContent): number => (kind === 'invoice' ? 1 : -1);
  for (const target of [price.total, 3_333, 7_001, 1, 0, price.total]) {
    const content = buildNext(price, target, documents);
    if (!content) throw new Error('A document was called for');
    documents.push(content as InvoiceItem);
    expect(sumInvoiced(documents)).toBe(target);
    const lines = content.lines.reduce((sum, { amount }) => sum + amount, 0);
    expect(lines + (content.tax?.amount ?? 0)).toBe(content.total);
  }
  const taxes = documents.reduce((sum, each) => sum + sign(each) * (each.tax?.amount ?? 0), 0);
  expect(taxes).toBe(price.tax?.amount);
  expect(buildNext(price, price.total, documents)).toBeUndefined();
});

describe('the lines of a document', () => {
  const tax = { rateId: 'vat', name: 'VAT', rate: 10, isInclusive: true };
  const terms = { kind: 'amount', amount: 2_000 } as const;
  const discount = { codeId: '1', code: 'SPRING', terms, returnsWhenCancelled: true };
  const document = (kind: 'invoice' | 'creditNote', total: number, of?: object) =>
    ({ kind, total, tax: of }) as InvoiceItem;

  it('are of a first invoice the fee, the discount, and what changed since', () => {
    const price = buildPrice(11_000, 'USD', discount, undefined);
    expect(buildNext(price, 9_000, [])).toEqual({
      kind: 'invoice',
      lines: [
        { text: 'Records', amount: 11_000 },
        { text: 'Discount, code SPRING', amount: -2_000, isDiscount: true },
      ],
      total: 9_000,
    });
    expect(buildNext(price, 8_500, [])?.lines.at(-1)).toEqual({
      ...{ text: 'Changed since the registration', amount: -500 },
    });
  });

  it('are of a registration without a price one line of what is charged', () => {
    expect(buildNext(undefined, 700, [])).toEqual({
      ...{ kind: 'invoice', lines: [{ text: 'Records', amount: 700 }], total: 700 },
    });
  });

  it('include a tax that the fee includes, and its share of a part', () => {
    const price = buildPrice(11_000, 'USD', undefined, tax);
    expect(buildNext(price, 5_500, [])).toEqual({
      kind: 'invoice',
      lines: [
        { text: 'Records', amount: 11_000 },
        { text: 'Changed since the registration', amount: -5_500 },
      ],
      tax: { name: 'VAT', rate: 10, isInclusive: true, amount: 500 },
      total: 5_500,
    });
  });

  it('are of a later document what is charged in addition, or no longer', () => {
    expect(buildNext(undefined, 900, [document('invoice', 700)])).toEqual({
      ...{ kind: 'invoice', lines: [{ text: 'Charged in addition: Records', amount: 200 }], total: 200 },
    });
    const later = [document('invoice', 900), document('creditNote', 100)];
    expect(buildNext(undefined, 500, later)).toEqual({
      ...{ kind: 'creditNote', lines: [{ text: 'No longer charged: Records', amount: 300 }], total: 300 },
    });
  });

  it('have the tax of the change only', () => {
    const price = buildPrice(11_000, 'USD', undefined, tax);
    const taxOf = (to: number) => buildNext(price, to, [document('invoice', 5_500, tax)])?.tax;
    expect([taxOf(11_000)?.amount, taxOf(2_200)?.amount]).toEqual([500, 300]);
  });

  it('have the tax of what is charged where the price was 0', () => {
    const price = buildPrice(0, 'USD', undefined, tax);
    expect(buildNext(price, 770, [])?.tax?.amount).toBe(70);
  });
});
