// Statistics of repeated measurements: the median and the range.

/** The median and the range of measurements. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/**
 * Computes the median and the range.
 * @throws RangeError when there are no values
 */
export function computeSpread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const [min] = sorted;
  const max = sorted.at(-1);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  if (min === undefined || max === undefined || upper === undefined || lower === undefined)
    throw new RangeError('There is no median of no values');
  return { median: (upper + lower) / 2, min, max };
}
