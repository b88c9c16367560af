// The ledger of a registration: what was charged, paid, refunded, corrected and waived, each as an entry that is never
// changed. What is owed is derived from the entries by one rule: charges less waivers and payments, plus refunds
// (docs/interface/training.md#payments). No money is moved.
import { conflict } from '../../../shared/errors/failure.ts';
import { formatAmount, fromMinorUnits } from '../../../shared/money/currency.ts';
import type { TaxTerms } from '../prices/price.ts';

/** Kinds that people enter. The platform enters charges: fees, and what a change of the registration adds or removes. */
export const enteredKinds = ['payment', 'refund', 'correction', 'waiver'] as const;
export const entryKinds = ['charge', ...enteredKinds] as const;
export type EntryKind = (typeof entryKinds)[number];

export const entryMethods = ['CreditCard', 'PurchaseOrder', 'Invoice'] as const;

/** An entry; never changed. */
export interface LedgerEntry {
  /** 1, 2, ... in its ledger. */
  readonly number: number;
  readonly kind: EntryKind;
  /** In whole minor units of its currency (ISO 4217). Charges and corrections may be negative. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  /** The day of a payment, a refund, a waiver or a correction, YYYY-MM-DD in the tenant's time zone. */
  readonly date?: string | undefined;
  readonly method?: (typeof entryMethods)[number] | undefined;
  /** The number of a cheque, an order or an invoice; never of a card. */
  readonly reference?: string | undefined;
  /** The whole payment of an invoice for several registrations, of which this is the share of one, in minor units. */
  readonly shareOf?: number | undefined;
  readonly reason?: string | undefined;
  /** The number of the entry that a correction corrects. */
  readonly corrects?: number | undefined;
  /** Whether a charge takes off what was kept of a registration that ended (`ended.ts`). */
  readonly isCredit?: boolean | undefined;
  /** The tax that the fee of a registration has, or null for none; absent in ledgers from before it was kept. */
  readonly tax?: Pick<TaxTerms, 'name' | 'rate' | 'isInclusive'> | null | undefined;
  /** The stored receipt of a payment; absent for payments from before receipts were stored. */
  readonly receiptId?: string | undefined;
  /** A subject, `anonymous`, or `system`. */
  readonly by: string;
  /** The subject's name at that time. */
  readonly byName?: string | undefined;
  readonly at: string;
}

export interface Ledger {
  /** The currency of new entries; earlier entries keep their own. */
  readonly currency: string;
  readonly entries: readonly LedgerEntry[];
  /** The number of entries when a registration last ended without a fee (`ended.ts`); 0 while none has. */
  readonly endedAfter?: number | undefined;
}

export const emptyLedger = (currency: string): Ledger => ({ currency, entries: [] });

/** `free`: nothing was ever due, or no longer is, and nothing was paid. */
export const paymentStates = ['free', 'unpaid', 'partial', 'paid', 'refunded', 'waived'] as const;
export type PaymentState = (typeof paymentStates)[number];

/** The ledger for the person to whom a seat was given: amounts of the person before stay, references, reasons and names do not. */
export const withoutEarlierPayers = (ledger: Ledger, since: string): Ledger => ({
  ...ledger,
  entries: ledger.entries.map((entry) =>
    entry.at < since ? { ...entry, reference: undefined, reason: undefined, byName: undefined } : entry,
  ),
});

/** What follows from the entries, in whole minor units. */
export interface Balance {
  readonly state: PaymentState;
  readonly charged: number;
  readonly waived: number;
  readonly paid: number;
  readonly refunded: number;
  /** Still to be paid: the charges less waivers and payments, plus refunds, where that is more than 0. */
  readonly owed: number;
  /** To be refunded: the same where it is less than 0. At most one of both is more than 0. */
  readonly refundDue: number;
}

/** The sum of a kind's entries with their corrections, in the ledger's currency. */
const sumKind = ({ currency, entries }: Ledger, kind: EntryKind): number => {
  const numbers = new Set(entries.flatMap((entry) => (entry.kind === kind ? [entry.number] : [])));
  return entries
    .filter((entry) => entry.currency === currency)
    .filter(
      ({ number, corrects }) => numbers.has(number) || (corrects !== undefined && numbers.has(corrects)),
    )
    .reduce((sum, { amount }) => sum + amount, 0);
};

/** The state of what is owed and what was received and not refunded. */
function deriveState({ waived, paid, refunded, owed }: Omit<Balance, 'state'>): PaymentState {
  const received = paid - refunded;
  if (owed > 0) return received > 0 ? 'partial' : 'unpaid';
  if (received > 0) return 'paid';
  if (refunded > 0) return 'refunded';
  return waived > 0 ? 'waived' : 'free';
}

/** What is owed or to be refunded, and the state: derived from nothing but the entries. */
export function deriveBalance(ledger: Ledger): Balance {
  const [charged, waived, paid, refunded] = [
    sumKind(ledger, 'charge'),
    sumKind(ledger, 'waiver'),
    sumKind(ledger, 'payment'),
    sumKind(ledger, 'refund'),
  ] as const;
  const open = charged - waived - paid + refunded;
  const sums = { charged, waived, paid, refunded, owed: Math.max(0, open), refundDue: Math.max(0, -open) };
  return { state: deriveState(sums), ...sums };
}

/** What is charged less what was waived, in minor units. */
export const getAmountCharged = (ledger: Ledger): number => {
  const { charged, waived } = deriveBalance(ledger);
  return charged - waived;
};

/** Who makes an entry, and when. */
export interface EntryAuthor {
  readonly by: string;
  readonly byName?: string | undefined;
  readonly at: Date;
}

export type EntryContent = Pick<
  LedgerEntry,
  'kind' | 'amount' | 'date' | 'method' | 'reference' | 'shareOf' | 'reason' | 'corrects' | 'isCredit' | 'tax'
>;

/** The most entries of one ledger, so that its record can always be read and written. */
const mostEntries = 200;

/** Entries that what was paid can still go back with, or be put right, once a ledger takes no others. */
const mostReturns = 50;
const returns: readonly EntryKind[] = ['refund', 'correction'];

/** The ledger with an entry of the platform, which has no limit. */
function addEntry(ledger: Ledger, content: EntryContent, { by, byName, at }: EntryAuthor): Ledger {
  const number = ledger.entries.length + 1;
  const entry = { number, ...content, currency: ledger.currency, by, byName, at: at.toISOString() };
  return { ...ledger, entries: [...ledger.entries, entry] };
}

/**
 * The ledger with one more entry.
 * @throws Failure 409 when it is full
 */
export function appendEntry(ledger: Ledger, content: EntryContent, author: EntryAuthor): Ledger {
  const most = mostEntries + (returns.includes(content.kind) ? mostReturns : 0);
  if (ledger.entries.length >= most && content.kind !== 'charge')
    throw conflict(`This ledger has ${ledger.entries.length} entries, and takes no ${content.kind} more.`);
  return addEntry(ledger, content, author);
}

/** The ledger with a charge, in minor units; the same ledger when it is 0. */
export const appendCharge = (
  ledger: Ledger,
  amount: number,
  reason: string | undefined,
  author: EntryAuthor,
  tax?: LedgerEntry['tax'],
): Ledger => (amount === 0 ? ledger : appendEntry(ledger, { kind: 'charge', amount, reason, tax }, author));

/** The amount of an entry with its corrections. */
export const getCorrectedAmount = ({ entries }: Ledger, { number, amount }: LedgerEntry): number =>
  entries.reduce((sum, { corrects, amount: by }) => (corrects === number ? sum + by : sum), amount);

/** Takes back the waivers: they were of a charge that no longer holds. */
const endWaivers = (ledger: Ledger, reason: string, author: EntryAuthor): Ledger =>
  ledger.entries
    .filter(({ kind, currency }) => kind === 'waiver' && currency === ledger.currency)
    .map((waiver) => ({ corrects: waiver.number, amount: -getCorrectedAmount(ledger, waiver) }))
    .filter(({ amount }) => amount !== 0)
    .reduce((before, each) => addEntry(before, { kind: 'correction', ...each, reason }, author), ledger);

/** The ledger charged with this amount in all, in minor units, and without waivers. */
export function setCharge(ledger: Ledger, amount: number, reason: string, author: EntryAuthor): Ledger {
  const unwaived = endWaivers(ledger, reason, author);
  return appendCharge(unwaived, amount - getAmountCharged(unwaived), reason, author);
}

/** The balance as a sentence, such as "$40.00 of $100.00 is paid; $60.00 is due." */
export function describeBalance(ledger: Ledger): string {
  const { state, charged, waived, paid, refunded, owed, refundDue } = deriveBalance(ledger);
  const write = (minor: number): string =>
    formatAmount(fromMinorUnits(minor, ledger.currency), ledger.currency, 'symbol');
  const sentences: Readonly<Record<PaymentState, string>> = {
    free: 'Nothing is due.',
    unpaid: `${write(owed)} is due.`,
    partial: `${write(paid - refunded)} of ${write(charged - waived)} is paid; ${write(owed)} is due.`,
    paid: `${write(paid)} is paid${refunded > 0 ? `, of which ${write(refunded)} was refunded` : ''}.`,
    refunded: `${write(paid)} was paid and refunded.`,
    waived: `${write(waived)} was waived.`,
  };
  return `${sentences[state]}${refundDue > 0 ? ` ${write(refundDue)} is to be refunded.` : ''}`;
}
