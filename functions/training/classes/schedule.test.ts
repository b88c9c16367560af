// Sessions as they are entered and kept (docs/interface/training.md#class-times: local times; clocks that are changed
// in between).
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
  const at = (startTime: string, endTime: string, date = '2027-04-14') => ({ date, startTime, endTime });
  const faultsOf = (...sessions: ReturnType<typeof at>[]) => buildSchedule(sessions, [], zone, ids()).faults;

  it('are not held at once: the fault names both, and their times', () => {
    expect(faultsOf(at('13:00', '15:00'), at('09:00', '10:00'), at('14:30', '16:00'))).toEqual([
      {
        code: 'OUT_OF_RANGE',
        target: 'sessions[2]',
        message:
          'The sessions 1 and 3 overlap on 2027-04-14: 1:00 PM to 3:00 PM and 2:30 PM to 4:00 PM. Sessions of a class follow one another.',
      },
    ]);
    expect(faultsOf(at('09:00', '10:00'), at('09:00', '10:00'))).toHaveLength(1);
  });

  it('may follow one another at once, and be at the same time on other days', () => {
    expect(faultsOf(at('09:00', '10:00'), at('10:00', '11:00'), at('09:00', '10:00', '2027-04-15'))).toEqual(
      [],
    );
  });
});

describe('scheduled', () => {
  it('puts sessions in the order of their beginning and keeps the ids of those there were', () => {
    const { sessions, faults } = buildSchedule(
      [
        { id: 'b', date: '2027-04-15', startTime: '09:00', endTime: '10:00' },
        { id: 'stranger', date: '2027-04-14', startTime: '13:00', endTime: '14:00', title: null },
      ],
      [{ id: 'b' }],
      zone,
      ids(),
    );
    expect(faults).toEqual([]);
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

  it('tells every fault with its place', () => {
    const one = { date: '2027-03-14', startTime: '02:15', endTime: '02:45' };
    const { faults } = buildSchedule(
      [
        one,
        { ...one, id: 'a', startTime: '12:00', endTime: '12:00' },
        { ...one, id: 'a', startTime: '00:30', endTime: '01:00' },
      ],
      [{ id: 'a' }],
      zone,
      ids(),
    );
    expect(faults.map(({ target, code }) => `${target} ${code}`)).toEqual([
      'sessions[0].startTime OUT_OF_RANGE',
      'sessions[0].endTime OUT_OF_RANGE',
      'sessions[1].endTime OUT_OF_RANGE',
      'sessions[2].id DUPLICATE_VALUE',
    ]);
  });

  it('keeps instants at which clocks show what was entered, and that end after they begin (any session without fault)', () => {
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
        const { sessions, faults } = buildSchedule([{ date, startTime, endTime }], [], timeZone, ids());
        const [session] = sessions;
        if (!session || faults.length > 0) return faults.length > 0;
        return (
          formatLocalTime(session.startsAt, timeZone) === `${date}T${startTime}:00` &&
          formatLocalTime(session.endsAt, timeZone) === `${date}T${endTime}:00` &&
          session.endsAt > session.startsAt
        );
      }),
    );
  });
});

it('notesOf says of a time that comes twice which is meant', () => {
  const { sessions } = buildSchedule(
    [{ date: '2027-11-07', startTime: '00:30', endTime: '01:30' }],
    [],
    zone,
    ids(),
  );
  expect(sessions.flatMap((session) => buildSessionNotes(session, zone))).toEqual([
    '1:30 AM comes twice on 2027-11-07, as clocks are put back; the first is meant.',
  ]);
});
