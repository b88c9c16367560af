// Which seats are free for whom: what a registrant competes for, and who on the waitlist is before them.
import { type AttendanceMode, attendanceModes } from '../../attendance-mode.ts';
import type { ClassItem, SeatsItem } from '../../classes/record/class.ts';
import { getSeatLimits, phaseAt } from '../../classes/record/registration-window.ts';
import { getAttendanceMode, getModeLimit } from '../../classes/record/separate-seats.ts';
import type { RegistrantKind } from '../../registrant.ts';

/** The counters of a class's seats. */
export type SeatCounts = Omit<SeatsItem, 'type' | 'classVersion'>;
export type Counter = keyof SeatCounts;

/** Which seat somebody takes: of which kind of registrant, and in a class with separate seats of which way to attend. */
export interface SeatPlace {
  readonly kind: RegistrantKind;
  readonly mode?: AttendanceMode | undefined;
}

/** The place of a registration, or of an entry of the waitlist. */
export const toPlace = (
  item: ClassItem,
  registered: { readonly kind: RegistrantKind; readonly attendanceMode?: AttendanceMode | undefined },
): SeatPlace => ({ kind: registered.kind, mode: getAttendanceMode(item, registered) });

export const takenCounters = { member: 'takenMember', nonMember: 'takenNonMember' } as const;
export const takenModeCounters = { onSite: 'takenOnSite', online: 'takenOnline' } as const;
export const waitingCounters = { member: 'waitingMember', nonMember: 'waitingNonMember' } as const;
const waitingModeCounters = {
  member: { onSite: 'waitingMemberOnSite', online: 'waitingMemberOnline' },
  nonMember: { onSite: 'waitingNonMemberOnSite', online: 'waitingNonMemberOnline' },
} as const;

/** The counter of those who wait for such a seat. */
export const getWaitingCounter = ({ kind, mode }: SeatPlace): Counter =>
  mode === undefined ? waitingCounters[kind] : waitingModeCounters[kind][mode];

const kinds = ['member', 'nonMember'] as const;

/** Every place of a class. */
export const listPlaces = ({ registration }: ClassItem): SeatPlace[] =>
  kinds.flatMap((kind): SeatPlace[] =>
    registration.separateSeats ? attendanceModes.map((mode) => ({ kind, mode })) : [{ kind }],
  );

/** A limit of the seats, with the counters of those who have one and of those who wait for one. */
export interface SeatLimit {
  readonly taken: Counter;
  readonly most: number;
  readonly waiting: readonly Counter[];
}

/** The limits within which a place is: of all seats, of its kind, and of its way to attend. */
export function listLimits(item: ClassItem, { kind, mode }: SeatPlace, now: Date): SeatLimit[] {
  const { ofAll, ofKind } = getSeatLimits(item, phaseAt(item, now), kind);
  const limits: SeatLimit[] = [
    { taken: 'taken', most: ofAll, waiting: ['waiting'] },
    { taken: takenCounters[kind], most: ofKind, waiting: [waitingCounters[kind]] },
  ];
  if (mode === undefined) return limits;
  const waiting = kinds.map((each) => waitingModeCounters[each][mode]);
  return [
    ...limits,
    { taken: takenModeCounters[mode], most: getModeLimit(item.registration, mode), waiting },
  ];
}

/** A counter; those of separate seats are absent in classes that never had them. */
export const getCount = (seats: SeatCounts, counter: Counter): number => seats[counter] ?? 0;

const countWaiting = (seats: SeatCounts, { waiting }: SeatLimit): number =>
  waiting.reduce((sum, counter) => sum + getCount(seats, counter), 0);

/** Whether there is such a seat now. */
export const hasRoom = (item: ClassItem, seats: SeatCounts, place: SeatPlace, now: Date): boolean =>
  listLimits(item, place, now).every(({ taken, most }) => getCount(seats, taken) < most);

/** Whether the limit of a kind leaves a seat, regardless of the other limits. */
export const hasRoomForKind = (
  item: ClassItem,
  seats: SeatCounts,
  kind: RegistrantKind,
  now: Date,
): boolean => seats[takenCounters[kind]] < getSeatLimits(item, phaseAt(item, now), kind).ofKind;

/** People on the waitlist who may be before a new registrant: only if they have room within limits of their own. */
interface WaitingGroup {
  readonly waiting: Counter;
  readonly ownLimits: readonly SeatLimit[];
}

/** Those who wait for seats, with the limits that they do not share with a place. */
export function listWaitingGroups(item: ClassItem, place: SeatPlace, now: Date): WaitingGroup[] {
  const shared = new Set(listLimits(item, place, now).map(({ taken }) => taken));
  return listPlaces(item).map((other) => ({
    waiting: getWaitingCounter(other),
    ownLimits: listLimits(item, other, now).filter(({ taken }) => !shared.has(taken)),
  }));
}

/**
 * Whether someone is on the waitlist whom a new registrant would pass: one who waits for the same seats, or one who waits
 * for others unless only their own limits keep them waiting.
 */
const isWaitlistAhead = (item: ClassItem, seats: SeatCounts, place: SeatPlace, now: Date): boolean =>
  listWaitingGroups(item, place, now).some(
    ({ waiting, ownLimits }) =>
      getCount(seats, waiting) > 0 && ownLimits.every(({ taken, most }) => getCount(seats, taken) < most),
  );

/** Free seats within a limit beyond those due to the waitlist, after a new registrant has one; negative if there are none. */
export const countSpareSeats = (seats: SeatCounts, limit: SeatLimit): number =>
  limit.most - getCount(seats, limit.taken) - countWaiting(seats, limit) - 1;

/**
 * What must hold for a new registrant to get a seat: one is free and no one on the waitlist is passed, or, when the class
 * got more room that was not given out yet, more seats are free than registrants wait. Undefined when there is no seat
 * for them.
 */
export function findSeat(
  item: ClassItem,
  seats: SeatCounts,
  place: SeatPlace,
  now: Date,
): SeatRequirement | undefined {
  if (!hasRoom(item, seats, place, now)) return undefined;
  if (!isWaitlistAhead(item, seats, place, now)) return { kind: 'seat-free', place };
  const hasSpare = listLimits(item, place, now).every((limit) => countSpareSeats(seats, limit) >= 0);
  return hasSpare ? { kind: 'seat-spare', place } : undefined;
}

/** What must hold of the seats when status changes are committed, in addition to the room that they need. */
export type SeatRequirement =
  /** There is such a seat for a new registrant, and no one on the waitlist would be passed. */
  | { readonly kind: 'seat-free'; readonly place: SeatPlace }
  /** There are more such seats than registrants on the waitlist. */
  | { readonly kind: 'seat-spare'; readonly place: SeatPlace }
  /** There is no such seat for a new registrant, and the waitlist is shorter than `most`. */
  | { readonly kind: 'wait'; readonly place: SeatPlace; readonly most: number }
  /** The waitlist is empty. */
  | { readonly kind: 'waitlist-empty' }
  /** The counters are those that were read. */
  | { readonly kind: 'unchanged' };
