// When an event is (docs/interface/billtracking.md#calendar-filter: inclusive dates, in the state's own time zone;
// across a change of the clocks).
import { describe, expect, it } from 'vitest';
import { parseEventTimes } from '../event-times-input.ts';
import { resolveEventTimes, timesFromInstants, toLocalTimes } from './event-times.ts';

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

  const continues =
    'endTime (12:00) must be after startTime (13:00); if the event continues past midnight, endDate must be 2026-03-04.';
  const atOnce =
    'endTime (13:00) must be after startTime (13:00); if the event continues past midnight, endDate must be 2026-03-04.';
  const years = 'startDate must be between the years 1900 and 2199, but was ';
  it.each([
    [['13:00', '12:00'], 'OUT_OF_RANGE', 'endTime', continues],
    [['13:00', '13:00'], 'OUT_OF_RANGE', 'endTime', atOnce],
    [
      [undefined, undefined, '2026-03-02'],
      'OUT_OF_RANGE',
      'endDate',
      'endDate (2026-03-02) must not be before startDate (2026-03-03).',
    ],
    [
      [undefined, undefined, '2027-03-04'],
      'OUT_OF_RANGE',
      'endDate',
      'endDate must be within 366 days of startDate, but was 2027-03-04.',
    ],
    [[undefined, '12:00'], 'REQUIRED_FIELD', 'startTime', 'startTime is required with endTime.'],
  ] as const)('%#: are refused for 2026-03-03 and %j with %s: %s', (rest, code, target, message) => {
    expect(resolve('2026-03-03', ...rest)).toEqual({ errors: [{ code, target, message }] });
  });

  it.each([
    ['1899-12-31', false],
    ['1900-01-01', true],
    ['2199-12-31', true],
    ['2200-01-01', false],
    ['0099-03-03', false],
  ])('are within the years of calendars; those of %s: %s', (day, isAccepted) => {
    const refused = { code: 'OUT_OF_RANGE', target: 'startDate', message: `${years}${day}.` };
    expect(resolve(day)).toMatchObject(isAccepted ? { times: { startDate: day } } : { errors: [refused] });
  });

  it('last 366 days at most', () => {
    expect(resolve('2026-03-03', undefined, undefined, '2027-03-03')).toHaveProperty('times');
  });

  it('with an offset need the time that it is of', () => {
    const local = { startDate: '2026-11-01', startOffset: '-07:00', endOffset: '-08:00' };
    expect(resolveEventTimes(local, olympia)).toEqual({
      errors: [
        { code: 'REQUIRED_FIELD', target: 'startTime', message: 'startTime is required with startOffset.' },
        { code: 'REQUIRED_FIELD', target: 'endTime', message: 'endTime is required with endOffset.' },
      ],
    });
  });

  it('are those with the offset where clocks show them twice', () => {
    const at = (startOffset?: string, endOffset?: string) =>
      resolveEventTimes(
        { startDate: '2026-11-01', startTime: '01:30', endTime: '01:45', startOffset, endOffset },
        olympia,
      );
    const [early, late] = ['2026-11-01T08:30:00.000Z', '2026-11-01T09:30:00.000Z'];
    expect(at()).toMatchObject({ times: { startsAt: early, endsAt: '2026-11-01T08:45:00.000Z' } });
    expect(at('-07:00')).toMatchObject({ times: { startsAt: early } });
    // The end is the first such time after the start.
    expect(at('-08:00')).toMatchObject({ times: { startsAt: late, endsAt: '2026-11-01T09:45:00.000Z' } });
    expect(at('-07:00', '-08:00')).toMatchObject({ times: { endsAt: '2026-11-01T09:45:00.000Z' } });
    expect(at('-08:00', '-07:00')).toMatchObject({ errors: [{ target: 'endTime' }] });
    expect(at('-06:00')).toEqual({
      errors: [
        {
          ...{ code: 'NOT_ALLOWED', target: 'startOffset' },
          message:
            'startOffset must be -07:00 or -08:00 at 01:30 on 2026-11-01 in America/Los_Angeles, but was -06:00.',
        },
      ],
    });
  });

  it('are refused with everything that is wrong', () => {
    expect(resolve('2026-03-08', '02:15', '02:30')).toMatchObject({
      errors: [{ target: 'startTime' }, { target: 'endTime' }],
    });
    expect(resolve('2026-03-08', '02:15', '04:00')).toMatchObject({ errors: [{ target: 'startTime' }] });
    const local = { startDate: '2026-06-01', startTime: '09:00', startOffset: '-08:00' };
    expect(resolveEventTimes(local, olympia)).toMatchObject({
      errors: [{ message: expect.stringContaining('startOffset must be -07:00 at 09:00') }],
    });
  });

  it('with a last day and no end take all of its days', () => {
    expect(resolve('2026-03-03', '13:00', undefined, '2026-03-05')).toEqual({
      times: {
        ...{ timeZone: olympia, isAllDay: false, startDate: '2026-03-03', endDate: '2026-03-05' },
        startsAt: '2026-03-03T21:00:00.000Z',
      },
    });
  });

  it('of a form have the day on which the event ends, and none of an event of whole days', () => {
    const day = { timeZone: olympia, isAllDay: true, startDate: '2026-03-03', endDate: '2026-03-05' };
    expect(toLocalTimes(day)).toEqual({ startDate: '2026-03-03', endDate: '2026-03-05' });
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

  it('end at the last day that they are held on; an end before the start is none', () => {
    const startsAt = '2026-02-04T08:00:00Z';
    const build = (endsAt?: string) => timesFromInstants({ startsAt, endsAt }, olympia);
    const start = { timeZone: olympia, isAllDay: false, startDate: '2026-02-04' };
    const begun = { ...start, endDate: '2026-02-04', startsAt: '2026-02-04T08:00:00.000Z' };
    expect(build()).toEqual(begun);
    expect(build('2026-02-05T08:00:00Z')).toEqual({ ...begun, endsAt: '2026-02-05T08:00:00.000Z' });
    expect(build('2026-02-05T08:00:01Z')).toMatchObject({ endDate: '2026-02-05' });
    expect(build(startsAt)).toEqual({ ...begun, endsAt: begun.startsAt });
    expect(build('2026-02-04T07:59:59Z')).toEqual(begun);
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
