// What each registration counts for in the seats of its class (docs/interface/training.md#class-registration).
import { describe, expect, it } from 'vitest';
import { buildClassItem, buildRegistrationItem } from '../../../../test/training/records/build-records.ts';
import { buildSeats } from '../../classes/record/class.ts';
import type { RegistrationItem } from '../record/registration.ts';
import { applyStatusChanges, computeDelta, countFreedSeats, listCounters } from './seats.ts';

const common = buildClassItem();
const separate = buildClassItem({ separateSeats: { onSite: 5, earlier: 'onSite' } });
const seated = (more: Partial<RegistrationItem> = {}) => buildRegistrationItem(more);
const waiting = (more: Partial<RegistrationItem> = {}) =>
  buildRegistrationItem({ status: 'Waitlisted', holdsSeat: false, ...more });
const ended = (more: Partial<RegistrationItem> = {}) =>
  buildRegistrationItem({ status: 'Cancelled', holdsSeat: false, ...more });
const delta = (...args: Parameters<typeof computeDelta>) => Object.fromEntries(computeDelta(...args));

it('a class has counters of separate seats only where it has such', () => {
  expect(listCounters(common)).toEqual([
    ...['taken', 'takenMember', 'takenNonMember', 'waiting', 'waitingMember', 'waitingNonMember', 'live'],
  ]);
  expect(listCounters(separate).slice(7)).toEqual([
    ...['takenOnSite', 'takenOnline', 'waitingMemberOnSite', 'waitingMemberOnline'],
    ...['waitingNonMemberOnSite', 'waitingNonMemberOnline'],
  ]);
});

describe('status changes', () => {
  it.each([
    [common, undefined, seated(), { live: 1, taken: 1, takenMember: 1 }],
    [common, undefined, seated({ kind: 'nonMember' }), { live: 1, taken: 1, takenNonMember: 1 }],
    [common, undefined, waiting(), { live: 1, waiting: 1, waitingMember: 1 }],
    [common, undefined, seated({ status: 'PendingApproval', holdsSeat: false }), { live: 1 }],
    [common, seated(), ended(), { live: -1, taken: -1, takenMember: -1 }],
    [common, waiting(), ended(), { live: -1, waiting: -1, waitingMember: -1 }],
    [common, waiting(), seated(), { taken: 1, takenMember: 1, waiting: -1, waitingMember: -1 }],
    [common, seated(), seated({ status: 'Attended' }), {}],
    [separate, undefined, seated(), { live: 1, taken: 1, takenMember: 1, takenOnSite: 1 }],
    [
      separate,
      undefined,
      waiting({ kind: 'nonMember', attendanceMode: 'online' }),
      { live: 1, waiting: 1, waitingNonMember: 1, waitingNonMemberOnline: 1 },
    ],
  ])('%#: change the counters', (item, before, after, expected) => {
    expect(delta(item, [{ before, after }])).toEqual(expected);
  });

  it('together change only what differs: a transferred seat is taken over', () => {
    const moved = [{ before: seated(), after: ended() }, { after: seated({ kind: 'nonMember' }) }];
    expect(delta(common, moved)).toEqual({ takenMember: -1, takenNonMember: 1 });
  });

  it('are added to the seats', () => {
    const seats = { ...buildSeats(4), taken: 3, takenMember: 2, live: 5 };
    expect(applyStatusChanges(common, seats, [{ after: seated() }])).toEqual({
      ...seats,
      ...{ taken: 4, takenMember: 3, live: 6 },
    });
    const { takenOnSite: _, ...earlier } = seats;
    expect(applyStatusChanges(separate, earlier, [{ after: seated() }]).takenOnSite).toBe(1);
  });
});

describe('freed seats', () => {
  it.each([
    [common, [{ before: seated(), after: ended() }], 1],
    [
      common,
      [
        { before: seated(), after: ended() },
        { before: seated(), after: ended() },
      ],
      2,
    ],
    [common, [{ after: seated() }], 0],
    [common, [{ before: waiting(), after: ended() }], 0],
    // Another takes the seat over, and one of the kind is free.
    [common, [{ before: seated(), after: ended() }, { after: seated({ kind: 'nonMember' }) }], 1],
    [separate, [{ before: seated(), after: ended() }, { after: seated({ attendanceMode: 'online' }) }], 1],
    [common, [{ before: seated(), after: ended() }, { after: seated() }], 0],
  ])('%#: of all, of a kind, or of a way to attend', (item, changes, expected) => {
    expect(countFreedSeats(item, changes)).toBe(expected);
  });
});
