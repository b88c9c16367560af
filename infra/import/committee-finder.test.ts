// Names of committees as sources write them, and what they are compared by.
import { expect, it } from 'vitest';
import { bareName } from './committee-finder.ts';

it.each([
  ['House Committee on Ways and Means', 'Ways & Means'],
  ['House Permanent Select Committee on Intelligence', 'House Intelligence (Permanent Select)'],
  ['Senate Committee on the Judiciary', 'Judiciary'],
  ['House Committee on Energy and Commerce', 'Energy & Commerce Committee'],
])('%s is %s', (one, other) => {
  expect(bareName(one)).toBe(bareName(other));
});

it('tells others apart, and keeps a name that has no other words', () => {
  expect(bareName('House Finance')).not.toBe(bareName('House Judiciary'));
  expect(bareName('House Committee')).toBe('house-committee');
});
