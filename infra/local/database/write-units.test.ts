// The units of a write: the guide's examples, and the figures others measured on AWS (github.com/nubo-db/dynoxide/pull/188).
import { describe, expect, test } from 'vitest';
import { computeWriteUnits, measureItem, type StoredItem } from './write-units.ts';

const key = { pk: { S: 'a' }, sk: { S: 'b' } };
/** An item of so many bytes. */
const itemOf = (bytes: number, more: StoredItem = {}): StoredItem => {
  const item = { ...key, ...more, v: { S: '' } };
  return { ...item, v: { S: 'x'.repeat(bytes - measureItem(item)) } };
};
const listed = (sort: string) => ({ gsi1pk: { S: 'list' }, gsi1sk: { S: sort } });
const due = (sort: string) => ({ ...listed(sort), gsi2pk: { S: 'work' } });
const inTransaction = true;

describe('the size of an item', () => {
  test.each([
    ['a text in UTF-8, with its name', { é: { S: '₂' } }, 5],
    ['a number by two digits, without zeros at its ends', { n: { N: '100' } }, 3],
    ['a number with digits on both sides of the point', { n: { N: '123.450' } }, 5],
    ['a fraction', { n: { N: '0.0012' } }, 3],
    ['a number below zero', { n: { N: '-42' } }, 4],
    ['zero', { n: { N: '0' } }, 2],
    ['true and null', { b: { BOOL: true }, n: { NULL: true } }, 4],
    ['bytes', { b: { B: new Uint8Array(7) } }, 8],
    ['sets', { s: { SS: ['a', 'bc'] }, n: { NS: ['1', '200'] } }, 9],
    ['an empty list and an empty map', { l: { L: [] }, m: { M: {} } }, 8],
    [
      'a list and a map, a byte for each element',
      { l: { L: [{ S: 'ab' }] }, m: { M: { k: { S: 'v' } } } },
      14,
    ],
  ] satisfies [string, StoredItem, number][])('counts %s', (_, item, bytes) => {
    expect(measureItem(item)).toBe(bytes);
  });
});

describe('a write', () => {
  test('costs a unit for each KB begun of the larger item', () => {
    expect(computeWriteUnits({ after: itemOf(1024) })).toBe(1);
    expect(computeWriteUnits({ after: itemOf(1025) })).toBe(2);
    expect(computeWriteUnits({ before: itemOf(3000), after: itemOf(100) })).toBe(3);
    expect(computeWriteUnits({ before: itemOf(3000) })).toBe(3);
  });

  test('costs a unit when there is no item', () => {
    expect(computeWriteUnits({})).toBe(1);
  });
});

describe('a transaction', () => {
  test('costs twice the units of each item: three of 500 bytes are six', () => {
    const writes = Array.from({ length: 3 }, () =>
      computeWriteUnits({ after: itemOf(500) }, { inTransaction }),
    );
    expect(writes).toEqual([2, 2, 2]);
  });

  test('doubles the units of the table and not those of an index', () => {
    expect(computeWriteUnits({ after: itemOf(500, listed('1')) }, { inTransaction })).toBe(3);
    const [before, after] = [itemOf(1517, listed('1')), itemOf(1517, listed('2'))];
    expect(computeWriteUnits({ before, after }, { inTransaction })).toBe(4 + 4);
  });

  test('costs for a check what a write of the same item costs, and nothing in an index', () => {
    const item = itemOf(3000, due('1'));
    expect(computeWriteUnits({ before: item, after: item }, { inTransaction })).toBe(6);
    expect(computeWriteUnits({}, { inTransaction })).toBe(2);
  });
});

describe('an index', () => {
  /** The units that are not the table's, of items of less than a KB. */
  const count = (before?: StoredItem, after?: StoredItem) => computeWriteUnits({ before, after }) - 1;

  test('is written when an item comes into it and when it leaves it', () => {
    expect(count(undefined, itemOf(500, listed('1')))).toBe(1);
    expect(count(itemOf(500), itemOf(500, listed('1')))).toBe(1);
    expect(count(itemOf(500, listed('1')), itemOf(500))).toBe(1);
    expect(count(itemOf(500, listed('1')))).toBe(1);
  });

  test('is written twice when the item moves in it', () => {
    expect(count(itemOf(500, listed('1')), itemOf(500, listed('2')))).toBe(2);
  });

  test('is written once, by the larger entry, when what it has of the item changes', () => {
    const [small, large] = [itemOf(100, listed('1')), itemOf(3000, listed('1'))];
    expect(computeWriteUnits({ before: large, after: small })).toBe(3 + 3);
  });

  test('is not written when what it has of the item stays', () => {
    const item = itemOf(500, due('1'));
    expect(count(item, item)).toBe(0);
  });

  test('of keys alone is not written when other attributes change, and takes one unit whatever the size', () => {
    const [before, after] = [itemOf(2000, due('1')), itemOf(2001, due('1'))];
    expect(computeWriteUnits({ before, after })).toBe(2 + 2);
    expect(computeWriteUnits({ after })).toBe(2 + 2 + 1);
  });
});
