// Collects the values of a row that can be stored and the problems of those that are left out.
import type { RowProblem } from './row-source.ts';
import { type ParsedValue, parseLink, readText } from './values.ts';

/** Passes valid values through and collects the problems of the others. */
export interface ValueCollector {
  readonly leftOut: readonly RowProblem[];
  /** The value, or `undefined` after noting its problem. */
  accept<T>(value: ParsedValue<T> | undefined): T | undefined;
  /** A link, or `undefined`: one that is no link is noted, an empty one is just absent. */
  acceptLink(field: string, value: unknown): string | undefined;
  /** Adds a value that is left out. */
  leaveOut(problem: RowProblem): void;
}

/** A collector for one row. */
export function createValueCollector(): ValueCollector {
  const leftOut: RowProblem[] = [];
  const accept = <T>(value: ParsedValue<T> | undefined): T | undefined => {
    if (value === undefined) return undefined;
    if ('value' in value) return value.value;
    leftOut.push(value.problem);
    return undefined;
  };
  return {
    leftOut,
    accept,
    acceptLink(field, value) {
      const text = readText(value);
      return text === undefined ? undefined : accept(parseLink({ field, value: text }));
    },
    leaveOut(problem) {
      leftOut.push(problem);
    },
  };
}
