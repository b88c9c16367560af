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
 * nobody here can tell which, so the role it belongs to is left out and told, while the person stays: one
 * mistyped date of ten years ago is no reason to lose a member.
 *
 * @param of the role, as the message should show it
 */
export function parseTerm(
  start: Cell | undefined,
  end: Cell | undefined,
  of: string,
  keeper: ValueCollector,
): Term | undefined {
  const startDate = keeper.accept(start && parseDay(start));
  const endDate = keeper.accept(end && parseDay(end));
  if (startDate !== undefined && endDate !== undefined && endDate < startDate) {
    keeper.leaveOut({
      field: end?.field ?? 'end',
      reason: `ends (${endDate}) before it starts (${startDate}); left out: ${of}`,
      value: endDate,
    });
    return undefined;
  }
  return { ...(startDate === undefined ? {} : { startDate }), ...(endDate === undefined ? {} : { endDate }) };
}
