// What a registration calls for: an invoice of what is charged and not invoiced, or a credit note of what was invoiced
// and is no longer charged (docs/interface/training.md#invoices).
import { deriveBalance, type Ledger } from '../../payments/ledger.ts';
import { computeTax, type Price } from '../../prices/price.ts';
import type { BilledRegistration } from './billed-registration.ts';
import {
  getSubtotal,
  type InvoiceContent,
  type InvoiceItem,
  type InvoiceLine,
  type InvoiceTax,
  type IssuedBalance,
} from './invoice.ts';
import { isSameTax, listTaxedCharges, type PrintedTax, type TaxedCharge } from './taxed-charges.ts';

/** What is charged, and what was received of it. */
export function deriveIssuedBalance(ledger: Ledger): IssuedBalance {
  const { charged, waived, paid, refunded, owed, refundDue } = deriveBalance(ledger);
  return { charged: charged - waived, paid: paid - refunded, due: owed, refundDue };
}

/** What is invoiced and not credited. */
export const sumInvoiced = (documents: readonly InvoiceItem[]): number =>
  documents.reduce((sum, { kind, total }) => sum + (kind === 'invoice' ? total : -total), 0);

/** The tax of a change of the charge. The taxes of all documents add up to that of what is charged. */
function computeTaxChange(tax: PrintedTax | undefined, from: number, to: number): InvoiceTax | undefined {
  if (!tax) return undefined;
  const { name, rate, isInclusive } = tax;
  // An added tax is as much of the total as one that is included in it.
  const taxIn = (total: number): number => computeTax(total, { rate, isInclusive: true });
  return { name, rate, isInclusive, amount: Math.abs(taxIn(to) - taxIn(from)) };
}

/** The lines of a first invoice: the fee, what the discount code took off, and what changed since. */
function listFirstLines(subject: string, price: Price | undefined, net: number): InvoiceLine[] {
  const fee = price?.fee ?? net;
  const discount = price?.discount;
  const adjustment = net - fee + (discount?.amount ?? 0);
  return [
    { text: subject, amount: fee },
    ...(discount
      ? [{ text: `Discount, code ${discount.code}`, amount: -discount.amount, isDiscount: true as const }]
      : []),
    ...(adjustment === 0 ? [] : [{ text: 'Changed since the registration', amount: adjustment }]),
  ];
}

/** What is invoiced under each tax and not credited. */
const sumInvoicedUnder = (documents: readonly InvoiceItem[], tax: PrintedTax | undefined): number =>
  sumInvoiced(documents.filter((document) => isSameTax(document.tax, tax)));

/** What of the charge the documents do not say yet, under one tax. */
interface Difference {
  readonly tax: PrintedTax | undefined;
  readonly charged: number;
  readonly invoiced: number;
}

/** The differences between what is charged and what is invoiced; what is to be credited comes first. */
function listDifferences(
  charges: readonly TaxedCharge[],
  documents: readonly InvoiceItem[],
): readonly Difference[] {
  const invoicedOnly = documents
    .map(({ tax }) => tax)
    .filter((tax, index, all) => all.findIndex((other) => isSameTax(other, tax)) === index)
    .filter((tax) => !charges.some((charge) => isSameTax(charge.tax, tax)))
    .map((tax) => ({ tax, amount: 0 }));
  return [...invoicedOnly, ...charges]
    .map(({ tax, amount }) => ({ tax, charged: amount, invoiced: sumInvoicedUnder(documents, tax) }))
    .filter(({ charged, invoiced }) => charged !== invoiced)
    .sort((one, other) => Number(one.charged > one.invoiced) - Number(other.charged > other.invoiced));
}

/**
 * The content of the next document; undefined when all that is charged is invoiced. A document has one tax: where the rate changed
 * between two registrations of a person for an award, a credit note of the earlier one precedes an invoice of the later.
 * @param subject what the registration is for, in words
 */
export function buildNextContent(
  subject: string,
  price: Price | undefined,
  charges: readonly TaxedCharge[],
  documents: readonly InvoiceItem[],
): InvoiceContent | undefined {
  const [difference] = listDifferences(charges, documents);
  if (!difference) return undefined;
  const { charged, invoiced } = difference;
  const total = Math.abs(charged - invoiced);
  const tax = computeTaxChange(difference.tax, invoiced, charged);
  const net = getSubtotal({ total, tax });
  if (charged < invoiced)
    return {
      kind: 'creditNote',
      lines: [{ text: `No longer charged: ${subject}`, amount: net }],
      tax,
      total,
    };
  if (documents.length === 0 && charges.length <= 1)
    return { kind: 'invoice', lines: listFirstLines(subject, price, net), tax, total };
  const text = documents.length === 0 ? subject : `Charged in addition: ${subject}`;
  return { kind: 'invoice', lines: [{ text, amount: net }], tax, total };
}

/** The content of the next document of a registration, by its ledger and its documents, of which those in another currency do not count. */
export function buildRegistrationContent(
  { subject, price, ledger }: Pick<BilledRegistration, 'subject' | 'price' | 'ledger'>,
  documents: readonly InvoiceItem[],
): InvoiceContent | undefined {
  const inCurrency = documents.filter(({ currency }) => currency === ledger.currency);
  const charges = listTaxedCharges(ledger, price?.tax, inCurrency[0]?.tax);
  return buildNextContent(subject, price, charges, inCurrency);
}
