// Collects the values of a row that can be stored and the problems of those that are left out.
import type { RowProblem } from './row-source.ts';
import type { ParsedValue } from './values.ts';

/** Passes valid values through and collects the problems of the others. */
export interface ValueCollector {
  readonly leftOut: readonly RowProblem[];
  /** The value, or `undefined` after noting its problem. */
  accept<T>(value: ParsedValue<T> | undefined): T | undefined;
  /** Adds a value that is left out. */
  leaveOut(problem: RowProblem): void;
}

/** A collector for one row. */
export function createValueCollector(): ValueCollector {
  const leftOut: RowProblem[] = [];
  return {
    leftOut,
    accept(value) {
      if (value === undefined) return undefined;
      if ('value' in value) return value.value;
      leftOut.push(value.problem);
      return undefined;
    },
    leaveOut(problem) {
      leftOut.push(problem);
    },
  };
}
