// The shortest way from one sequence to another (Myers, "An O(ND) Difference Algorithm and Its Variations", 1986).

/** Values that follow each other: in both sequences, or in one of them. */
export interface SequenceBlock {
  readonly kind: 'same' | 'added' | 'removed';
  readonly values: readonly string[];
}

/** The most differences that are looked for; time and memory grow with their square. With more, all is removed and added. */
const MAX_DIFFERENCES = 1500;

/** What was removed and added between two sequences whose ends differ, one value each. */
function findSteps(from: readonly string[], to: readonly string[]): SequenceBlock[] {
  const replaced: SequenceBlock[] = [
    { kind: 'removed', values: from },
    { kind: 'added', values: to },
  ];
  const most = Math.min(MAX_DIFFERENCES, from.length + to.length);
  // By diagonal, the furthest place in the first sequence; one row for each number of differences.
  const rows: Int32Array[] = [];
  const at = (row: Int32Array | undefined, diagonal: number, differences: number): number =>
    row?.[diagonal + differences + 1] ?? -1;
  for (let differences = 0; differences <= most; differences += 1) {
    const before = rows[differences - 1];
    const row = new Int32Array(2 * differences + 3).fill(-1);
    for (let diagonal = -differences; diagonal <= differences; diagonal += 2) {
      const left = at(before, diagonal - 1, differences - 1);
      const above = at(before, diagonal + 1, differences - 1);
      let x = differences === 0 ? 0 : Math.max(left < 0 ? -1 : left + 1, above);
      if (x < 0 || x > from.length || x - diagonal > to.length) continue;
      while (x < from.length && x - diagonal < to.length && from[x] === to[x - diagonal]) x += 1;
      row[diagonal + differences + 1] = x;
      if (x === from.length && x - diagonal === to.length) return walkBack([...rows, row], from, to, at);
    }
    rows.push(row);
  }
  return replaced;
}

/** The steps in their order, from the rows of places. */
function walkBack(
  rows: readonly Int32Array[],
  from: readonly string[],
  to: readonly string[],
  at: (row: Int32Array | undefined, diagonal: number, differences: number) => number,
): SequenceBlock[] {
  const steps: SequenceBlock[] = [];
  let [x, y] = [from.length, to.length];
  for (let differences = rows.length - 1; differences >= 0; differences -= 1) {
    const diagonal = x - y;
    const before = rows[differences - 1];
    const left = at(before, diagonal - 1, differences - 1);
    const above = at(before, diagonal + 1, differences - 1);
    const isRemoval = left >= 0 && left + 1 > above;
    const start = differences === 0 ? 0 : isRemoval ? left + 1 : above;
    if (x > start) steps.push({ kind: 'same', values: from.slice(start, x) });
    [x, y] = [start, start - diagonal];
    if (differences === 0) break;
    if (isRemoval) x -= 1;
    else y -= 1;
    steps.push(
      isRemoval
        ? { kind: 'removed', values: from.slice(x, x + 1) }
        : { kind: 'added', values: to.slice(y, y + 1) },
    );
  }
  return steps.reverse();
}

/** Joins steps: between two blocks that are the same, first everything that was removed, then what was added. */
function joinSteps(steps: readonly SequenceBlock[]): SequenceBlock[] {
  const blocks: SequenceBlock[] = [];
  let gap: { removed: string[]; added: string[] } = { removed: [], added: [] };
  const closeGap = (): void => {
    if (gap.removed.length > 0) blocks.push({ kind: 'removed', values: gap.removed });
    if (gap.added.length > 0) blocks.push({ kind: 'added', values: gap.added });
    gap = { removed: [], added: [] };
  };
  for (const { kind, values } of steps) {
    if (values.length === 0) continue;
    if (kind !== 'same') {
      gap[kind].push(...values);
      continue;
    }
    closeGap();
    const last = blocks.at(-1);
    if (last?.kind === 'same') blocks[blocks.length - 1] = { kind, values: [...last.values, ...values] };
    else blocks.push({ kind, values });
  }
  closeGap();
  return blocks;
}

/** The blocks of two sequences, in their order. What is equal at both ends costs no search. */
export function diffSequences(from: readonly string[], to: readonly string[]): SequenceBlock[] {
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) start += 1;
  let end = 0;
  const rest = Math.min(from.length, to.length) - start;
  while (end < rest && from[from.length - 1 - end] === to[to.length - 1 - end]) end += 1;
  return joinSteps([
    { kind: 'same', values: from.slice(0, start) },
    ...findSteps(from.slice(start, from.length - end), to.slice(start, to.length - end)),
    { kind: 'same', values: from.slice(from.length - end) },
  ]);
}
