// Whether a term with a start and an end is active, and whether two have a day in common.

/** A term: days as YYYY-MM-DD, both included; an absent end is open. */
export interface Term {
  readonly startDate?: string | null | undefined;
  readonly endDate?: string | null | undefined;
}

/** A day that is computed only where it decides: between two days, both as YYYY-MM-DD. */
export interface DayBetween {
  readonly earliest: string;
  readonly latest: string;
  readonly compute: () => string;
}

/** The day on which terms are checked: YYYY-MM-DD, or one that is computed only where it decides. */
export type CheckedDay = string | DayBetween;

const hasCome = (date: string, today: CheckedDay): boolean =>
  typeof today === 'string'
    ? date <= today
    : date <= today.earliest || (date <= today.latest && date <= today.compute());

const hasPassed = (date: string, today: CheckedDay): boolean =>
  typeof today === 'string'
    ? date < today
    : date < today.earliest || (date < today.latest && date < today.compute());

/**
 * Whether a term holds on a day: both its ends belong to it, an absent end is open. Activity is computed from
 * the dates and never stored (docs/interface/crm.md#dates-in-force; "current = start ≤ today ≤ end").
 *
 * @param term dates as YYYY-MM-DD
 * @param today the day to check
 */
export function isInForce(term: Term, today: CheckedDay): boolean {
  return (
    (!term.startDate || hasCome(term.startDate, today)) && (!term.endDate || !hasPassed(term.endDate, today))
  );
}

/** Whether there is a day in both terms. */
export const overlap = (a: Term, b: Term): boolean =>
  (!a.endDate || !b.startDate || b.startDate <= a.endDate) &&
  (!b.endDate || !a.startDate || a.startDate <= b.endDate);

/** "from 2026-01-01 to 2026-12-31", as messages say it. */
export function describeTerm({ startDate, endDate }: Term): string {
  if (startDate && endDate) return `from ${startDate} to ${endDate}`;
  if (startDate) return `from ${startDate} without an end`;
  return endDate ? `to ${endDate}, without a start` : 'without start and end';
}
