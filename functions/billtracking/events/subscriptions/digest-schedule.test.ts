// When digests are sent: at a full hour of local time, also on days when clocks change
// (docs/interface/billtracking.md#digests).
import { describe, expect, it } from 'vitest';
import type { DigestSchedule } from '../../../../shared/subscriptions/subscription.ts';
import { digestPeriodStart, nextDigestTime } from './digest-schedule.ts';

const timeZone = 'America/New_York';
const next = (schedule: Partial<DigestSchedule>, now: string) =>
  nextDigestTime(
    { frequency: 'daily', timeZone, ...schedule } as DigestSchedule,
    new Date(now),
  ).toISOString();

describe('the next digest', () => {
  it.each([
    [{ frequency: 'immediate' }, '2027-03-10T12:00:30.000Z', '2027-03-10T12:01:30.000Z'],
    [{ frequency: 'hourly' }, '2027-03-10T12:00:00.000Z', '2027-03-10T13:00:00.000Z'],
    [{ frequency: 'hourly' }, '2027-03-10T12:59:59.999Z', '2027-03-10T13:00:00.000Z'],
    // At 7 by default.
    [{}, '2027-03-10T11:59:59.999Z', '2027-03-10T12:00:00.000Z'],
    [{}, '2027-03-10T12:00:00.000Z', '2027-03-11T12:00:00.000Z'],
    [{ hour: 18 }, '2027-03-10T12:00:00.000Z', '2027-03-10T23:00:00.000Z'],
    // Clocks are put forward on 14 March.
    [{}, '2027-03-13T12:00:00.000Z', '2027-03-14T11:00:00.000Z'],
    // It is still 9 March in New York.
    [{ hour: 20 }, '2027-03-10T00:30:00.000Z', '2027-03-10T01:00:00.000Z'],
    // On Monday by default; 10 March 2027 is a Wednesday.
    [{ frequency: 'weekly' }, '2027-03-10T12:00:00.000Z', '2027-03-15T11:00:00.000Z'],
    [{ frequency: 'weekly', weekday: 3 }, '2027-03-10T11:59:59.999Z', '2027-03-10T12:00:00.000Z'],
    [{ frequency: 'weekly', weekday: 3 }, '2027-03-10T12:00:00.000Z', '2027-03-17T11:00:00.000Z'],
    [{ frequency: 'weekly', weekday: 7 }, '2027-03-10T12:00:00.000Z', '2027-03-14T11:00:00.000Z'],
  ] as const)('%#: of %j after %s is at %s', (schedule, now, at) => {
    expect(next(schedule, now)).toBe(at);
  });
});

it.each([
  ['immediate', '2027-03-10T11:00:00.000Z'],
  ['hourly', '2027-03-10T11:00:00.000Z'],
  ['daily', '2027-03-09T12:00:00.000Z'],
  ['weekly', '2027-03-03T12:00:00.000Z'],
] as const)('the period of an %s digest of noon began at %s', (frequency, begin) => {
  const schedule = { frequency, timeZone } as DigestSchedule;
  expect(digestPeriodStart(schedule, new Date('2027-03-10T12:00:00.000Z')).toISOString()).toBe(begin);
});
