// Whether a term with a start and an end is active.

/**
 * Whether a term holds on a day: both its ends belong to it, an absent end is open. Activity is computed from
 * the dates and never stored (docs/interface/crm.md#dates-in-force; "current = start ≤ today ≤ end").
 *
 * @param term dates as YYYY-MM-DD
 * @param today the day to check, as YYYY-MM-DD
 */
export function isInForce(
  term: { readonly startDate?: string | null; readonly endDate?: string | null },
  today: string,
): boolean {
  return (!term.startDate || term.startDate <= today) && (!term.endDate || today <= term.endDate);
}
