import { expect, it } from 'vitest';
import { sumCountedCredits } from './self-reported-limit.ts';

const reported = (credits: number, earnedDate: string) =>
  ({ credits, earnedDate, source: 'selfReported' }) as const;
const attended = { credits: 3, earnedDate: '2026-02-01', source: 'attendance' } as const;

it('counts every credit where a type has no limit', () => {
  expect(sumCountedCredits([reported(4.5, '2026-01-01'), attended], undefined)).toBe(7.5);
});

it('counts self-reported credits up to the limit of the term, and all others', () => {
  const credits = [reported(4, '2025-12-31'), reported(4, '2026-01-01'), attended];
  expect(sumCountedCredits(credits, { maximum: 5, period: 'Term' })).toBe(8);
});

it('counts self-reported credits up to the limit of each calendar year', () => {
  const credits = [reported(4, '2025-12-31'), reported(2, '2025-01-01'), reported(4, '2026-01-01'), attended];
  expect(sumCountedCredits(credits, { maximum: 5, period: 'CalendarYear' })).toBe(12);
});

it('counts no self-reported credit with a limit of 0', () => {
  expect(sumCountedCredits([reported(4, '2026-01-01'), attended], { maximum: 0, period: 'Term' })).toBe(3);
});
