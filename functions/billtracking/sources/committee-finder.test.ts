// Names of committees as sources write them, and what they are compared by.
import { expect, it } from 'vitest';
import { normalizeCommitteeName } from './committee-finder.ts';

it.each([
  ['House Committee on Ways and Means', 'Ways & Means'],
  ['House Permanent Select Committee on Intelligence', 'House Intelligence (Permanent Select)'],
  ['Senate Committee on the Judiciary', 'Judiciary'],
  ['House Committee on Energy and Commerce', 'Energy & Commerce Committee'],
])('%s is %s', (name, other) => {
  expect(normalizeCommitteeName(name)).toBe(normalizeCommitteeName(other));
});

it('distinguishes other names, and keeps a name that has no other words', () => {
  expect(normalizeCommitteeName('House Finance')).not.toBe(normalizeCommitteeName('House Judiciary'));
  expect(normalizeCommitteeName('House Committee')).toBe('house-committee');
});
