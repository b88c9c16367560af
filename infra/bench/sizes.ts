// How large the bundles of all functions are, and what the largest hold at their start.
import type { Bundle } from '../aws/bundle.ts';
import { computeSpread, type Spread } from './statistics.ts';

/** A function's bundle in bytes: what it loads at its start, of which packages, and the whole folder. */
export interface BundleSize {
  readonly name: string;
  readonly startup: number;
  readonly whole: number;
  readonly byPart: Readonly<Record<string, number>>;
}

/** The sizes of all. */
export interface Sizes {
  /** The largest at start first. */
  readonly all: readonly BundleSize[];
  readonly startup: Spread;
  readonly whole: Spread;
}

/** Orders the bundles by what they load at start. */
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

/** The packages and folders that take most of a bundle's start, the largest first. */
export const listLargestParts = (
  { byPart }: BundleSize,
  count: number,
): readonly (readonly [string, number])[] =>
  Object.entries(byPart)
    .sort(([, a], [, b]) => b - a)
    .slice(0, count);
