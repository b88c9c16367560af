// What a new version of the legislation days moves (docs/interface/billtracking.md#legislation-days).
import { expect, it } from 'vitest';
import { computeEffect } from './effect.ts';

const days = (...dates: string[]) => dates.map((date, index) => ({ legislativeDay: index + 1, date }));
const before = { days: days('2027-01-11', '2027-01-12', '2027-01-13'), isComplete: true, crossoverDay: 2 };

it('nothing moves when nothing differs', () => {
  expect(computeEffect(before, before)).toEqual({ deadlines: [], days: [] });
});

it('a day that moves takes its deadline along, by so many calendar days', () => {
  const after = { ...before, days: days('2027-01-11', '2027-01-14', '2027-01-15') };
  expect(computeEffect(before, after)).toEqual({
    deadlines: [
      {
        deadline: 'crossover',
        before: { legislativeDay: 2, date: '2027-01-12' },
        after: { legislativeDay: 2, date: '2027-01-14' },
        calendarDays: 2,
      },
      {
        deadline: 'sineDie',
        before: { legislativeDay: 3, date: '2027-01-13' },
        after: { legislativeDay: 3, date: '2027-01-15' },
        calendarDays: 2,
      },
    ],
    days: [
      { legislativeDay: 2, before: '2027-01-12', after: '2027-01-14', calendarDays: 2 },
      { legislativeDay: 3, before: '2027-01-13', after: '2027-01-15', calendarDays: 2 },
    ],
  });
});

it('a deadline on another day moves although the days do not', () => {
  expect(computeEffect(before, { ...before, crossoverDay: 1 })).toMatchObject({
    deadlines: [{ deadline: 'crossover', calendarDays: -1 }],
    days: [],
  });
});

it('everything of the first version is new, without a distance', () => {
  const { deadlines, days: moved } = computeEffect(undefined, before);
  expect(deadlines.map(({ before: was, calendarDays }) => [was, calendarDays])).toEqual([
    [undefined, undefined],
    [undefined, undefined],
  ]);
  expect(moved).toHaveLength(3);
});

it('a day that is left out has no date afterwards', () => {
  const after = { ...before, days: before.days.slice(0, 2) };
  expect(computeEffect(before, after).days).toEqual([
    { legislativeDay: 3, before: '2027-01-13', after: undefined, calendarDays: undefined },
  ]);
});
