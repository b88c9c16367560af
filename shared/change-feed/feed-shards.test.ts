// The width of a feed: it follows what a tenant changes, and a reader looks wherever a change may be.
import { describe, expect, it } from 'vitest';
import {
  adjustWidths,
  busyChangesPerSecond,
  chooseShard,
  countShards,
  type FeedWidth,
} from './feed-shards.ts';

const hour = 3_600_000;

describe('the width of a feed', () => {
  it('stays one for a tenant that changes little', () => {
    expect(adjustWidths([], busyChangesPerSecond - 1, hour)).toEqual([]);
  });

  it('grows with a busy second, as far as 16, and is one again after a quiet hour', () => {
    const four = adjustWidths([], busyChangesPerSecond, hour);
    expect(four).toEqual([{ from: hour, shards: 4 }]);
    expect(adjustWidths(four, busyChangesPerSecond, hour + 1)).toBe(four);
    const sixteen = adjustWidths(four, 2 * busyChangesPerSecond, hour + 1);
    expect(sixteen.at(-1)).toEqual({ from: hour + 1, shards: 16 });
    expect(adjustWidths(sixteen, 100_000, hour + 2)).toBe(sixteen);
    expect(adjustWidths(sixteen, 1, 2 * hour)).toBe(sixteen);
    expect(adjustWidths(sixteen, 1, 2 * hour + 2).at(-1)).toEqual({ from: 2 * hour + 2, shards: 1 });
  });

  it('is stored for the last twenty times only, and what is left out still counts as the wider one', () => {
    let history: readonly FeedWidth[] = [];
    for (let round = 1; round <= 40; round += 1)
      history = adjustWidths(history, round % 2 === 1 ? busyChangesPerSecond : 0, round * 2 * hour);
    expect(history).toHaveLength(20);
    expect(history[0]).toMatchObject({ from: 2 * hour, shards: 4 });
  });
});

describe('a reader', () => {
  const history = [
    { from: 10 * hour, shards: 16 },
    { from: 12 * hour, shards: 1 },
  ];

  it('looks in the listings of the time that it reads, and a minute around it', () => {
    expect(countShards([], 0, hour)).toBe(1);
    expect(countShards(history, 0, 9 * hour)).toBe(1);
    expect(countShards(history, 9 * hour, 10 * hour - 60_000)).toBe(16);
    expect(countShards(history, 12 * hour + 60_000, 13 * hour)).toBe(16);
    expect(countShards(history, 12 * hour + 60_001, 13 * hour)).toBe(1);
  });

  it('finds every change in one of them, evenly spread', () => {
    const counts = new Map<number, number>();
    for (let index = 0; index < 16_000; index += 1) {
      const shard = chooseShard([{ from: 0, shards: 16 }], `0001700000000-${index}`);
      counts.set(shard, (counts.get(shard) ?? 0) + 1);
    }
    expect([...counts.keys()].sort((a, b) => a - b)).toEqual(Array.from({ length: 16 }, (_, n) => n));
    expect(Math.max(...counts.values())).toBeLessThan(1_200);
  });
});
