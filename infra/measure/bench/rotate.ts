// The order in which contenders are measured.

/** The list, starting at another entry each round, so that none always runs after the same neighbour. */
export function rotate<T>(list: readonly T[], round: number): readonly T[] {
  const index = round % Math.max(1, list.length);
  return [...list.slice(index), ...list.slice(0, index)];
}
