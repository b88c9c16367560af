// The journal of documents and postings: each entry balances (docs/interface/training.md#accounting).
import { computeTax } from '../../prices/price.ts';
import type { Accounts } from '../../training-settings.ts';
import type { InvoiceItem } from './invoice.ts';
import type { PostingItem } from './postings.ts';

/** A line of the journal, in minor units: an amount above 0 is a debit, one below 0 a credit. */
export interface JournalLine {
  readonly account: string;
  readonly amount: number;
}

/** What of a document's lines a discount takes off, without a tax that the lines include. */
function getDiscount({ lines, tax }: InvoiceItem): number {
  const taken = -lines.reduce((sum, { amount, isDiscount }) => sum + (isDiscount ? amount : 0), 0);
  return tax?.isInclusive ? taken - computeTax(taken, tax) : taken;
}

/** The lines without those of 0. */
const withoutEmpty = (lines: readonly JournalLine[]): JournalLine[] =>
  lines.filter(({ amount }) => amount !== 0);

/** An invoice debits what is receivable and credits revenue and tax, with discounts apart; a credit note does the opposite. */
export function journalDocument(document: InvoiceItem, accounts: Accounts): JournalLine[] {
  const { kind, total, tax, awardRegistrationId } = document;
  const sign = kind === 'invoice' ? 1 : -1;
  const discount = getDiscount(document);
  const taxed = tax?.amount ?? 0;
  const revenue = awardRegistrationId === undefined ? accounts.classRevenue : accounts.awardRevenue;
  return withoutEmpty([
    { account: accounts.receivable, amount: sign * total },
    { account: accounts.discounts, amount: sign * discount },
    { account: revenue, amount: -sign * (total - taxed + discount) },
    { account: accounts.tax, amount: -sign * taxed },
  ]);
}

/** A payment moves what is receivable to the bank, and a refund the other way. */
export function journalPosting({ kind, amount }: PostingItem, accounts: Accounts): JournalLine[] {
  const received = kind === 'payment' ? amount : -amount;
  return withoutEmpty([
    { account: accounts.bank, amount: received },
    { account: accounts.receivable, amount: -received },
  ]);
}
