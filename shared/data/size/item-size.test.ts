import { expect, it } from 'vitest';
import { listLargestMembers, measureItem, measureValue } from './item-size.ts';

it.each([
  ['a text', 'bill', 4],
  ['a text of other scripts', 'é県😀', 9],
  ['a long text', 'é'.repeat(50), 100],
  ['null', null, 1],
  ['true', true, 1],
  ['bytes', new Uint8Array(7), 7],
  ['zero', 0, 2],
  ['two digits', 42, 2],
  ['three digits', 421, 4],
  ['digits before trailing zeroes', 4_200_000, 3],
  ['a negative number', -42, 4],
  ['a fraction', 0.25, 3],
  ['a tiny number', 1.5e-7, 3],
  ['an empty list', [], 3],
  ['a list', ['a', 'bb'], 3 + 2 + 3],
  ['a set', new Set(['a', 'bb']), 3 + 2 + 3],
  ['a map', { a: 1, bc: 'd', none: undefined }, 3 + (1 + 2 + 1) + (2 + 1 + 1)],
  ['a list of maps', [{ a: {} }], 3 + (3 + (1 + 3 + 1)) + 1],
])('%s has the bytes that DynamoDB counts', (_, value, bytes) => {
  expect(measureValue(value)).toBe(bytes);
});

it('an item has the bytes of its names and values', () => {
  expect(measureItem({ pk: 'T#a', sk: 'X', note: 'é', none: undefined })).toBe(5 + 3 + 6);
});

it('the largest members come first, without small ones and those that say where the item is', () => {
  const text = (bytes: number) => 'x'.repeat(bytes);
  const item = {
    ...{ pk: text(1200), type: 'person', name: text(1019), title: text(1020), note: text(1021), id: 'a' },
    links: [text(2000)],
  };
  expect(listLargestMembers(item, 5)).toEqual([
    { name: 'links', bytes: 5 + 3 + 2001 },
    { name: 'title', bytes: 1025 },
    { name: 'note', bytes: 1025 },
  ]);
  expect(listLargestMembers(item, 1)).toEqual([{ name: 'links', bytes: 2009 }]);
});
