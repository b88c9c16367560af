// The shortest way from one sequence to another, found by the library `diff` (Myers, "An O(ND) Difference Algorithm and Its
// Variations", 1986).
import { diffArrays } from 'diff';

/** Values that follow each other: in both sequences, or in one of them. */
export interface SequenceBlock {
  readonly kind: 'same' | 'added' | 'removed';
  readonly values: readonly string[];
}

/** The most differences that are looked for: time grows with their square. With more, all is removed and added. */
const MAX_DIFFERENCES = 1500;

/** The blocks of two sequences, in their order: between two that are the same, first what was removed, then what was added. */
export function diffSequences(from: readonly string[], to: readonly string[]): SequenceBlock[] {
  const changes = diffArrays([...from], [...to], { maxEditLength: MAX_DIFFERENCES }) ?? [
    { removed: true, added: false, value: [...from] },
    { removed: false, added: true, value: [...to] },
  ];
  const blocks: SequenceBlock[] = [];
  let gap: { readonly removed: string[]; readonly added: string[] } = { removed: [], added: [] };
  const closeGap = (): void => {
    for (const kind of ['removed', 'added'] as const)
      if (gap[kind].length > 0) blocks.push({ kind, values: gap[kind] });
    gap = { removed: [], added: [] };
  };
  for (const { removed, added, value } of changes)
    if (removed) gap.removed.push(...value);
    else if (added) gap.added.push(...value);
    else {
      closeGap();
      blocks.push({ kind: 'same', values: value });
    }
  closeGap();
  return blocks;
}
