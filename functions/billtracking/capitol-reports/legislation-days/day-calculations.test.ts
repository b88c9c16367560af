// Calculations with the legislative days of Georgia (docs/interface/billtracking.md#legislation-days: SR 6 of 2025,
// SR 1322 of 2010).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateOfDay, dayOfDate, daysLeftTo } from './day-calculations.ts';
import { computeEffect } from './effect.ts';
import { type DayMap, deadlineDay, validateDayMap, validateWithinSession } from './legislation-days.ts';
import type { MappedDay } from './schemas.ts';

const days = (...rows: readonly (readonly [number | null, string])[]): readonly MappedDay[] =>
  rows.map(([legislativeDay, date]) => ({ legislativeDay, date }));

/** SR 6 of 2025: the days of the first four weeks. */
const georgia: DayMap = {
  days: days(
    [1, '2025-01-13'],
    [2, '2025-01-14'],
    [3, '2025-01-15'],
    [4, '2025-01-16'],
    [5, '2025-01-17'],
    [6, '2025-01-27'],
    [7, '2025-01-28'],
    [8, '2025-01-29'],
    [9, '2025-01-30'],
    [10, '2025-02-03'],
  ),
  isComplete: false,
  crossoverDay: 28,
  sineDieDay: 40,
};

/** SR 1246 of 2008: the end of a session, with its days in adjournment. */
const georgia2008: DayMap = {
  days: days(
    [36, '2008-03-28'],
    [null, '2008-03-29'],
    [null, '2008-03-30'],
    [37, '2008-03-31'],
    [38, '2008-04-01'],
    [39, '2008-04-02'],
    [null, '2008-04-03'],
    [40, '2008-04-04'],
  ),
  isComplete: false,
  sineDieDay: 40,
};

describe('the day of a date and the date of a day', () => {
  it.each([
    ['2025-01-13', 'IN_SESSION', 1, 1],
    ['2025-01-17', 'IN_SESSION', 5, 5],
    ['2025-01-18', 'IN_ADJOURNMENT', null, 5],
    ['2025-01-26', 'IN_ADJOURNMENT', null, 5],
    ['2025-01-27', 'IN_SESSION', 6, 6],
    ['2025-02-03', 'IN_SESSION', 10, 10],
    ['2025-01-12', 'NOT_BEGUN', null, 0],
    ['2025-02-04', 'NOT_MAPPED', null, undefined],
  ])('%s is %s', (date, sitting, legislativeDay, daysBegun) => {
    expect(dayOfDate(georgia, date)).toMatchObject({ date, sitting, legislativeDay });
    expect(dayOfDate(georgia, date).daysBegun).toBe(daysBegun);
    if (legislativeDay !== null) expect(dateOfDay(georgia, legislativeDay)).toBe(date);
  });

  it('has the next legislative day, if the map has it', () => {
    expect(dayOfDate(georgia, '2025-01-20').next).toEqual({ legislativeDay: 6, date: '2025-01-27' });
    expect(dayOfDate(georgia, '2025-02-03').next).toBeUndefined();
    expect(dateOfDay(georgia, 11)).toBeUndefined();
  });

  it.each([
    ['2008-03-27', 'NOT_MAPPED', undefined],
    ['2008-03-28', 'IN_SESSION', 36],
    ['2008-03-30', 'IN_ADJOURNMENT', 36],
    ['2008-04-03', 'IN_ADJOURNMENT', 39],
    ['2008-04-04', 'IN_SESSION', 40],
    ['2008-04-05', 'ADJOURNED_SINE_DIE', 40],
  ])('%s of a map that begins after day 1 is %s', (date, sitting, daysBegun) => {
    expect(dayOfDate(georgia2008, date).sitting).toBe(sitting);
    expect(dayOfDate(georgia2008, date).daysBegun).toBe(daysBegun);
  });

  it('is NOT_MAPPED in a session without a map', () => {
    const nothing: DayMap = { days: [], isComplete: false, crossoverDay: 28 };
    expect(dayOfDate(nothing, '2025-01-13')).toMatchObject({ sitting: 'NOT_MAPPED', legislativeDay: null });
    expect(daysLeftTo(nothing, 'crossover', '2025-01-13')).toEqual({ legislativeDay: 28 });
  });
});

describe('days left', () => {
  it('are counted in legislative days even when the date of the deadline is not set yet', () => {
    expect(daysLeftTo(georgia, 'crossover', '2025-01-17')).toEqual({
      legislativeDay: 28,
      legislativeDaysLeft: 23,
      hasPassed: false,
    });
    // No legislative day passes in adjournment.
    expect(daysLeftTo(georgia, 'crossover', '2025-01-24')?.legislativeDaysLeft).toBe(23);
    expect(daysLeftTo(georgia, 'sineDie', '2025-01-01')?.legislativeDaysLeft).toBe(40);
  });

  it('are also counted in calendar days when the date is set', () => {
    expect(daysLeftTo(georgia2008, 'sineDie', '2008-03-28')).toEqual({
      legislativeDay: 40,
      date: '2008-04-04',
      legislativeDaysLeft: 4,
      calendarDaysLeft: 7,
      hasPassed: false,
    });
    expect(daysLeftTo(georgia2008, 'sineDie', '2008-03-29')).toMatchObject({
      legislativeDaysLeft: 4,
      calendarDaysLeft: 6,
    });
    // Before the first day of a map that begins later, only the calendar days are known.
    expect(daysLeftTo(georgia2008, 'sineDie', '2008-03-25')).toEqual({
      legislativeDay: 40,
      date: '2008-04-04',
      calendarDaysLeft: 10,
      hasPassed: false,
    });
  });

  it('are 0 on the day of the deadline, which has passed on the next day', () => {
    const none = { legislativeDaysLeft: 0, calendarDaysLeft: 0 };
    expect(daysLeftTo(georgia2008, 'sineDie', '2008-04-04')).toMatchObject({ ...none, hasPassed: false });
    expect(daysLeftTo(georgia2008, 'sineDie', '2008-04-05')).toMatchObject({ ...none, hasPassed: true });
  });

  it('are absent where the map does not reach', () => {
    expect(daysLeftTo(georgia, 'crossover', '2025-02-20')).toEqual({ legislativeDay: 28 });
    expect(daysLeftTo(georgia2008, 'crossover', '2008-03-28')).toBeUndefined();
  });

  it('end with the last day of a complete map, without a sine die day', () => {
    const complete: DayMap = { days: days([1, '2026-01-12'], [2, '2026-01-13']), isComplete: true };
    expect(daysLeftTo(complete, 'sineDie', '2026-01-12')?.legislativeDaysLeft).toBe(1);
    expect(daysLeftTo(complete, 'sineDie', '2026-01-14')).toMatchObject({ hasPassed: true });
  });
});

describe('the validation of a map', () => {
  it('accepts the days of Georgia', () => {
    expect([georgia, georgia2008].flatMap(validateDayMap)).toEqual([]);
  });

  it('returns every error at once, each with its row', () => {
    const details = validateDayMap({
      days: days(
        [1, '2025-01-13'],
        [3, '2025-01-14'],
        [4, '2025-01-13'],
        [4, '2025-01-15'],
        [2, '2025-01-15'],
      ),
      isComplete: false,
      crossoverDay: 41,
      sineDieDay: 40,
    });
    expect(details.map(({ code, target }) => [code, target])).toEqual([
      ['OUT_OF_RANGE', 'days[1].legislativeDay'],
      ['OUT_OF_RANGE', 'days[2].date'],
      ['DUPLICATE_VALUE', 'days[3].legislativeDay'],
      ['DUPLICATE_VALUE', 'days[4].date'],
      ['OUT_OF_RANGE', 'days[4].legislativeDay'],
      ['OUT_OF_RANGE', 'crossoverDay'],
    ]);
    expect(details[0]?.message).toBe(
      'days[1].legislativeDay must be 2 after legislative day 1, because no day may be left out, but was 3.',
    );
  });

  it.each([
    ['a complete map that begins later', { ...georgia2008, isComplete: true }, 'days[0].legislativeDay'],
    ['a complete map that ends before sine die', { ...georgia, isComplete: true }, 'sineDieDay'],
    ['days after sine die', { ...georgia, sineDieDay: 9, crossoverDay: 5 }, 'sineDieDay'],
    ['adjournment alone', { days: days([null, '2025-01-13']), isComplete: false }, 'days'],
  ])('refuses %s', (_, map, target) => {
    expect(validateDayMap(map).map((detail) => detail.target)).toEqual([target]);
  });
});

describe('the effect of a new version', () => {
  it('has the crossover that an adjournment resolution moves (SR 1322 of 2010)', () => {
    const before: DayMap = {
      days: days([29, '2010-03-23'], [30, '2010-03-24'], [31, '2010-03-25']),
      isComplete: false,
      crossoverDay: 30,
      sineDieDay: 40,
    };
    const after: DayMap = {
      ...before,
      days: days([29, '2010-03-23'], [30, '2010-03-26'], [31, '2010-03-30'], [32, '2010-04-01']),
    };
    expect(computeEffect(before, after)).toEqual({
      deadlines: [
        {
          deadline: 'crossover',
          before: { legislativeDay: 30, date: '2010-03-24' },
          after: { legislativeDay: 30, date: '2010-03-26' },
          calendarDays: 2,
        },
      ],
      days: [
        { legislativeDay: 30, before: '2010-03-24', after: '2010-03-26', calendarDays: 2 },
        { legislativeDay: 31, before: '2010-03-25', after: '2010-03-30', calendarDays: 5 },
        { legislativeDay: 32, after: '2010-04-01' },
      ],
    });
    expect(computeEffect(after, after)).toEqual({ deadlines: [], days: [] });
  });

  it('has a deadline that is added, and one that is removed', () => {
    const { deadlines } = computeEffect(georgia2008, {
      ...georgia2008,
      crossoverDay: 37,
      sineDieDay: undefined,
    });
    expect(deadlines).toEqual([
      { deadline: 'crossover', after: { legislativeDay: 37, date: '2008-03-31' } },
      { deadline: 'sineDie', before: { legislativeDay: 40, date: '2008-04-04' } },
    ]);
  });
});

describe('every valid map', () => {
  const anyMap = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.boolean()), { minLength: 1, maxLength: 60 })
    .map((steps): DayMap => {
      let [moment, number] = [Date.parse('2027-01-10'), 0];
      const mapped = steps.map(([step, isAdjourned]): MappedDay => {
        moment += step * 86_400_000;
        if (!isAdjourned) number += 1;
        return {
          legislativeDay: isAdjourned ? null : number,
          date: new Date(moment).toISOString().slice(0, 10),
        };
      });
      return { days: [...mapped, { legislativeDay: number + 1, date: '2028-12-31' }], isComplete: true };
    });

  it('finds each day by its date, and has one legislative day less left on each', () => {
    fc.assert(
      fc.property(anyMap, (map) => {
        expect(validateDayMap(map)).toEqual([]);
        const last = map.days.at(-1)?.legislativeDay ?? 0;
        for (const { legislativeDay, date } of map.days) {
          const day = dayOfDate(map, date);
          expect(day.legislativeDay).toBe(legislativeDay);
          expect(daysLeftTo(map, 'sineDie', date)?.legislativeDaysLeft).toBe(last - (day.daysBegun ?? 0));
          if (legislativeDay !== null) expect(dateOfDay(map, legislativeDay)).toBe(date);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('a wrong map says what is valid', () => {
  const rows = days([1, '2025-01-13'], [2, '2025-01-14']);
  const refuse = (more: Partial<DayMap>) =>
    validateDayMap({ days: rows, isComplete: false, ...more }).map(({ code, message }) => [code, message]);

  it.each([
    [
      { days: days([1, '2025-01-13'], [1, '2025-01-14']) },
      'DUPLICATE_VALUE',
      'days[1].legislativeDay must be unique, but was 1 as in an earlier row.',
    ],
    [
      { days: days([2, '2025-01-13'], [1, '2025-01-14']) },
      'OUT_OF_RANGE',
      'days[1].legislativeDay must be 3 after legislative day 2, because numbers must increase with the dates, but was 1.',
    ],
    [
      { days: days([1, '2025-01-13'], [null, '2025-01-13']) },
      'DUPLICATE_VALUE',
      'days[1].date must be later than 2025-01-13, but was 2025-01-13.',
    ],
    [
      { days: days([1, '2025-01-13'], [2, '2025-01-12']) },
      'OUT_OF_RANGE',
      'days[1].date must be later than 2025-01-13, but was 2025-01-12.',
    ],
    [{ days: [] }, 'REQUIRED_FIELD', 'days must have at least one legislative day, but has none.'],
    [
      { days: days([null, '2025-01-12'], [2, '2025-01-13']), isComplete: true },
      'OUT_OF_RANGE',
      'days[1].legislativeDay must be 1 in a complete map, but was 2. A partial map must have isComplete false.',
    ],
    [
      { isComplete: true, sineDieDay: 3 },
      'OUT_OF_RANGE',
      'sineDieDay must be 2, the last day of a complete map, but was 3.',
    ],
    [{ sineDieDay: 1 }, 'OUT_OF_RANGE', 'sineDieDay must be at least 2, the last day mapped, but was 1.'],
    [
      { sineDieDay: 2, crossoverDay: 3 },
      'OUT_OF_RANGE',
      'crossoverDay must be at most 2, the day of sine die, but was 3.',
    ],
    [
      { isComplete: true, crossoverDay: 3 },
      'OUT_OF_RANGE',
      'crossoverDay must be at most 2, the day of sine die, but was 3.',
    ],
  ])('%#: %j is %s: %s', (more, code, message) => {
    expect(refuse(more)).toEqual([[code, message]]);
  });

  it.each([
    { sineDieDay: 2 },
    { sineDieDay: 2, crossoverDay: 2 },
    { isComplete: true, sineDieDay: 2, crossoverDay: 2 },
    { crossoverDay: 99 },
    { days: days([7, '2025-01-13'], [null, '2025-01-14'], [8, '2025-01-15']) },
  ])('%j is valid', (more) => {
    expect(refuse(more)).toEqual([]);
  });
});

describe('a row', () => {
  const session = { name: '2025 Session', startDate: '2025-01-13', endDate: '2025-04-04' };
  const check = (date: string, more: Partial<typeof session> = {}) =>
    validateWithinSession({ days: days([1, '2025-01-13'], [2, date]), isComplete: false }, {
      ...session,
      ...more,
    } as Parameters<typeof validateWithinSession>[1]);

  it.each([
    ['2024-11-13', 1],
    ['2024-11-14', 0],
    ['2025-06-03', 0],
    ['2025-06-04', 1],
  ])('is within 60 days of the session; on %s, %d is not', (date, count) => {
    expect(check(date)).toHaveLength(count);
  });

  it('that is not says when the session is', () => {
    const refuse = (ends: string, date = '2026-01-13') => [
      {
        code: 'OUT_OF_RANGE',
        message: `days[1].date must be within 2025 Session, which ${ends}, but was ${date}.`,
        target: 'days[1].date',
      },
    ];
    expect(check('2026-01-13')).toEqual(refuse('begins on 2025-01-13 and ends on 2025-04-04'));
    expect(check('2026-01-13', { startDate: undefined })).toEqual(refuse('ends on 2025-04-04'));
    expect(check('2024-01-13', { endDate: undefined })).toEqual(refuse('begins on 2025-01-13', '2024-01-13'));
    expect(check('1999-01-13', { startDate: undefined, endDate: undefined })).toEqual([]);
  });
});

it('the day of a deadline is that of the map, and sine die the last day of a complete one', () => {
  const map: DayMap = { days: days([1, '2025-01-13'], [null, '2025-01-14']), isComplete: false };
  expect(deadlineDay({ ...map, crossoverDay: 28 }, 'crossover')).toBe(28);
  expect(deadlineDay(map, 'sineDie')).toBeUndefined();
  expect(deadlineDay({ ...map, isComplete: true }, 'sineDie')).toBe(1);
  expect(deadlineDay({ ...map, isComplete: true, sineDieDay: 40 }, 'sineDie')).toBe(40);
  expect(deadlineDay({ ...map, isComplete: true }, 'crossover')).toBeUndefined();
});

it('the effect of a first version is all of it', () => {
  const first: DayMap = {
    days: days([2, '2025-01-14'], [1, '2025-01-13']),
    isComplete: false,
    crossoverDay: 1,
  };
  expect(computeEffect(undefined, first)).toEqual({
    deadlines: [{ deadline: 'crossover', after: { legislativeDay: 1, date: '2025-01-13' } }],
    days: [
      { legislativeDay: 1, after: '2025-01-13' },
      { legislativeDay: 2, after: '2025-01-14' },
    ],
  });
  const { days: removed } = computeEffect(first, { ...first, days: days([1, '2025-01-10']) });
  expect(removed).toEqual([
    { legislativeDay: 1, before: '2025-01-13', after: '2025-01-10', calendarDays: -3 },
    { legislativeDay: 2, before: '2025-01-14' },
  ]);
});

describe('the place of a date', () => {
  const map: DayMap = {
    days: days([null, '2025-01-10'], [3, '2025-01-13'], [4, '2025-01-14'], [null, '2025-01-20']),
    isComplete: false,
    sineDieDay: 4,
  };

  it.each([
    ['2025-01-09', 'NOT_MAPPED', undefined],
    ['2025-01-10', 'IN_ADJOURNMENT', 2],
    ['2025-01-12', 'IN_ADJOURNMENT', 2],
    ['2025-01-20', 'IN_ADJOURNMENT', 4],
    ['2025-01-21', 'ADJOURNED_SINE_DIE', 4],
  ])('%s, among days that are listed as adjourned, is %s', (date, sitting, daysBegun) => {
    expect(dayOfDate(map, date)).toMatchObject({ sitting, legislativeDay: null });
    expect(dayOfDate(map, date).daysBegun).toBe(daysBegun);
  });

  it('without a numbered day is not mapped', () => {
    const adjourned = { days: days([null, '2025-01-10']), isComplete: true };
    expect(dayOfDate(adjourned, '2025-01-10').sitting).toBe('NOT_MAPPED');
  });

  it('after a complete session, of which a deadline has no date, is over', () => {
    const ended: DayMap = {
      days: days([1, '2025-01-13'], [2, '2025-01-14']),
      isComplete: true,
      crossoverDay: 9,
    };
    expect(daysLeftTo(ended, 'crossover', '2025-01-15')).toEqual({
      ...{ legislativeDay: 9, legislativeDaysLeft: 0, hasPassed: true },
    });
    expect(daysLeftTo(ended, 'crossover', '2025-01-14')).toEqual({
      ...{ legislativeDay: 9, legislativeDaysLeft: 7, hasPassed: false },
    });
  });

  it('past the day of a deadline without a date, it has passed', () => {
    const partial: DayMap = { days: days([29, '2025-03-10']), isComplete: false, crossoverDay: 28 };
    expect(daysLeftTo(partial, 'crossover', '2025-03-10')).toEqual({
      ...{ legislativeDay: 28, legislativeDaysLeft: 0, hasPassed: true },
    });
    const same = { ...partial, crossoverDay: 29, days: days([29, '2025-03-10']) };
    expect(daysLeftTo(same, 'crossover', '2025-03-10')?.hasPassed).toBe(false);
  });
});

it('a deadline that gets another day on the same date has moved, and one without dates too', () => {
  const before: DayMap = { days: [], isComplete: false, crossoverDay: 28 };
  expect(computeEffect(before, { ...before, crossoverDay: 29 }).deadlines).toEqual([
    { deadline: 'crossover', before: { legislativeDay: 28 }, after: { legislativeDay: 29 } },
  ]);
});
