// How large the bundles of all functions are, and what the largest hold at their start.
import type { Bundle } from '../aws/bundle.ts';
import { type Spread, spreadOf } from './statistics.ts';

/** A function's bundle in bytes: what it loads at its start, of which packages, and the whole folder. */
export interface BundleSize {
  readonly name: string;
  readonly atStart: number;
  readonly whole: number;
  readonly of: Readonly<Record<string, number>>;
}

/** The sizes of all. */
export interface Sizes {
  /** The largest at start first. */
  readonly all: readonly BundleSize[];
  readonly atStart: Spread;
  readonly whole: Spread;
}

/** Orders the bundles by what they load at start. */
export function sizesOf(bundles: ReadonlyMap<string, Pick<Bundle, 'bytes' | 'atStart'>>): Sizes {
  const all = [...bundles]
    .map(([name, { bytes, atStart }]) => ({ name, atStart: atStart.bytes, whole: bytes, of: atStart.of }))
    .sort((a, b) => b.atStart - a.atStart);
  return {
    all,
    atStart: spreadOf(all.map(({ atStart }) => atStart)),
    whole: spreadOf(all.map(({ whole }) => whole)),
  };
}

/** The packages and folders that take most of a bundle's start, the largest first. */
export const listLargestParts = ({ of }: BundleSize, count: number): readonly (readonly [string, number])[] =>
  Object.entries(of)
    .sort(([, a], [, b]) => b - a)
    .slice(0, count);
