// Differences of sequences (Myers 1986): what is left after removing and adding is the other sequence, in as few steps as possible.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { diffSequences } from './diff-sequences.ts';

/** The length of the longest sequence that two have in common, by the definition. */
function longestCommon(a: readonly string[], b: readonly string[]): number {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = 1; i <= a.length; i += 1)
    for (let j = 1; j <= b.length; j += 1) {
      const row = table[i] ?? [];
      row[j] =
        a[i - 1] === b[j - 1]
          ? (table[i - 1]?.[j - 1] ?? 0) + 1
          : Math.max(table[i - 1]?.[j] ?? 0, row[j - 1] ?? 0);
    }
  return table[a.length]?.[b.length] ?? 0;
}

const sequence = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });

it('without what was added it is the first sequence, without what was removed the second, and as much as possible stays', () => {
  fc.assert(
    fc.property(sequence, sequence, (from, to) => {
      const blocks = diffSequences(from, to);
      const without = (kind: string) =>
        blocks.filter((block) => block.kind !== kind).flatMap(({ values }) => values);
      expect(without('added')).toEqual(from);
      expect(without('removed')).toEqual(to);
      const same = blocks.filter(({ kind }) => kind === 'same').flatMap(({ values }) => values);
      expect(same).toHaveLength(longestCommon(from, to));
    }),
    { seed: 1, numRuns: 500 },
  );
});
