// What a registration calls for: an invoice of what is charged and not invoiced, or a credit note of what was invoiced
// and is no longer charged (docs/interface/training.md#invoices).
import { deriveBalance, type Ledger } from '../payments/ledger.ts';
import type { Price } from '../prices/price.ts';
import {
  getSubtotal,
  type InvoiceContent,
  type InvoiceItem,
  type InvoiceLine,
  type InvoiceTax,
  type IssuedBalance,
} from './invoice.ts';

/** What is charged, and what was received of it. */
export function deriveIssuedBalance(ledger: Ledger): IssuedBalance {
  const { charged, waived, paid, refunded, owed, refundDue } = deriveBalance(ledger);
  return { charged: charged - waived, paid: paid - refunded, due: owed, refundDue };
}

/** What is invoiced and not credited. */
export const sumInvoiced = (documents: readonly InvoiceItem[]): number =>
  documents.reduce((sum, { kind, total }) => sum + (kind === 'invoice' ? total : -total), 0);

/** The tax in an amount: the share that it has of the whole price. */
const shareTax = ({ tax, total }: Price, amount: number): number =>
  tax && total > 0 ? Math.round((tax.amount * amount) / total) : 0;

/** The tax of a change of the charge. The taxes of all documents add up to that of what is charged. */
function computeTaxChange(price: Price | undefined, from: number, to: number): InvoiceTax | undefined {
  if (!price?.tax) return undefined;
  const { name, rate, isInclusive } = price.tax;
  return { name, rate, isInclusive, amount: Math.abs(shareTax(price, to) - shareTax(price, from)) };
}

/** The lines of a first invoice: the fee, what the discount code took off, and what changed since. */
function listFirstLines(subject: string, price: Price | undefined, net: number): InvoiceLine[] {
  const fee = price?.fee ?? net;
  const discount = price?.discount;
  const adjustment = net - fee + (discount?.amount ?? 0);
  return [
    { text: subject, amount: fee },
    ...(discount ? [{ text: `Discount, code ${discount.code}`, amount: -discount.amount }] : []),
    ...(adjustment === 0 ? [] : [{ text: 'Changed since the registration', amount: adjustment }]),
  ];
}

/**
 * The content of the next document; undefined when all that is charged is invoiced.
 * @param subject what the registration is for, in words
 */
export function buildNextContent(
  subject: string,
  price: Price | undefined,
  charged: number,
  documents: readonly InvoiceItem[],
): InvoiceContent | undefined {
  const invoiced = sumInvoiced(documents);
  if (charged === invoiced) return undefined;
  const total = Math.abs(charged - invoiced);
  const tax = computeTaxChange(price, invoiced, charged);
  const net = getSubtotal({ total, tax });
  if (charged < invoiced)
    return {
      kind: 'creditNote',
      lines: [{ text: `No longer charged: ${subject}`, amount: net }],
      tax,
      total,
    };
  const lines =
    documents.length === 0
      ? listFirstLines(subject, price, net)
      : [{ text: `Charged in addition: ${subject}`, amount: net }];
  return { kind: 'invoice', lines, tax, total };
}
