// Whether a term with a start and an end is active, and whether two have a day in common.

/** A term: days as YYYY-MM-DD, both included; an absent end is open. */
export interface Term {
  readonly startDate?: string | null | undefined;
  readonly endDate?: string | null | undefined;
}

/**
 * Whether a term holds on a day: both its ends belong to it, an absent end is open. Activity is computed from
 * the dates and never stored (docs/interface/crm.md#dates-in-force; "current = start ≤ today ≤ end").
 *
 * @param term dates as YYYY-MM-DD
 * @param today the day to check, as YYYY-MM-DD
 */
export function isInForce(term: Term, today: string): boolean {
  return (!term.startDate || term.startDate <= today) && (!term.endDate || today <= term.endDate);
}

/** Whether there is a day in both terms. */
export const overlap = (a: Term, b: Term): boolean =>
  (!a.endDate || !b.startDate || b.startDate <= a.endDate) &&
  (!b.endDate || !a.startDate || a.startDate <= b.endDate);
