// The seats of a class as registrations count them: what each one takes, and what must hold when a step is committed.
import { type Change, type Condition, check, update } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { type ClassItem, type RegistrantKind, type SeatsItem, seatsKey } from '../classes/class.ts';
import { getSeatLimits, phaseAt } from '../classes/registration-window.ts';
import type { ClassWithSeats } from '../classes/store.ts';
import type { NotificationValues } from '../notifications/merge-fields.ts';
import type { NotificationKind } from '../notifications/notification-kinds.ts';
import { isLive, type RegistrationItem } from './registration.ts';

/** The numbers of a class's seats. */
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

/** What a registration counts for: a seat it holds, a place on the waitlist, being there. */
function getCounts(registration: RegistrationItem | undefined): SeatCounts {
  const one = (holds: boolean | undefined): number => (holds ? 1 : 0);
  const { holdsSeat, kind } = registration ?? {};
  const isWaiting = registration?.status === 'Waitlisted';
  return {
    taken: one(holdsSeat),
    takenMember: one(holdsSeat && kind === 'member'),
    takenNonMember: one(holdsSeat && kind === 'nonMember'),
    waiting: one(isWaiting),
    waitingMember: one(isWaiting && kind === 'member'),
    waitingNonMember: one(isWaiting && kind === 'nonMember'),
    live: one(registration && isLive(registration.status)),
  };
}

/** What one registration was and what it becomes; it is new when it was nothing. */
export interface StatusChange {
  readonly before?: RegistrationItem | undefined;
  readonly after: RegistrationItem;
  /** What its member is told of instead of what the state tells. */
  readonly notificationKind?: NotificationKind | undefined;
  /** What its member is told beside what the registration itself tells. */
  readonly values?: NotificationValues | undefined;
}

/** By how much some steps change each counter. */
function computeDelta(steps: readonly StatusChange[]): SeatCounts {
  const total = (counter: Counter): number =>
    steps.reduce((sum, { before, after }) => sum + getCounts(after)[counter] - getCounts(before)[counter], 0);
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

/** How many seats some steps free: of all, or of one kind that another kind takes over. */
export function countFreedSeats(steps: readonly StatusChange[]): number {
  const { taken, takenMember, takenNonMember } = computeDelta(steps);
  return Math.max(0, -taken, -takenMember, -takenNonMember);
}

/** The seats once some steps are taken. */
export function applyStatusChanges(seats: SeatsItem, steps: readonly StatusChange[]): SeatsItem {
  const delta = computeDelta(steps);
  const counted = counters.map((counter) => [counter, seats[counter] + delta[counter]]);
  return { ...seats, ...Object.fromEntries(counted) };
}

/** Whether there is a seat for a kind, in the phase of a moment. */
export function hasRoom(of: ClassItem, seats: SeatCounts, kind: RegistrantKind, now: Date): boolean {
  const { ofAll } = getSeatLimits(of, phaseAt(of, now), kind);
  return seats.taken < ofAll && hasRoomForKind(of, seats, kind, now);
}

/** Whether a kind's own limit leaves a seat, whatever is taken of all. */
export const hasRoomForKind = (of: ClassItem, seats: SeatCounts, kind: RegistrantKind, now: Date): boolean =>
  seats[takenCounters[kind]] < getSeatLimits(of, phaseAt(of, now), kind).ofKind;

/**
 * Whether somebody waits whom a newcomer of this kind would pass: one of the same kind, or of the other kind unless it is
 * that kind's own limit that they wait for.
 */
function isWaitlistAhead(of: ClassItem, seats: SeatCounts, kind: RegistrantKind, now: Date): boolean {
  const { ofKind } = getSeatLimits(of, phaseAt(of, now), otherKind[kind]);
  return (
    seats[waitingCounters[kind]] > 0 ||
    (seats[waitingCounters[otherKind[kind]]] > 0 && seats[takenCounters[otherKind[kind]]] < ofKind)
  );
}

/** Free seats beyond those that are owed to whoever waits, once a newcomer of this kind has one; negative if there is none. */
function countSpareSeats(of: ClassItem, seats: SeatCounts, kind: RegistrantKind, now: Date) {
  const { ofAll, ofKind } = getSeatLimits(of, phaseAt(of, now), kind);
  return {
    ofAll: ofAll - seats.taken - seats.waiting - 1,
    ofKind: ofKind - seats[takenCounters[kind]] - seats[waitingCounters[kind]] - 1,
  };
}

/**
 * What must hold for a newcomer of this kind to have a seat: one is free and nobody waits whom they would pass, or, where
 * the room grew and it was not given out yet, more are free than wait. Undefined when there is none for them.
 */
export function findSeat(
  of: ClassItem,
  seats: SeatCounts,
  kind: RegistrantKind,
  now: Date,
): SeatRequirement | undefined {
  if (!hasRoom(of, seats, kind, now)) return undefined;
  if (!isWaitlistAhead(of, seats, kind, now)) return { kind: 'a seat for', of: kind };
  const { ofAll, ofKind } = countSpareSeats(of, seats, kind, now);
  return ofAll < 0 || ofKind < 0 ? undefined : { kind: 'a seat beside those who wait', of: kind };
}

/** What must hold of the seats when steps are committed, beside the room that they need. */
export type SeatRequirement =
  /** There is a seat for a newcomer of this kind, and nobody waits whom they would pass. */
  | { readonly kind: 'a seat for'; readonly of: RegistrantKind }
  /** There are more seats for this kind than the number of those who wait. */
  | { readonly kind: 'a seat beside those who wait'; readonly of: RegistrantKind }
  /** A newcomer of this kind has to wait, and fewer wait than `most`. */
  | { readonly kind: 'must wait'; readonly of: RegistrantKind; readonly most: number }
  /** Nobody waits at all. */
  | { readonly kind: 'nobody waits' }
  /** The counts are those that were read. */
  | { readonly kind: 'as read' };

type Operator = '<' | '<=' | '=' | '>' | '>=';

/** Conditions that are put together; each value gets a placeholder of its own. */
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
 * What must hold for some steps: the settings are those that were read, whoever takes a seat finds one, and what is
 * required. Bounds instead of equality, so that of a hundred who come at once as many are admitted in one round as there
 * are seats.
 */
function buildSeatsCondition(
  { item: of, seats }: ClassWithSeats,
  steps: readonly StatusChange[],
  requirements: readonly SeatRequirement[],
  now: Date,
): Condition {
  const delta = computeDelta(steps);
  const phase = phaseAt(of, now);
  const { compare, names, values } = createConditionBuilder();
  const limitOf = (kind: RegistrantKind) => getSeatLimits(of, phase, kind);
  /** Somebody of this kind waits although their own kind's limit does not keep them from a seat. */
  const waitsForAnySeat = (kind: RegistrantKind): string =>
    `(${compare(waitingCounters[kind], '>', 0)} AND ${compare(takenCounters[kind], '<', limitOf(kind).ofKind)})`;
  const isPromotion = steps.some(({ before }) => before?.status === 'Waitlisted');
  const room = (counter: Counter, limit: number): string[] =>
    delta[counter] > 0 || isPromotion ? [compare(counter, '<=', limit - delta[counter])] : [];
  const kinds = new Set(
    steps.filter(({ before, after }) => after.holdsSeat && !before?.holdsSeat).map(({ after }) => after.kind),
  );
  const required = (one: SeatRequirement): string[] => {
    if (one.kind === 'nobody waits') return [compare('waiting', '=', 0)];
    if (one.kind === 'as read')
      return counters.filter((name) => name !== 'live').map((name) => compare(name, '=', seats[name]));
    const { ofAll, ofKind } = limitOf(one.of);
    if (one.kind === 'a seat for')
      return [
        compare('taken', '<', ofAll),
        compare(takenCounters[one.of], '<', ofKind),
        compare(waitingCounters[one.of], '=', 0),
        `NOT ${waitsForAnySeat(otherKind[one.of])}`,
      ];
    if (one.kind === 'a seat beside those who wait') {
      // A condition can't add up: as many may wait as did, and what is spare may be taken.
      const { ofAll: more, ofKind: moreOfKind } = countSpareSeats(of, seats, one.of, now);
      return [
        compare('taken', '<=', seats.taken + more),
        compare(takenCounters[one.of], '<=', seats[takenCounters[one.of]] + moreOfKind),
        compare('waiting', '<=', seats.waiting),
        compare(waitingCounters[one.of], '<=', seats[waitingCounters[one.of]]),
      ];
    }
    const isFull = [compare('taken', '>=', ofAll), compare(takenCounters[one.of], '>=', ofKind)];
    const isBehind = [compare(waitingCounters[one.of], '>', 0), waitsForAnySeat(otherKind[one.of])];
    return [compare('waiting', '<', one.most), `(${[...isFull, ...isBehind].join(' OR ')})`];
  };
  const all = [
    compare('classVersion', '=', of.version),
    ...(kinds.size > 0 ? room('taken', of.registration.capacity ?? Number.MAX_SAFE_INTEGER) : []),
    ...[...kinds].flatMap((kind) => room(takenCounters[kind], limitOf(kind).ofKind)),
    ...requirements.flatMap(required),
  ];
  return { expression: all.join(' AND '), names, values };
}

/** The change of a class's seats by some steps; decided again when what it needs no longer holds. */
export function buildSeatsChanges(
  tenant: TenantStore,
  within: ClassWithSeats,
  steps: readonly StatusChange[],
  requirements: readonly SeatRequirement[],
  now: Date,
): Change[] {
  const delta = computeDelta(steps);
  const changed = counters.filter((counter) => delta[counter] !== 0);
  const key = seatsKey(tenant, within.item.id);
  const condition = buildSeatsCondition(within, steps, requirements, now);
  if (changed.length > 0) {
    const add = Object.fromEntries(changed.map((counter) => [counter, delta[counter]]));
    return [update(key, { add }, { condition, otherwise: 'decide again' })];
  }
  return requirements.length > 0 ? [check(key, condition, 'decide again')] : [];
}
