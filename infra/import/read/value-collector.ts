// Collects what of a row could be kept and what had to be left out.
import type { Fault } from './row-source.ts';
import type { Value } from './values.ts';

/** Takes values as they are read: good ones pass, the faults of the others are collected. */
export interface Keeper {
  readonly leftOut: readonly Fault[];
  /** The value, or `undefined` after noting its fault. */
  keep<T>(value: Value<T> | undefined): T | undefined;
  /** Notes something that is left out. */
  leave(fault: Fault): void;
}

/** A keeper for one row. */
export function createValueCollector(): Keeper {
  const leftOut: Fault[] = [];
  return {
    leftOut,
    keep(value) {
      if (value === undefined) return undefined;
      if ('is' in value) return value.is;
      leftOut.push(value.fault);
      return undefined;
    },
    leave(fault) {
      leftOut.push(fault);
    },
  };
}
