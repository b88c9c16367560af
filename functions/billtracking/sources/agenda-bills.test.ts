// Which session an agenda means that does not name one (openstates-core, openstates/importers/base.py: resolve_bill takes the
// session of the day; here the sessions next to it too, when the day falls in none).
import { expect, it } from 'vitest';
import { listSessionDays } from '../../../shared/legislature/sessions/session-days.ts';
import { findSessionsOfDay } from './agenda-bills.ts';

const session = (name: string, first: string, last: string) => ({ name, first, last });
const sessions = [
  session('2025', '2025-01-13', '2025-04-27'),
  session('2026', '2026-01-12', '2026-03-12'),
  session('2026 special', '2026-03-01', '2026-03-20'),
  session('2027', '2027-01-11', '2027-04-25'),
];
const of = (day: string) => findSessionsOfDay(sessions, day).map(({ name }) => name);

it('an agenda means the sessions of its day, otherwise the last one and those that begin within 120 days', () => {
  expect(of('2026-01-12')).toEqual(['2026']);
  expect(of('2026-03-12')).toEqual(['2026', '2026 special']);
  expect(of('2026-03-13')).toEqual(['2026 special']);
  expect(of('2026-09-12')).toEqual(['2026 special']);
  expect(of('2026-09-13')).toEqual(['2026 special', '2027']);
  expect(of('2024-12-01')).toEqual(['2025']);
  expect(of('2020-12-01')).toEqual([]);
});

it('a session without days is held in the years of its name', () => {
  const days = (identifier: string, more: object = {}) =>
    listSessionDays({ stateId: 53, identifier, name: identifier, classification: 'primary', ...more });
  expect(days('2027-2028')).toEqual({ first: '2027-01-01', last: '2028-12-31' });
  expect(days('2027-2028', { startDate: '2027-01-11' })).toEqual({ first: '2027-01-11', last: '2028-12-31' });
  expect(days('2027', { startDate: '2027-01-11', endDate: '2027-04-25' })).toEqual({
    ...{ first: '2027-01-11', last: '2027-04-25' },
  });
  // Six sessions of public data sets end before they start.
  expect(days('2027', { startDate: '2027-01-11', endDate: '2026-04-25' })?.last).toBe('2027-12-31');
  expect(days('First')).toBeUndefined();
});
