// Sessions as entered and stored (docs/interface/training.md#class-times: local times; daylight saving changes).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatLocalTime } from '../../../shared/time/local-time.ts';
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
          formatLocalTime(session.endsAt, timeZone) === `${date}T${endTime}:00` &&
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
