import { expect, test } from 'vitest';
import { createWorkQueue, WaitedTooLong } from './work-queue.ts';

test('at most the limit runs at once, in the order of arrival, and a failure frees its turn', async () => {
  const queue = createWorkQueue(2);
  const began: number[] = [];
  const ends: (() => void)[] = [];
  const all = [0, 1, 2, 3].map((number) =>
    queue(async () => {
      began.push(number);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (number === 0) throw new Error('failed');
      return number;
    }),
  );
  const outcomes = Promise.allSettled(all);
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  await settle();
  expect(began).toEqual([0, 1]);
  ends[0]?.();
  await settle();
  expect(began).toEqual([0, 1, 2]);
  ends[1]?.();
  ends[2]?.();
  await settle();
  expect(began).toEqual([0, 1, 2, 3]);
  ends[3]?.();
  expect((await outcomes).map(({ status }) => status)).toEqual([
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
});

test('work whose turn does not come in time is given up before it begins, and its place is not lost', async () => {
  const queue = createWorkQueue(1, 20);
  let end = () => {};
  const first = queue(() => new Promise<string>((resolve) => (end = () => resolve('first'))));
  let hasBegun = false;
  await expect(queue(async () => (hasBegun = true))).rejects.toBeInstanceOf(WaitedTooLong);
  end();
  expect(await first).toBe('first');
  expect(hasBegun).toBe(false);
  expect(await queue(async () => 'next')).toBe('next');
});

test('one party has its share at once; others pass it, the one with the least work first', async () => {
  const queue = createWorkQueue(3, undefined, 2);
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const begin = (name: string, party: string) =>
    queue(async () => {
      began.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
    }, party);
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const all = [begin('a1', 'a'), begin('a2', 'a'), begin('a3', 'a'), begin('b1', 'b'), begin('c1', 'c')];
  await settle();
  expect(began).toEqual(['a1', 'a2', 'b1']);
  ends.get('a1')?.();
  await settle();
  expect(began).toEqual(['a1', 'a2', 'b1', 'c1']);
  ends.get('b1')?.();
  await settle();
  expect(began).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
  for (const end of ends.values()) end();
  await Promise.all(all);
});
