// Calendar days, compared with Temporal (TC39 Temporal: PlainDate add and until, overflow constrain).
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, it } from 'vitest';
import { addDays, addMonths, daysBetween, isCalendarDay } from './calendar-day.ts';

const days = fc
  .integer({ min: -30_000, max: 60_000 })
  .map((number) => new Date(number * 86_400_000).toISOString().slice(0, 10));

it('addDays and daysBetween agree with Temporal on any days', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: -5000, max: 5000 }), (day, by) => {
      const later = Temporal.PlainDate.from(day).add({ days: by }).toString();
      expect(addDays(day, by)).toBe(later);
      expect(daysBetween(day, later)).toBe(by);
    }),
  );
});

it('addMonths agrees with Temporal on any day, month ends and 29 February too', () => {
  fc.assert(
    fc.property(days, fc.nat(99), fc.nat(40), (day, years, months) => {
      const later = Temporal.PlainDate.from(day).add({ years, months }, { overflow: 'constrain' });
      expect(addMonths(day, { years, months })).toBe(later.toString());
    }),
  );
  expect(addMonths('2024-02-29', { years: 1 })).toBe('2025-02-28');
  expect(addMonths('2027-01-31', { months: 1 })).toBe('2027-02-28');
});

it.each([
  ['2027-02-28', true],
  ['2028-02-29', true],
  ['2027-02-29', false],
  ['2027-13-01', false],
  ['2027-00-10', false],
  ['2027-1-1', false],
  ['2027-01-01T00:00', false],
  ['x2027-01-01', false],
  // ECMAScript reads years of six digits too.
  ['+010000-01', false],
  ['', false],
])('%j is a day of the calendar: %s', (text, expected) => {
  expect(isCalendarDay(text)).toBe(expected);
});

it('the next day is one later, and the same day after nothing', () => {
  expect(addDays('2027-12-31')).toBe('2028-01-01');
  expect(addMonths('2027-05-31', {})).toBe('2027-05-31');
});
