// What is still open of each invoice: payments belong to a registration, and pay its earliest invoice first
// (docs/interface/training.md#due-dates).
import { deriveBalance, getAmountCharged, type Ledger } from '../../payments/ledger.ts';
import type { InvoiceItem } from '../ledger/invoice.ts';

/** An invoice, or its part of one registration, and what of it is neither credited nor paid, in minor units. */
export interface OpenInvoice {
  readonly invoice: InvoiceItem;
  readonly open: number;
}

/** What is invoiced less what was credited of it: by the credit notes that name it, and what those exceed by others. */
function listCredited(documents: readonly InvoiceItem[]): OpenInvoice[] {
  const rest = documents
    .filter(({ kind }) => kind === 'invoice')
    .map((invoice) => ({ invoice, open: invoice.total }));
  const take = (amount: number, from: { open: number } | undefined): number => {
    const taken = Math.min(amount, from?.open ?? 0);
    if (from) from.open -= taken;
    return amount - taken;
  };
  for (const { kind, total, corrects } of documents) {
    if (kind !== 'creditNote') continue;
    const named = rest.find(({ invoice }) => invoice.id === corrects?.id);
    rest.toReversed().reduce((left, each) => take(left, each), take(total, named));
  }
  return rest;
}

/**
 * What is open of each invoice of a registration, the earliest first. What is owed and not invoiced is the latest debt, so
 * payments reach it last.
 * @param documents those of the ledger's currency, the earliest first
 */
export function listOpenAmounts(ledger: Ledger, documents: readonly InvoiceItem[]): OpenInvoice[] {
  const invoices = listCredited(documents);
  const invoiced = invoices.reduce((sum, { open }) => sum + open, 0);
  const notInvoiced = Math.max(0, getAmountCharged(ledger) - invoiced);
  let owed = Math.max(0, deriveBalance(ledger).owed - notInvoiced);
  return invoices
    .toReversed()
    .map(({ invoice, open }) => {
      const unpaid = Math.min(open, owed);
      owed -= unpaid;
      return { invoice, open: unpaid };
    })
    .toReversed();
}
