// Lists are sorted by a value and then by id, and the descending order is the exact reverse.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameSort, sortByField, sortByValue } from './sort.ts';

describe('the order of entries', () => {
  const entries = [
    { id: '1', name: 'éclair', price: 20 },
    { id: '3', name: 'Zebra' },
    { id: '2', name: 'Apple', price: 20 },
    { id: '4', name: 'banana', price: 3 },
  ];
  const ids = (field: 'name' | 'price', direction: 'asc' | 'desc'): string =>
    sortByField(entries, field, direction)
      .map(({ id }) => id)
      .join('');

  it('ignores case and accents in names', () => expect(ids('name', 'asc')).toBe('2413'));
  it('puts entries without a value first, and sorts equal values by id', () =>
    expect(ids('price', 'asc')).toBe('3412'));
  it('is exactly the reverse when descending', () => expect(ids('price', 'desc')).toBe('2143'));

  it('does not depend on the order before, whatever the values are', () => {
    const value = fc.oneof(fc.string({ maxLength: 3 }), fc.integer(), fc.constant(undefined));
    fc.assert(
      fc.property(fc.array(value, { maxLength: 20 }), (values) => {
        const rows = values.map((one, index) => ({ id: String(index).padStart(2, '0'), one }));
        const sorted = sortByValue(rows, ({ one }) => one);
        expect(sortByValue(rows.toReversed(), ({ one }) => one)).toEqual(sorted);
        expect(sortByValue(rows, ({ one }) => one, 'desc')).toEqual(sorted.toReversed());
      }),
    );
  });
});

it('equal names have sort texts in the order of their ids', () => {
  expect(nameSort({ name: 'Änne', id: '2' })).toBe('anne#2');
  expect(nameSort({ name: 'Van', id: '9' }) < nameSort({ name: 'Van Dyke', id: '1' })).toBe(true);
});
