// What a ledger charges under each rate of tax: a person who registers for an award again may get another rate than before
// (docs/interface/training.md#invoices).
import { feeReason } from '../../payments/ended.ts';
import type { Ledger, LedgerEntry } from '../../payments/ledger.ts';
import type { TaxTerms } from '../../prices/price.ts';

/** A tax as documents print it: those that print it alike are one. */
export type PrintedTax = Pick<TaxTerms, 'name' | 'rate' | 'isInclusive'>;

/** What is charged under a tax, or under none. */
export interface TaxedCharge {
  readonly tax: PrintedTax | undefined;
  /** Charges less waivers, in minor units; includes the tax. */
  readonly amount: number;
}

export const isSameTax = (one: PrintedTax | undefined, other: PrintedTax | undefined): boolean =>
  one?.name === other?.name && one?.rate === other?.rate && one?.isInclusive === other?.isInclusive;

/** The fees with which registrations began that share a ledger, the earliest first. */
const listFees = ({ entries, currency }: Ledger): LedgerEntry[] =>
  entries.filter(
    ({ kind, reason, amount, currency: own }, index) =>
      kind === 'charge' && own === currency && (index === 0 || (reason === feeReason && amount > 0)),
  );

/** By how much an entry changes what is charged less what is waived. */
function getChange({ entries }: Ledger, { kind, amount, corrects }: LedgerEntry): number {
  const of = kind === 'correction' && corrects !== undefined ? entries[corrects - 1]?.kind : kind;
  return of === 'charge' ? amount : of === 'waiver' ? -amount : 0;
}

/**
 * What is charged under each tax, the earliest first. Each entry is of the registration that was the latest then; a credit of what
 * was kept is of the registration that ended before. They add up to all that is charged less what is waived.
 * @param current the tax of the present registration, where its ledger does not name it
 * @param earlier that of earlier registrations, where it does not
 */
export function listTaxedCharges(
  ledger: Ledger,
  current: PrintedTax | undefined,
  earlier: PrintedTax | undefined,
): TaxedCharge[] {
  const fees = listFees(ledger);
  const sums = fees.map(() => 0);
  const move = (from: number, to: number): void => {
    const rest = Math.min(0, sums[from] ?? 0);
    sums[from] = (sums[from] ?? 0) - rest;
    sums[to] = (sums[to] ?? 0) + rest;
  };
  for (const entry of ledger.entries.filter(({ currency }) => currency === ledger.currency)) {
    const subject = entry.corrects ?? entry.number;
    const latest = fees.findLastIndex(({ number }) => number <= subject);
    const last = entry.isCredit
      ? fees.findLastIndex(({ number }) => number <= (ledger.endedAfter ?? 0))
      : latest;
    const index = Math.max(0, last);
    sums[index] = (sums[index] ?? 0) + getChange(ledger, entry);
  }
  // What takes more off than its registration is charged takes the rest off the one before, and what finds nothing left there,
  // such as a credit of what was waived meanwhile, off the one after.
  for (let index = sums.length - 1; index > 0; index -= 1) move(index, index - 1);
  for (let index = 1; index < sums.length; index += 1) move(index - 1, index);
  const charges = fees.map((fee, index) => ({
    tax: fee.tax === undefined ? (index === fees.length - 1 ? current : earlier) : (fee.tax ?? undefined),
    amount: sums[index] ?? 0,
  }));
  return charges.reduce<TaxedCharge[]>((grouped, { tax, amount }) => {
    const known = grouped.find((each) => isSameTax(each.tax, tax));
    const others = grouped.filter((each) => each !== known);
    return [...others, { tax, amount: amount + (known?.amount ?? 0) }];
  }, []);
}
