// What is told of many measurements: the middle one and the two ends.

/** Measurements of one thing. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/**
 * The median with the ends.
 * @throws RangeError when nothing was measured
 */
export function computeSpread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const [min] = sorted;
  const max = sorted.at(-1);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (min === undefined || max === undefined || upper === undefined || lower === undefined)
    throw new RangeError('There is no median of nothing');
  return { median: (upper + lower) / 2, min, max };
}
