// Tests the text of a validity period (docs/interface/training.md#validity-periods).
import { expect, it } from 'vitest';
import { formatValidityPeriod } from './present.ts';

it.each([
  [{ years: 3 }, '3 years'],
  [{ years: 1, months: 1, days: 1 }, '1 year, 1 month, 1 day'],
  [{ years: 2, months: 6, days: 0 }, '2 years, 6 months'],
  [{ days: 365 }, '365 days'],
  [{ years: 0 }, null],
  [undefined, null],
])('%j is %s', (period, words) => expect(formatValidityPeriod(period)).toBe(words));
