// Proves which instants lie within days: those of the tenant's own calendar, both ends included
// (docs/interface/lists.md#date-ranges).
import { describe, expect, it } from 'vitest';
import { getEndOfDay } from '../../../shared/time/local-time.ts';
import { createDayRangeFilter, endOfPastDay } from './days.ts';

const zone = 'America/New_York';

describe('days', () => {
  it('begin and end with the clocks of the time zone, also when these are put forward', () => {
    const isIn = createDayRangeFilter({ startDate: '2027-03-14', endDate: '2027-03-14' }, zone);
    expect(isIn?.('2027-03-14T04:59:59.999Z')).toBe(false);
    expect(isIn?.('2027-03-14T05:00:00.000Z')).toBe(true);
    expect(isIn?.('2027-03-15T03:59:59.999Z')).toBe(true);
    expect(isIn?.('2027-03-15T04:00:00.000Z')).toBe(false);
  });

  it('may be open at either end, and filter nothing when open at both', () => {
    expect(createDayRangeFilter({ startDate: '2027-03-01' }, zone)?.('2999-01-01T00:00:00Z')).toBe(true);
    expect(createDayRangeFilter({ endDate: '2027-03-01' }, zone)?.('1970-01-01T00:00:00Z')).toBe(true);
    expect(createDayRangeFilter({}, zone)).toBeUndefined();
    expect(createDayRangeFilter(undefined, zone)).toBeUndefined();
  });

  it('have an end on the last day that can be written', () => {
    expect(getEndOfDay('9999-12-31', 'Etc/UTC').getTime()).toBe(Date.UTC(10_000, 0, 1) - 1);
  });
});

it.each([
  ['2027-03-15T03:59:59.999Z', undefined],
  ['2027-03-15T04:00:00.000Z', '2027-03-15T03:59:59.999Z'],
  ['2027-03-10T00:00:00.000Z', undefined],
])('at %s, the past day 14 March ended: %s', (now, end) => {
  expect(endOfPastDay('2027-03-14', zone, new Date(now))?.toISOString()).toBe(end);
});
