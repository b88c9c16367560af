// Parses a payment, a refund, a correction or a waiver that somebody enters, and decides whether the ledger takes it.
import { conflict, type ErrorDetail, throwIfInvalid } from '../../../shared/errors/failure.ts';
import { formatAmount, fromMinorUnits, toMinorUnits } from '../../../shared/money/currency.ts';
import { validateDecimals } from '../../../shared/money/decimals.ts';
import { enterEntry } from './ended.ts';
import {
  type Balance,
  deriveBalance,
  type EntryAuthor,
  type EntryContent,
  getAmountCharged,
  getCorrectedAmount,
  type Ledger,
  type LedgerEntry,
} from './ledger.ts';
import type { PaymentEntryInput } from './schemas.ts';

/** The ledger after a request; `entry` is an earlier one when the request was a repetition. */
export interface RecordedEntry {
  readonly ledger: Ledger;
  readonly entry: LedgerEntry;
  readonly isNew: boolean;
}

const write = (minor: number, currency: string): string =>
  formatAmount(fromMinorUnits(minor, currency), currency, 'symbol');

const outOfRange = (target: string, message: string): ErrorDetail => ({
  code: 'OUT_OF_RANGE',
  message,
  target,
});
/** What is entered; `shareOf` is that of the entry. */
export type EntryInput = PaymentEntryInput & Pick<LedgerEntry, 'shareOf'>;

/** What the schema can't know: the decimals of the currency, and today. */
export const validateEntryInput = (
  { amount, date }: Pick<PaymentEntryInput, 'amount' | 'date'>,
  currency: string,
  today: string,
): ErrorDetail[] => [
  ...(typeof amount === 'number' ? validateDecimals(amount, currency, 'amount') : []),
  ...(date && date > today
    ? [outOfRange('date', `date must not be after today, ${today}, but was ${date}.`)]
    : []),
];

/** The currency and the corrected entry must be those of the ledger. */
function assertBelongs({ currency, entries }: Ledger, input: PaymentEntryInput): void {
  if (input.currency && input.currency !== currency)
    throw conflict(
      `currency must be ${currency}, the currency of this registration, but was ${input.currency}.`,
      'currency',
    );
  if (input.kind !== 'correction') return;
  const corrected = entries.find(({ number }) => number === input.corrects);
  if (!corrected || corrected.kind === 'charge' || corrected.kind === 'correction')
    throw conflict(
      `corrects must be the number of a payment, a refund or a waiver of this registration, but was ${input.corrects}.`,
      'corrects',
    );
}

/** The amount in minor units: by default all that is owed, or all that can be refunded. */
function resolveAmount({ kind, amount }: PaymentEntryInput, currency: string, balance: Balance): number {
  if (typeof amount === 'number') return toMinorUnits(amount, currency);
  return kind === 'refund' ? balance.paid - balance.refunded : balance.owed;
}

const noun = { payment: 'paid', refund: 'refunded', waiver: 'waived' } as const;

/**
 * Checks an entry against what is charged and what was paid. More than is owed may be paid: it arrived, and is to be
 * refunded. What was paid already may be waived, and is to be refunded then.
 * @throws Failure 409
 */
function assertFits(ledger: Ledger, { kind, amount, corrects }: EntryContent, after: Ledger): void {
  const { currency } = ledger;
  const { paid, refunded } = deriveBalance(ledger);
  if (kind === 'correction') {
    const corrected = after.entries.find(({ number }) => number === corrects);
    const result = corrected ? getCorrectedAmount(after, corrected) : 0;
    const balance = deriveBalance(after);
    if (result < 0)
      throw conflict(
        `The entry ${corrects} would become ${write(result, currency)}; it can be corrected to 0 at least.`,
        'amount',
      );
    if (balance.paid < balance.refunded)
      throw conflict(
        `Only ${write(balance.paid, currency)} would be paid, but ${write(balance.refunded, currency)} was refunded; correct the refund first.`,
        'amount',
      );
    if (balance.charged < balance.waived)
      throw conflict(
        `Only ${write(balance.charged, currency)} is charged, but ${write(balance.waived, currency)} would be waived.`,
        'amount',
      );
    return;
  }
  const most = kind === 'refund' ? paid - refunded : getAmountCharged(ledger);
  if (amount === 0 || (most === 0 && kind !== 'payment'))
    throw conflict(
      kind === 'refund' ? 'Only what was paid can be refunded, and nothing is.' : 'Nothing is owed.',
      'kind',
    );
  if (kind !== 'payment' && kind !== 'charge' && amount > most)
    throw conflict(
      `At most ${write(most, currency)} can be ${noun[kind]}, but amount was ${write(amount, currency)}.`,
      'amount',
    );
}

/** The entry with this kind and reference, which is the same one sent again. */
const findRepeated = ({ entries }: Ledger, { kind, reference }: EntryContent): LedgerEntry | undefined =>
  reference === undefined
    ? undefined
    : entries.find(
        (entry) => entry.kind === kind && entry.reference?.toLowerCase() === reference.toLowerCase(),
      );

/**
 * The ledger with what a request enters. A reference names one payment, one refund, one waiver or one correction: sent
 * again, it changes nothing.
 *
 * @param today YYYY-MM-DD in the tenant's time zone
 * @throws Failure 400 with every problem; 409 when the ledger does not allow it, or the reference was used for another
 * amount
 */
export function recordEntry(
  ledger: Ledger,
  input: EntryInput,
  author: EntryAuthor,
  today: string,
): RecordedEntry {
  throwIfInvalid(validateEntryInput(input, ledger.currency, today));
  assertBelongs(ledger, input);
  const { kind } = input;
  const { currency } = ledger;
  const content: EntryContent = {
    kind,
    amount: resolveAmount(input, currency, deriveBalance(ledger)),
    date: input.date ?? today,
    method: input.method ?? undefined,
    reference: input.reference || undefined,
    ...(input.shareOf !== undefined && { shareOf: input.shareOf }),
    reason: input.reason || undefined,
    corrects: input.corrects ?? undefined,
  };
  const repeated = findRepeated(ledger, content);
  if (repeated) {
    const isSame =
      (typeof input.amount !== 'number' || repeated.amount === content.amount) &&
      repeated.corrects === content.corrects;
    if (isSame) return { ledger, entry: repeated, isNew: false };
    throw conflict(
      `${repeated.reference} is already the reference of a ${kind} of ${write(repeated.amount, currency)}, entry ${repeated.number}; send another reference, or a correction of that entry.`,
      'reference',
    );
  }
  const after = enterEntry(ledger, content, author);
  assertFits(ledger, content, after);
  const entry = after.entries[ledger.entries.length];
  if (!entry) throw new Error('An entry was appended');
  return { ledger: after, entry, isNew: true };
}
