// Registrations that end without a fee: nothing more is due for them, and what was paid is kept until it is refunded by
// hand (docs/interface/training.md#cancellation-fees). What is refunded of it is not due again: it is taken off the charge.
import {
  appendEntry,
  deriveBalance,
  type EntryAuthor,
  type EntryContent,
  getAmountCharged,
  getCorrectedAmount,
  type Ledger,
  setCharge,
} from './ledger.ts';

/** What later corrections changed of the entries of a ledger, in the effect on what is owed. */
function sumEarlierCorrections({ entries, currency }: Ledger, after: number): number {
  const signs = { payment: -1, waiver: -1, refund: 1 } as const;
  return entries.slice(after).reduce((sum, { corrects, amount, currency: own }) => {
    const of = corrects !== undefined && corrects <= after ? entries[corrects - 1]?.kind : undefined;
    const isCounted = own === currency && (of === 'payment' || of === 'waiver' || of === 'refund');
    return isCounted ? sum + signs[of] * amount : sum;
  }, 0);
}

/**
 * What is to be credited of what was kept, in minor units. The entries since the end are taken in their order, each with
 * its corrections: a refund returns first what was paid too much, and then what was kept.
 */
function computeCredit(ledger: Ledger): number {
  const { entries, currency, endedAfter: after = 0 } = ledger;
  const end = { currency, entries: entries.slice(0, after) };
  const balance = deriveBalance(end);
  let kept = Math.max(0, getAmountCharged(end));
  let open = balance.owed - balance.refundDue + sumEarlierCorrections(ledger, after);
  let credit = 0;
  const take = (increase: number): void => {
    const taken = Math.min(kept, Math.max(0, increase));
    kept -= taken;
    credit += taken;
    open -= taken;
  };
  take(open);
  for (const entry of entries.slice(after)) {
    if (entry.currency !== currency || entry.isCredit || entry.kind === 'correction') continue;
    const amount = getCorrectedAmount(ledger, entry);
    const owedBefore = Math.max(0, open);
    open += entry.kind === 'charge' || entry.kind === 'refund' ? amount : -amount;
    if (entry.kind === 'refund') take(Math.max(0, open) - owedBefore);
  }
  return credit;
}

/** The ledger with the credit that its entries call for. */
function settleCredit(ledger: Ledger, author: EntryAuthor): Ledger {
  const { entries, endedAfter = 0 } = ledger;
  const credits = entries.slice(endedAfter).filter(({ isCredit }) => isCredit);
  const credited = credits.reduce((sum, { amount }) => sum - amount, 0);
  const change = credited - computeCredit(ledger);
  if (change === 0) return ledger;
  const reason = 'No longer charged: the registration ended';
  return appendEntry(ledger, { kind: 'charge', amount: change, reason, isCredit: true }, author);
}

/** The ledger with an entry that a person enters, and the credit that follows from it. */
export const enterEntry = (ledger: Ledger, content: EntryContent, author: EntryAuthor): Ledger =>
  settleCredit(appendEntry(ledger, content, author), author);

/**
 * The ledger of a registration that ended without a fee.
 * @param charge what remains charged, in minor units: by default what was paid and not refunded, at most what was due
 */
export function closeLedger(
  ledger: Ledger,
  reason: string,
  author: EntryAuthor,
  charge = getAmountCharged(ledger) - deriveBalance(ledger).owed,
): Ledger {
  if (ledger.entries.length === 0) return ledger;
  const closed = setCharge(ledger, charge, reason, author);
  return { ...closed, endedAfter: closed.entries.length };
}

/** The reason of the charge with which a registration begins. */
export const feeReason = 'Fee';

/** The number of entries before a person registered again; 0 where that did not happen, or the end left something owed. */
function findEarlierEnd({ currency, entries }: Ledger): number {
  const again = entries.findLastIndex(
    ({ kind, reason, amount, currency: own }, index) =>
      index > 0 && kind === 'charge' && reason === feeReason && amount > 0 && own === currency,
  );
  if (again < 1) return 0;
  const { state, refunded, owed } = deriveBalance({ currency, entries: entries.slice(0, again) });
  return owed === 0 || (state === 'unpaid' && refunded > 0) ? again : 0;
}

/**
 * A ledger from before credits were entries, with those that are missing: a refund of everything ended the debt then.
 * Other ledgers stay as they are.
 * @param hasEnded whether its registration ended without a fee
 */
export function completeLedger(ledger: Ledger, hasEnded: boolean, at: Date): Ledger {
  if (ledger.endedAfter !== undefined) return ledger;
  const author = { by: 'system', at };
  const endedAfter = findEarlierEnd(ledger);
  const completed = endedAfter === 0 ? ledger : settleCredit({ ...ledger, endedAfter }, author);
  return hasEnded ? closeLedger(completed, 'The registration ended', author) : completed;
}
