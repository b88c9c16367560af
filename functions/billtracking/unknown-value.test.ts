import { expect, it } from 'vitest';
import { validateStateId } from './unknown-value.ts';

it('a state is named by its FIPS code, the Congress by 0, and none is valid', () => {
  expect([0, 53, 11, undefined].flatMap((id) => validateStateId(id))).toEqual([]);
  expect([3, 99, -1].map((id) => validateStateId(id).length)).toEqual([1, 1, 1]);
});
