// The seats of a class: what each registration counts for, and what must hold when status changes are committed.
import { type Change, type Condition, check, update } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { type ClassItem, type SeatsItem, seatsKey } from '../classes/class.ts';
import { getSeatLimits, phaseAt } from '../classes/registration-window.ts';
import type { ClassWithSeats } from '../classes/store.ts';
import type { NotificationValues } from '../notifications/merge-fields.ts';
import type { NotificationKind } from '../notifications/notification-kinds.ts';
import type { RegistrantKind } from '../registrant.ts';
import { isLive, type RegistrationItem } from './record/registration.ts';

/** The counters of a class's seats. */
export type SeatCounts = Omit<SeatsItem, 'type' | 'classVersion'>;

const counters = [
  'taken',
  'takenMember',
  'takenNonMember',
  'waiting',
  'waitingMember',
  'waitingNonMember',
  'live',
] as const satisfies readonly (keyof SeatCounts)[];
type Counter = (typeof counters)[number];

const takenCounters = { member: 'takenMember', nonMember: 'takenNonMember' } as const;
const waitingCounters = { member: 'waitingMember', nonMember: 'waitingNonMember' } as const;
const otherKind = { member: 'nonMember', nonMember: 'member' } as const;

/** What a registration counts for: a seat, a place on the waitlist, a live registration. */
function getCounts(registration: RegistrationItem | undefined): SeatCounts {
  const toCount = (holds: boolean | undefined): number => (holds ? 1 : 0);
  const { holdsSeat, kind } = registration ?? {};
  const isWaiting = registration?.status === 'Waitlisted';
  return {
    taken: toCount(holdsSeat),
    takenMember: toCount(holdsSeat && kind === 'member'),
    takenNonMember: toCount(holdsSeat && kind === 'nonMember'),
    waiting: toCount(isWaiting),
    waitingMember: toCount(isWaiting && kind === 'member'),
    waitingNonMember: toCount(isWaiting && kind === 'nonMember'),
    live: toCount(registration && isLive(registration.status)),
  };
}

/** A registration before and after its status changes; a new one has no `before`. */
export interface StatusChange {
  readonly before?: RegistrationItem | undefined;
  readonly after: RegistrationItem;
  /** The notification its member gets instead of the one for the new status. */
  readonly notificationKind?: NotificationKind | undefined;
  /** Merge values in addition to those of the registration. */
  readonly values?: NotificationValues | undefined;
}

/** By how much status changes change each counter. */
function computeDelta(statusChanges: readonly StatusChange[]): SeatCounts {
  const total = (counter: Counter): number =>
    statusChanges.reduce(
      (sum, { before, after }) => sum + getCounts(after)[counter] - getCounts(before)[counter],
      0,
    );
  return {
    taken: total('taken'),
    takenMember: total('takenMember'),
    takenNonMember: total('takenNonMember'),
    waiting: total('waiting'),
    waitingMember: total('waitingMember'),
    waitingNonMember: total('waitingNonMember'),
    live: total('live'),
  };
}

/** How many seats status changes free: of all, or of one kind when the other kind takes them over. */
export function countFreedSeats(statusChanges: readonly StatusChange[]): number {
  const { taken, takenMember, takenNonMember } = computeDelta(statusChanges);
  return Math.max(0, -taken, -takenMember, -takenNonMember);
}

/** The seats after status changes. */
export function applyStatusChanges(seats: SeatsItem, statusChanges: readonly StatusChange[]): SeatsItem {
  const delta = computeDelta(statusChanges);
  const counted = counters.map((counter) => [counter, seats[counter] + delta[counter]]);
  return { ...seats, ...Object.fromEntries(counted) };
}

/** Whether there is a seat for a kind of registrant now. */
export function hasRoom(item: ClassItem, seats: SeatCounts, kind: RegistrantKind, now: Date): boolean {
  const { ofAll } = getSeatLimits(item, phaseAt(item, now), kind);
  return seats.taken < ofAll && hasRoomForKind(item, seats, kind, now);
}

/** Whether the limit of a kind leaves a seat, regardless of the capacity. */
export const hasRoomForKind = (
  item: ClassItem,
  seats: SeatCounts,
  kind: RegistrantKind,
  now: Date,
): boolean => seats[takenCounters[kind]] < getSeatLimits(item, phaseAt(item, now), kind).ofKind;

/**
 * Whether someone is on the waitlist whom a new registrant of this kind would pass: one of the same kind, or one of the
 * other kind unless only that kind's own limit keeps them waiting.
 */
function isWaitlistAhead(item: ClassItem, seats: SeatCounts, kind: RegistrantKind, now: Date): boolean {
  const { ofKind } = getSeatLimits(item, phaseAt(item, now), otherKind[kind]);
  return (
    seats[waitingCounters[kind]] > 0 ||
    (seats[waitingCounters[otherKind[kind]]] > 0 && seats[takenCounters[otherKind[kind]]] < ofKind)
  );
}

/**
 * Free seats beyond those due to the waitlist, after a new registrant of this kind has one; negative if there are none.
 */
function countSpareSeats(item: ClassItem, seats: SeatCounts, kind: RegistrantKind, now: Date) {
  const { ofAll, ofKind } = getSeatLimits(item, phaseAt(item, now), kind);
  return {
    ofAll: ofAll - seats.taken - seats.waiting - 1,
    ofKind: ofKind - seats[takenCounters[kind]] - seats[waitingCounters[kind]] - 1,
  };
}

/**
 * What must hold for a new registrant of this kind to get a seat: one is free and no one on the waitlist is passed, or,
 * when the class got more room that was not given out yet, more seats are free than registrants wait. Undefined when
 * there is no seat for them.
 */
export function findSeat(
  item: ClassItem,
  seats: SeatCounts,
  kind: RegistrantKind,
  now: Date,
): SeatRequirement | undefined {
  if (!hasRoom(item, seats, kind, now)) return undefined;
  if (!isWaitlistAhead(item, seats, kind, now)) return { kind: 'seat-free', registrantKind: kind };
  const { ofAll, ofKind } = countSpareSeats(item, seats, kind, now);
  return ofAll < 0 || ofKind < 0 ? undefined : { kind: 'seat-spare', registrantKind: kind };
}

/** What must hold of the seats when status changes are committed, in addition to the room that they need. */
export type SeatRequirement =
  /** There is a seat for a new registrant of this kind, and no one on the waitlist would be passed. */
  | { readonly kind: 'seat-free'; readonly registrantKind: RegistrantKind }
  /** There are more seats for this kind than registrants on the waitlist. */
  | { readonly kind: 'seat-spare'; readonly registrantKind: RegistrantKind }
  /** There is no seat for a new registrant of this kind, and the waitlist is shorter than `most`. */
  | { readonly kind: 'wait'; readonly registrantKind: RegistrantKind; readonly most: number }
  /** The waitlist is empty. */
  | { readonly kind: 'waitlist-empty' }
  /** The counters are those that were read. */
  | { readonly kind: 'unchanged' };

type Operator = '<' | '<=' | '=' | '>' | '>=';

/** Collects comparisons, with a placeholder for each value. */
function createConditionBuilder() {
  const values: Record<string, number> = {};
  const names: Record<string, string> = {};
  const compare = (counter: Counter | 'classVersion', operator: Operator, value: number): string => {
    const placeholder = `:bound${Object.keys(values).length}`;
    values[placeholder] = value;
    names[`#${counter}`] = counter;
    return `#${counter} ${operator} ${placeholder}`;
  };
  return { compare, names, values };
}

/**
 * The condition of status changes: the class settings are those that were read, every new seat is within its limits,
 * and the requirements hold. Bounds instead of equality let as many of a hundred simultaneous registrations succeed in
 * one round as there are seats.
 */
function buildSeatsCondition(
  { item, seats }: ClassWithSeats,
  statusChanges: readonly StatusChange[],
  requirements: readonly SeatRequirement[],
  now: Date,
): Condition {
  const delta = computeDelta(statusChanges);
  const phase = phaseAt(item, now);
  const { compare, names, values } = createConditionBuilder();
  const limitOf = (kind: RegistrantKind) => getSeatLimits(item, phase, kind);
  /** Someone of this kind waits for any seat, not for a seat within the limit of their kind. */
  const waitsForAnySeat = (kind: RegistrantKind): string =>
    `(${compare(waitingCounters[kind], '>', 0)} AND ${compare(takenCounters[kind], '<', limitOf(kind).ofKind)})`;
  const isPromotion = statusChanges.some(({ before }) => before?.status === 'Waitlisted');
  const room = (counter: Counter, limit: number): string[] =>
    delta[counter] > 0 || isPromotion ? [compare(counter, '<=', limit - delta[counter])] : [];
  const kinds = new Set(
    statusChanges
      .filter(({ before, after }) => after.holdsSeat && !before?.holdsSeat)
      .map(({ after }) => after.kind),
  );
  const requirementComparisons = (requirement: SeatRequirement): string[] => {
    if (requirement.kind === 'waitlist-empty') return [compare('waiting', '=', 0)];
    if (requirement.kind === 'unchanged')
      return counters.filter((name) => name !== 'live').map((name) => compare(name, '=', seats[name]));
    const { ofAll, ofKind } = limitOf(requirement.registrantKind);
    if (requirement.kind === 'seat-free')
      return [
        compare('taken', '<', ofAll),
        compare(takenCounters[requirement.registrantKind], '<', ofKind),
        compare(waitingCounters[requirement.registrantKind], '=', 0),
        `NOT ${waitsForAnySeat(otherKind[requirement.registrantKind])}`,
      ];
    if (requirement.kind === 'seat-spare') {
      // A condition can't add: the waitlist may not be longer than it was, and only spare seats may be taken.
      const { ofAll: more, ofKind: moreOfKind } = countSpareSeats(
        item,
        seats,
        requirement.registrantKind,
        now,
      );
      return [
        compare('taken', '<=', seats.taken + more),
        compare(
          takenCounters[requirement.registrantKind],
          '<=',
          seats[takenCounters[requirement.registrantKind]] + moreOfKind,
        ),
        compare('waiting', '<=', seats.waiting),
        compare(
          waitingCounters[requirement.registrantKind],
          '<=',
          seats[waitingCounters[requirement.registrantKind]],
        ),
      ];
    }
    const isFull = [
      compare('taken', '>=', ofAll),
      compare(takenCounters[requirement.registrantKind], '>=', ofKind),
    ];
    const isBehind = [
      compare(waitingCounters[requirement.registrantKind], '>', 0),
      waitsForAnySeat(otherKind[requirement.registrantKind]),
    ];
    return [compare('waiting', '<', requirement.most), `(${[...isFull, ...isBehind].join(' OR ')})`];
  };
  const all = [
    compare('classVersion', '=', item.version),
    ...(kinds.size > 0 ? room('taken', item.registration.capacity ?? Number.MAX_SAFE_INTEGER) : []),
    ...[...kinds].flatMap((kind) => room(takenCounters[kind], limitOf(kind).ofKind)),
    ...requirements.flatMap(requirementComparisons),
  ];
  return { expression: all.join(' AND '), names, values };
}

/** The update of a class's seats by status changes; retried when its condition no longer holds. */
export function buildSeatsChanges(
  tenant: TenantStore,
  classWithSeats: ClassWithSeats,
  statusChanges: readonly StatusChange[],
  requirements: readonly SeatRequirement[],
  now: Date,
): Change[] {
  const delta = computeDelta(statusChanges);
  const changed = counters.filter((counter) => delta[counter] !== 0);
  const key = seatsKey(tenant, classWithSeats.item.id);
  const condition = buildSeatsCondition(classWithSeats, statusChanges, requirements, now);
  if (changed.length > 0) {
    const add = Object.fromEntries(changed.map((counter) => [counter, delta[counter]]));
    return [update(key, { add }, { condition, onConflict: 'retry' })];
  }
  return requirements.length > 0 ? [check(key, condition, 'retry')] : [];
}
