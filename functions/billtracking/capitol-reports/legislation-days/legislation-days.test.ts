// The map from legislative days to dates (docs/interface/billtracking.md#legislation-days).
import { describe, expect, it } from 'vitest';
import { type DayMap, deadlineDay, validateDayMap, validateWithinSession } from './legislation-days.ts';

const day = (legislativeDay: number | null, date: string) => ({ legislativeDay, date });
const days = [day(1, '2027-01-11'), day(null, '2027-01-12'), day(2, '2027-01-13'), day(3, '2027-01-14')];
const validate = (map: Partial<DayMap>) =>
  validateDayMap({ days, isComplete: false, ...map }).map(({ code, target }) => `${code} ${target}`);

describe('the rows of a map', () => {
  it('have numbers without gaps, days in adjournment left out, and later dates', () => {
    expect(validate({})).toEqual([]);
    expect(validate({ days: [day(1, '2027-01-11'), day(3, '2027-01-12')] })).toEqual([
      'OUT_OF_RANGE days[1].legislativeDay',
    ]);
    expect(validate({ days: [day(2, '2027-01-11'), day(1, '2027-01-12')] })).toEqual([
      'OUT_OF_RANGE days[1].legislativeDay',
    ]);
    expect(validate({ days: [day(1, '2027-01-11'), day(1, '2027-01-12')] })).toEqual([
      'DUPLICATE_VALUE days[1].legislativeDay',
    ]);
    expect(validate({ days: [day(1, '2027-01-11'), day(2, '2027-01-11')] })).toEqual([
      'DUPLICATE_VALUE days[1].date',
    ]);
    expect(validate({ days: [day(1, '2027-01-11'), day(null, '2027-01-10')] })).toEqual([
      'OUT_OF_RANGE days[1].date',
    ]);
  });

  it('are one error where one is wrong', () => {
    const wrong = [day(1, '2027-01-11'), day(5, '2027-01-12'), day(6, '2027-01-13')];
    expect(validate({ days: wrong })).toEqual(['OUT_OF_RANGE days[1].legislativeDay']);
  });

  it('have at least one legislative day, and in a complete map the first', () => {
    expect(validate({ days: [day(null, '2027-01-11')] })).toEqual(['REQUIRED_FIELD days']);
    expect(validate({ days: days.slice(2) })).toEqual([]);
    expect(validate({ days: days.slice(1), isComplete: true })).toEqual([
      'OUT_OF_RANGE days[1].legislativeDay',
    ]);
  });
});

describe('the deadlines of a map', () => {
  it('sine die is its last day when it is complete, and not before it otherwise', () => {
    expect(validate({ isComplete: true, sineDieDay: 3 })).toEqual([]);
    expect(validate({ isComplete: true, sineDieDay: 4 })).toEqual(['OUT_OF_RANGE sineDieDay']);
    expect(validate({ sineDieDay: 3 })).toEqual([]);
    expect(validate({ sineDieDay: 2 })).toEqual(['OUT_OF_RANGE sineDieDay']);
    expect(validate({ sineDieDay: 40 })).toEqual([]);
  });

  it('crossover is not after sine die', () => {
    expect(validate({ crossoverDay: 40, sineDieDay: 40 })).toEqual([]);
    expect(validate({ crossoverDay: 41, sineDieDay: 40 })).toEqual(['OUT_OF_RANGE crossoverDay']);
    expect(validate({ crossoverDay: 4, isComplete: true })).toEqual(['OUT_OF_RANGE crossoverDay']);
    expect(validate({ crossoverDay: 40 })).toEqual([]);
  });

  it('without a sine die day, the last day of a complete map is that day', () => {
    expect(deadlineDay({ days, isComplete: true }, 'sineDie')).toBe(3);
    expect(deadlineDay({ days, isComplete: false }, 'sineDie')).toBeUndefined();
    expect(deadlineDay({ days, isComplete: true, sineDieDay: 2 }, 'sineDie')).toBe(2);
  });
});

it('a day is at most 60 days outside of its session', () => {
  const session = {
    id: 1,
    stateId: 53,
    identifier: '2027',
    name: '2027 Session',
    classification: 'primary',
  } as const;
  const countFaults = (date: string) =>
    validateWithinSession(
      { days: [day(1, date)], isComplete: false },
      { ...session, startDate: '2027-03-02', endDate: '2027-04-01' },
    ).length;
  expect(['2027-01-01', '2027-05-31'].map(countFaults)).toEqual([0, 0]);
  expect(['2026-12-31', '2027-06-01'].map(countFaults)).toEqual([1, 1]);
  expect(validateWithinSession({ days: [day(1, '1999-01-01')], isComplete: false }, session)).toEqual([]);
});
