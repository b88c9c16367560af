// Tests that cycles of parents are found (docs/interface/crm.md#organization-tree: "reject self-parent and any cycle,
// naming the path").
import { describe, expect, it } from 'vitest';
import { findCycles } from './find-cycles.ts';

describe('findCycles', () => {
  it('finds none in a tree', () => {
    expect(
      findCycles(
        new Map([
          ['a', 'b'],
          ['b', 'c'],
          ['c', undefined],
          ['d', 'b'],
        ]),
      ),
    ).toEqual([]);
  });

  it('finds a record that is its own parent and longer cycles, but not their descendants', () => {
    const parents = new Map<string, string>([
      ['a', 'a'],
      ['x', 'b'],
      ['b', 'c'],
      ['c', 'd'],
      ['d', 'b'],
    ]);
    expect(findCycles(parents)).toEqual([['a'], ['b', 'c', 'd']]);
  });

  it('accepts ten thousand levels', () => {
    const parents = new Map(Array.from({ length: 10_000 }, (_, level) => [String(level), String(level + 1)]));
    expect(findCycles(parents)).toEqual([]);
  });
});
