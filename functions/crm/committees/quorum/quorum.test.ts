// How many voting members a meeting needs.
import { expect, it } from 'vitest';
import { countRequired } from './quorum.ts';

it.each([
  [0, undefined, 1],
  [1, undefined, 1],
  [4, undefined, 3],
  [5, undefined, 3],
  [9, { rule: 'percent', percent: 50 }, 5],
  [9, { rule: 'percent', percent: 100 }, 9],
  [0, { rule: 'percent', percent: 40 }, 1],
  [9, { rule: 'members', members: 7 }, 7],
] as const)('of %i voting members the rule %j needs %i', (voters, rule, required) => {
  expect(countRequired(voters, rule)).toBe(required);
});
