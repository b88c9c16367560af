// Proves that a tenant's day is that of its own time zone.
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { isInForce } from './in-force.ts';
import { createLocalDay, toLocalDate } from './local-date.ts';

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

describe('createLocalDay', () => {
  const zones = [
    'UTC',
    'America/New_York',
    'Pacific/Kiritimati',
    'Etc/GMT+12',
    'Asia/Kolkata',
    'Europe/London',
  ];
  const noon = Date.UTC(2026, 2, 8, 12);
  const date = fc
    .integer({ min: -4, max: 4 })
    .map((days) => new Date(noon + days * 86_400_000).toISOString().slice(0, 10));

  it('decides on terms as the day itself', () => {
    const term = fc.record({ startDate: date, endDate: date }, { requiredKeys: [] });
    const moment = fc.integer({ min: -36, max: 36 }).map((hours) => new Date(noon + hours * 3_600_000));
    fc.assert(
      fc.property(fc.constantFrom(...zones), moment, term, (zone, now, each) => {
        expect(isInForce(each, createLocalDay(zone, now))).toBe(isInForce(each, toLocalDate(zone, now)));
      }),
      { seed: 1, numRuns: 2000 },
    );
  });

  it('asks Intl only for dates that are no further than a day from it', () => {
    const format = vi.spyOn(Intl, 'DateTimeFormat');
    // No other test uses this zone, so its format was not made before.
    const day = createLocalDay('Pacific/Chatham', new Date(noon));
    expect(isInForce({ startDate: '2026-03-06', endDate: '2026-03-10' }, day)).toBe(true);
    expect(isInForce({ startDate: '2026-03-10' }, day)).toBe(false);
    expect(format).not.toHaveBeenCalled();
    expect(isInForce({ endDate: '2026-03-08' }, day)).toBe(false);
    expect(format).toHaveBeenCalledOnce();
    format.mockRestore();
  });
});
