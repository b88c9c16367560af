// Proves that a tenant's day is that of its own time zone.
import { describe, expect, it } from 'vitest';
import { toLocalDate } from './local-date.ts';

describe('toLocalDate', () => {
  it.each([
    ['UTC', '2026-03-01T04:59:59Z', '2026-03-01'],
    ['America/New_York', '2026-03-01T04:59:59Z', '2026-02-28'],
    ['America/New_York', '2026-03-01T05:00:00Z', '2026-03-01'],
    ['Pacific/Auckland', '2026-12-31T11:00:00Z', '2027-01-01'],
  ])('in %s at %s it is %s', (zone, moment, day) => {
    expect(toLocalDate(zone, new Date(moment))).toBe(day);
  });
});
