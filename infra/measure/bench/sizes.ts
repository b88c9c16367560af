// The sizes of the bundles of all functions, and what the largest load at start.
import type { Bundle } from '../../aws/bundling/bundle.ts';
import { computeSpread, type Spread } from './statistics.ts';

/** The size of a function's bundle in bytes: loaded at start, by package, and in total. */
export interface BundleSize {
  readonly name: string;
  readonly startup: number;
  readonly whole: number;
  readonly byPart: Readonly<Record<string, number>>;
}

/** The sizes of all bundles. */
export interface Sizes {
  /** In descending order of what is loaded at start. */
  readonly all: readonly BundleSize[];
  readonly startup: Spread;
  readonly whole: Spread;
}

/** Measures the bundles and orders them by what they load at start. */
export function measureSizes(bundles: ReadonlyMap<string, Pick<Bundle, 'bytes' | 'startup'>>): Sizes {
  const all = [...bundles]
    .map(([name, { bytes, startup }]) => ({
      name,
      startup: startup.bytes,
      whole: bytes,
      byPart: startup.byPart,
    }))
    .sort((a, b) => b.startup - a.startup);
  return {
    all,
    startup: computeSpread(all.map(({ startup }) => startup)),
    whole: computeSpread(all.map(({ whole }) => whole)),
  };
}

/** The largest packages and folders that a bundle loads at start, in descending order. */
export const listLargestParts = (
  { byPart }: BundleSize,
  count: number,
): readonly (readonly [string, number])[] =>
  Object.entries(byPart)
    .sort(([, a], [, b]) => b - a)
    .slice(0, count);
