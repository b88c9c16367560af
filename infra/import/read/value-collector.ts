// Collects what of a row could be kept and what had to be left out.
import type { RowProblem } from './row-source.ts';
import type { ParsedValue } from './values.ts';

/** Takes values as they are read: good ones pass, the faults of the others are collected. */
export interface ValueCollector {
  readonly leftOut: readonly RowProblem[];
  /** The value, or `undefined` after noting its fault. */
  accept<T>(value: ParsedValue<T> | undefined): T | undefined;
  /** Notes something that is left out. */
  leaveOut(fault: RowProblem): void;
}

/** A keeper for one row. */
export function createValueCollector(): ValueCollector {
  const leftOut: RowProblem[] = [];
  return {
    leftOut,
    accept(value) {
      if (value === undefined) return undefined;
      if ('is' in value) return value.is;
      leftOut.push(value.fault);
      return undefined;
    },
    leaveOut(fault) {
      leftOut.push(fault);
    },
  };
}
