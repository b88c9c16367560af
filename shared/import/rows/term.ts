// Reads the start and end of a role, a position or a membership.
import type { ValueCollector } from './value-collector.ts';
import { type Cell, parseDay } from './values.ts';

/** The days of a term; an open end is absent. */
export interface Term {
  readonly startDate?: string;
  readonly endDate?: string;
}

/**
 * The term of a role, or `undefined` when it ends before it starts. Such a term is wrong at one of its ends and
 * it is unknown which, so the role is left out and reported while the person is imported: one mistyped date of ten
 * years ago is no reason to lose a member.
 *
 * @param of the role, as the message should show it
 */
export function parseTerm(
  start: Cell | undefined,
  end: Cell | undefined,
  of: string,
  collector: ValueCollector,
): Term | undefined {
  const startDate = collector.accept(start && parseDay(start));
  const endDate = collector.accept(end && parseDay(end));
  if (startDate !== undefined && endDate !== undefined && endDate < startDate) {
    collector.leaveOut({
      field: end?.field ?? 'end',
      reason: `ends (${endDate}) before it starts (${startDate}); left out: ${of}`,
      value: endDate,
    });
    return undefined;
  }
  return { ...(startDate === undefined ? {} : { startDate }), ...(endDate === undefined ? {} : { endDate }) };
}
