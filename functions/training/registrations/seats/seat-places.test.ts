// Which seats are free for whom (docs/interface/training.md#separate-seats, #waitlist).
import { describe, expect, it } from 'vitest';
import { buildClassItem } from '../../../../test/training/records/build-records.ts';
import { buildSeats, type SeatsItem } from '../../classes/record/class.ts';
import {
  countSpareSeats,
  findSeat,
  getCount,
  getWaitingCounter,
  hasRoom,
  hasRoomForKind,
  listLimits,
  listPlaces,
  listWaitingGroups,
  type SeatPlace,
  toPlace,
} from './seat-places.ts';

const now = new Date('2027-03-01T12:00:00Z');
const most = Number.MAX_SAFE_INTEGER;
const limited = { memberFee: 0, nonMemberFee: 0, memberSeats: 6, nonMemberSeats: 4 };
const common = buildClassItem({ capacity: 10, standard: limited });
const separate = buildClassItem({
  ...{ capacity: 10, standard: limited, separateSeats: { onSite: 5, online: 7, earlier: 'onSite' } },
});
const seats = (more: Partial<SeatsItem> = {}): SeatsItem => ({ ...buildSeats(4), ...more });
const member: SeatPlace = { kind: 'member' };
const nonMember: SeatPlace = { kind: 'nonMember' };
const memberOnSite: SeatPlace = { kind: 'member', mode: 'onSite' };

describe('the places of a class', () => {
  it('are of each kind, and of each way to attend where seats are separate', () => {
    expect(listPlaces(common)).toEqual([member, nonMember]);
    expect(listPlaces(separate)).toEqual([
      { kind: 'member', mode: 'onSite' },
      { kind: 'member', mode: 'online' },
      { kind: 'nonMember', mode: 'onSite' },
      { kind: 'nonMember', mode: 'online' },
    ]);
    expect([...listPlaces(common), ...listPlaces(separate)].map(getWaitingCounter)).toEqual([
      ...['waitingMember', 'waitingNonMember', 'waitingMemberOnSite', 'waitingMemberOnline'],
      ...['waitingNonMemberOnSite', 'waitingNonMemberOnline'],
    ]);
  });

  it('a registration has that of its kind and way to attend', () => {
    expect(toPlace(separate, { kind: 'nonMember', attendanceMode: 'online' })).toEqual({
      ...{ kind: 'nonMember', mode: 'online' },
    });
    expect(toPlace(separate, { kind: 'member' })).toEqual(memberOnSite);
    expect(toPlace(common, { kind: 'member', attendanceMode: 'online' })).toEqual(member);
  });

  it('have the limits of all seats, of their kind, and of their way to attend', () => {
    expect(listLimits(common, nonMember, now)).toEqual([
      { taken: 'taken', most: 10, waiting: ['waiting'] },
      { taken: 'takenNonMember', most: 4, waiting: ['waitingNonMember'] },
    ]);
    expect(listLimits(separate, memberOnSite, now)).toEqual([
      { taken: 'taken', most: 10, waiting: ['waiting'] },
      { taken: 'takenMember', most: 6, waiting: ['waitingMember'] },
      { taken: 'takenOnSite', most: 5, waiting: ['waitingMemberOnSite', 'waitingNonMemberOnSite'] },
    ]);
    expect(listLimits(buildClassItem(), member, now).map((limit) => limit.most)).toEqual([most, most]);
  });

  it('a counter that a class never had is 0', () => {
    const { takenOnSite: _, ...earlier } = seats({ taken: 3 });
    expect([getCount(earlier, 'takenOnSite'), getCount(earlier, 'taken')]).toEqual([0, 3]);
  });
});

describe('there is room', () => {
  it.each([
    [{ taken: 9, takenMember: 5 }, true],
    [{ taken: 10, takenMember: 5 }, false],
    [{ taken: 9, takenMember: 6 }, false],
    [{ taken: 9, takenNonMember: 4 }, true],
    [{ takenOnSite: 5 }, false],
    [{ takenOnSite: 4, takenOnline: 7 }, true],
  ])('on site for a member with %j: %s', (taken, expected) => {
    expect(hasRoom(separate, seats(taken), memberOnSite, now)).toBe(expected);
  });

  it.each([
    [{ taken: 10, takenMember: 5 }, true],
    [{ takenMember: 6 }, false],
  ])('of the kind, whatever the others, with %j: %s', (taken, expected) => {
    expect(hasRoomForKind(common, seats(taken), 'member', now)).toBe(expected);
  });
});

describe('people on the waitlist', () => {
  it('are held back by the limits that they do not share', () => {
    expect(listWaitingGroups(common, member, now)).toEqual([
      { waiting: 'waitingMember', ownLimits: [] },
      {
        waiting: 'waitingNonMember',
        ownLimits: [{ taken: 'takenNonMember', most: 4, waiting: ['waitingNonMember'] }],
      },
    ]);
  });

  it('leave spare seats when more are free than they wait for', () => {
    const [all] = listLimits(common, member, now);
    const count = (more: Partial<SeatsItem>) => all && countSpareSeats(seats(more), all);
    expect(count({ taken: 4, waiting: 3 })).toBe(2);
    expect(count({ taken: 9 })).toBe(0);
    expect(count({ taken: 10 })).toBe(-1);
    const onSite = listLimits(separate, memberOnSite, now)[2];
    expect(
      onSite &&
        countSpareSeats(
          seats({
            takenOnSite: 1,
            waitingMemberOnSite: 1,
            waitingNonMemberOnSite: 1,
            waitingMemberOnline: 1,
          }),
          onSite,
        ),
    ).toBe(1);
  });
});

describe('a new registrant', () => {
  const find = (more: Partial<SeatsItem>, place = member, item = common) =>
    findSeat(item, seats(more), place, now)?.kind;

  it.each([
    [{}, 'seat-free'],
    [{ taken: 9, takenMember: 5, takenNonMember: 4 }, 'seat-free'],
    [{ taken: 10 }, undefined],
    [{ takenMember: 6 }, undefined],
    // A member waits, although seats are free: the class got more room.
    [{ waiting: 1, waitingMember: 1 }, 'seat-spare'],
    [{ taken: 9, waiting: 1, waitingMember: 1 }, undefined],
    [{ taken: 8, takenMember: 4, waiting: 1, waitingMember: 1 }, 'seat-spare'],
    [{ taken: 7, takenMember: 5, waiting: 1, waitingMember: 1 }, undefined],
    // A non-member waits only because all seats of non-members are taken.
    [{ taken: 9, takenMember: 5, takenNonMember: 4, waiting: 1, waitingNonMember: 1 }, 'seat-free'],
    [{ taken: 9, takenNonMember: 3, waiting: 1, waitingNonMember: 1 }, undefined],
  ])('among members, with %j gets %s', (more, kind) => {
    expect(find(more)).toBe(kind);
  });

  it('is told the place', () => {
    expect(findSeat(common, seats(), nonMember, now)).toEqual({ kind: 'seat-free', place: nonMember });
    expect(findSeat(common, seats({ waiting: 1, waitingMember: 1 }), member, now)).toEqual({
      ...{ kind: 'seat-spare', place: member },
    });
  });

  it('is not kept from one way to attend by people who wait for the other', () => {
    const waiting = { takenOnline: 7, taken: 7, takenMember: 3, waiting: 1, waitingMemberOnline: 1 };
    expect(find(waiting, memberOnSite, separate)).toBe('seat-free');
    expect(find({ ...waiting, takenOnline: 6 }, memberOnSite, separate)).toBe('seat-spare');
    expect(find({ waiting: 1, waitingNonMemberOnSite: 1 }, memberOnSite, separate)).toBe('seat-spare');
  });
});
