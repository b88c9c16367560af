// When an event is (docs/interface/billtracking.md#calendar-filter: inclusive dates, in the state's own time zone;
// across a change of the clocks).
import { describe, expect, it } from 'vitest';
import { resolveEventTimes, timesFromInstants, toLocalTimes } from './event-times.ts';
import { parseEventTimes } from './event-times-input.ts';

const olympia = 'America/Los_Angeles';
const resolve = (startDate: string, startTime?: string, endTime?: string, endDate?: string) =>
  resolveEventTimes({ startDate, startTime, endTime, endDate }, olympia);

describe('local times', () => {
  it('become instants by the offset of their day', () => {
    expect(resolve('2026-03-07', '13:30', '15:25')).toEqual({
      times: {
        timeZone: olympia,
        isAllDay: false,
        startDate: '2026-03-07',
        endDate: '2026-03-07',
        startsAt: '2026-03-07T21:30:00.000Z',
        endsAt: '2026-03-07T23:25:00.000Z',
      },
    });
    expect(resolve('2026-03-09', '13:30')).toMatchObject({ times: { startsAt: '2026-03-09T20:30:00.000Z' } });
  });

  it('are refused where clocks skip them, and the error says what is valid', () => {
    expect(resolve('2026-03-08', '02:30')).toEqual({
      errors: [
        {
          code: 'NOT_ALLOWED',
          target: 'startTime',
          message:
            'startTime 02:30 does not exist on 2026-03-08 in America/Los_Angeles: clocks are put forward to 03:00, which is the first valid time.',
        },
      ],
    });
    expect(resolve('2026-03-08', '01:00', '02:00')).toMatchObject({ errors: [{ target: 'endTime' }] });
  });

  it('are the first of the two where clocks show them twice', () => {
    expect(resolve('2026-11-01', '01:30')).toMatchObject({ times: { startsAt: '2026-11-01T08:30:00.000Z' } });
  });

  it('without a time of day mean the whole day, or several days', () => {
    expect(resolve('2026-01-12', undefined, undefined, '2026-01-14')).toEqual({
      times: { timeZone: olympia, isAllDay: true, startDate: '2026-01-12', endDate: '2026-01-14' },
    });
  });

  it('that end at midnight do not take the day that begins then', () => {
    const ended = resolve('2026-03-03', '19:00', '00:00', '2026-03-04');
    expect(ended).toMatchObject({ times: { endDate: '2026-03-03', endsAt: '2026-03-04T08:00:00.000Z' } });
    if ('errors' in ended) throw new Error('The end was refused');
    expect(toLocalTimes(ended.times)).toMatchObject({ endDate: '2026-03-04', endTime: '00:00' });
  });

  it.each([
    ['an end before the start', resolve('2026-03-03', '13:00', '12:00'), 'endDate must be 2026-03-04'],
    [
      'a last day before the first',
      resolve('2026-03-03', undefined, undefined, '2026-03-02'),
      'must not be before',
    ],
    ['an end without a start', resolve('2026-03-03', undefined, '12:00'), 'startTime is required'],
    ['more than a year', resolve('2026-03-03', undefined, undefined, '2027-03-04'), 'within 366 days'],
    ['a year without calendars', resolve('0099-03-03', '10:00'), 'between the years 1900 and 2199'],
  ])('refuse %s', (_, outcome, message) => {
    expect(JSON.stringify(outcome)).toContain(message);
  });
});

describe('instants', () => {
  it('are the state’s own days: an evening in Olympia is the next day in UTC', () => {
    const times = timesFromInstants(
      { startsAt: '2026-02-04T03:00:00Z', endsAt: '2026-02-04T07:30:00Z' },
      olympia,
    );
    expect(times).toMatchObject({ startDate: '2026-02-03', endDate: '2026-02-03' });
  });
});

describe('an event that is moved', () => {
  const times = (outcome: ReturnType<typeof resolveEventTimes>) => {
    if ('errors' in outcome) throw new Error(JSON.stringify(outcome.errors));
    return outcome.times;
  };
  const hearing = times(resolve('2026-03-06', '13:30', '15:25'));

  it('keeps its hour and length, across a change of the clocks too', () => {
    expect(times(parseEventTimes({ startDate: '2026-03-09' }, hearing, olympia))).toMatchObject({
      startsAt: '2026-03-09T20:30:00.000Z',
      endsAt: '2026-03-09T22:25:00.000Z',
    });
    expect(toLocalTimes(times(parseEventTimes({ startTime: '8:00 AM' }, hearing, olympia)))).toEqual({
      startDate: '2026-03-06',
      startTime: '08:00',
      startOffset: '-08:00',
      endDate: '2026-03-06',
      endTime: '09:55',
      endOffset: '-08:00',
    });
    const session = times(resolve('2026-01-12', undefined, undefined, '2026-01-14'));
    expect(times(parseEventTimes({ startDate: '2026-01-19' }, session, olympia)).endDate).toBe('2026-01-21');
  });

  it('stays as it is when the input has no times, also in the second of two repeated hours', () => {
    const second = timesFromInstants({ startsAt: '2026-11-01T09:30:00Z' }, olympia);
    expect(times(parseEventTimes({}, second, olympia))).toEqual(second);
  });

  it('can change to the whole day, or to hours of it', () => {
    const whole = times(parseEventTimes({ isAllDay: true }, hearing, olympia));
    expect(whole).toEqual({
      timeZone: olympia,
      isAllDay: true,
      startDate: '2026-03-06',
      endDate: '2026-03-06',
    });
    expect(times(parseEventTimes({ startTime: '09:00' }, whole, olympia))).toMatchObject({ isAllDay: false });
    expect(parseEventTimes({ isAllDay: false }, whole, olympia)).toMatchObject({
      errors: [{ target: 'startTime' }],
    });
    expect(times(parseEventTimes({ endTime: null }, hearing, olympia)).endsAt).toBeUndefined();
  });

  it('refuses what is not a time of day', () => {
    expect(parseEventTimes({ startDate: '2026-03-06', startTime: 'noon' }, undefined, olympia)).toMatchObject(
      {
        errors: [{ code: 'INVALID_FORMAT', target: 'startTime' }],
      },
    );
  });
});
