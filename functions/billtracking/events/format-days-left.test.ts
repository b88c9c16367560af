import { expect, it } from 'vitest';
import { formatDaysLeft } from './format-days-left.ts';

it('the days to a key date are in words', () => {
  expect([0, 1, 2].map(formatDaysLeft)).toEqual(['today', 'tomorrow', 'in 2 days']);
});
