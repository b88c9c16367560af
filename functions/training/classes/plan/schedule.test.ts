// Sessions as entered and stored (docs/interface/training.md#class-times: local times; daylight saving changes).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatLocalTime } from '../../../../shared/time/local-time.ts';
import { buildSchedule, buildSessionNotes, getExtent } from './schedule.ts';

const ids = () => {
  let count = 0;
  return () => {
    count += 1;
    return `new-${count}`;
  };
};
const zone = 'America/New_York';

describe('sessions of one class', () => {
  const session = (startTime: string, endTime: string, date = '2027-04-14') => ({ date, startTime, endTime });
  const errorsOf = (...sessions: ReturnType<typeof session>[]) =>
    buildSchedule(sessions, [], zone, ids()).errors;

  it("can't overlap: the error names both and their times", () => {
    expect(errorsOf(session('13:00', '15:00'), session('09:00', '10:00'), session('14:30', '16:00'))).toEqual(
      [
        {
          code: 'OUT_OF_RANGE',
          target: 'sessions[2]',
          message:
            "Sessions 1 and 3 overlap on 2027-04-14: 1:00 PM to 3:00 PM and 2:30 PM to 4:00 PM. Sessions of a class can't overlap.",
        },
      ],
    );
    expect(errorsOf(session('09:00', '10:00'), session('09:00', '10:00'))).toHaveLength(1);
  });

  it('may follow one another immediately, and have the same time on different days', () => {
    expect(
      errorsOf(session('09:00', '10:00'), session('10:00', '11:00'), session('09:00', '10:00', '2027-04-15')),
    ).toEqual([]);
  });
});

describe('a session past midnight', () => {
  const session = (startTime: string, endTime: string, date = '2027-04-14') => ({ date, startTime, endTime });
  const build = (...sessions: ReturnType<typeof session>[]) => buildSchedule(sessions, [], zone, ids());

  it('ends on the next day', () => {
    expect(build(session('22:00', '01:30')).sessions).toMatchObject([
      { startsAt: '2027-04-15T02:00:00.000Z', endsAt: '2027-04-15T05:30:00.000Z' },
    ]);
    expect(build(session('20:00', '00:00')).sessions).toMatchObject([{ endsAt: '2027-04-15T04:00:00.000Z' }]);
  });

  it('lasts twelve hours at most, so that mistyped times are found', () => {
    expect(build(session('14:00', '02:00')).errors).toEqual([]);
    expect(build(session('14:00', '02:01')).errors).toMatchObject([
      { target: 'sessions[0].endTime', message: expect.stringContaining('at most 12 hours later') },
    ]);
  });

  it('overlaps one of the next morning, and touches one', () => {
    const night = session('22:00', '06:00');
    expect(build(night, session('05:00', '07:00', '2027-04-15')).errors).toMatchObject([
      {
        target: 'sessions[1]',
        message: expect.stringContaining(
          'overlap on 2027-04-14 and 2027-04-15: 10:00 PM to 6:00 AM and 5:00 AM to 7:00 AM',
        ),
      },
    ]);
    expect(build(night, session('06:00', '07:00', '2027-04-15')).errors).toEqual([]);
  });

  it('is as long as it is by the clocks that go forward or back in it', () => {
    expect(build(session('23:00', '04:00', '2027-03-13')).sessions).toMatchObject([
      { startsAt: '2027-03-14T04:00:00.000Z', endsAt: '2027-03-14T08:00:00.000Z' },
    ]);
    expect(build(session('23:00', '02:30', '2027-03-13')).errors).toMatchObject([
      { message: expect.stringContaining('There is no 02:30 on 2027-03-14') },
    ]);
    const { sessions } = build(session('22:00', '01:30', '2027-11-06'));
    expect(sessions.flatMap((each) => buildSessionNotes(each, zone))).toEqual([
      '1:30 AM occurs twice on 2027-11-07, because clocks go back; the first is meant.',
    ]);
  });
});

describe('buildSchedule', () => {
  it('sorts sessions by start and keeps the ids of existing ones', () => {
    const { sessions, errors } = buildSchedule(
      [
        { id: 'b', date: '2027-04-15', startTime: '09:00', endTime: '10:00' },
        { id: 'stranger', date: '2027-04-14', startTime: '13:00', endTime: '14:00', title: null },
      ],
      [{ id: 'b' }],
      zone,
      ids(),
    );
    expect(errors).toEqual([]);
    expect(sessions).toEqual([
      {
        id: 'new-1',
        date: '2027-04-14',
        startTime: '13:00',
        endTime: '14:00',
        startsAt: '2027-04-14T17:00:00.000Z',
        endsAt: '2027-04-14T18:00:00.000Z',
      },
      expect.objectContaining({ id: 'b', startsAt: '2027-04-15T13:00:00.000Z' }),
    ]);
    expect(getExtent(sessions)).toEqual({
      startsAt: '2027-04-14T17:00:00.000Z',
      endsAt: '2027-04-15T14:00:00.000Z',
    });
  });

  it('reports every error with its field', () => {
    const early = { date: '2027-03-14', startTime: '02:15', endTime: '02:45' };
    const { errors } = buildSchedule(
      [
        early,
        { ...early, id: 'a', startTime: '12:00', endTime: '12:00' },
        { ...early, id: 'a', startTime: '00:30', endTime: '01:00' },
      ],
      [{ id: 'a' }],
      zone,
      ids(),
    );
    expect(errors.map(({ target, code }) => `${target} ${code}`)).toEqual([
      'sessions[0].startTime OUT_OF_RANGE',
      'sessions[0].endTime OUT_OF_RANGE',
      'sessions[1].endTime OUT_OF_RANGE',
      'sessions[2].id DUPLICATE_VALUE',
    ]);
  });

  it('stores instants that show the entered local times and end after they start (any valid session)', () => {
    const day = fc
      .integer({ min: 0, max: 3650 })
      .map((days) => new Date(Date.UTC(2024, 0, 1) + days * 86_400_000).toISOString().slice(0, 10));
    const time = fc
      .integer({ min: 0, max: 95 })
      .map(
        (quarter) =>
          `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`,
      );
    const zones = fc.constantFrom(zone, 'America/Los_Angeles', 'Europe/London', 'Pacific/Honolulu');
    fc.assert(
      fc.property(day, time, time, zones, (date, startTime, endTime, timeZone) => {
        const { sessions, errors } = buildSchedule([{ date, startTime, endTime }], [], timeZone, ids());
        const [session] = sessions;
        if (!session || errors.length > 0) return errors.length > 0;
        return (
          formatLocalTime(session.startsAt, timeZone) === `${date}T${startTime}:00` &&
          formatLocalTime(session.endsAt, timeZone).endsWith(`T${endTime}:00`) &&
          session.endsAt > session.startsAt
        );
      }),
    );
  });
});

it('buildSessionNotes says which occurrence of a repeated time is meant', () => {
  const { sessions } = buildSchedule(
    [{ date: '2027-11-07', startTime: '00:30', endTime: '01:30' }],
    [],
    zone,
    ids(),
  );
  expect(sessions.flatMap((session) => buildSessionNotes(session, zone))).toEqual([
    '1:30 AM occurs twice on 2027-11-07, because clocks go back; the first is meant.',
  ]);
});
