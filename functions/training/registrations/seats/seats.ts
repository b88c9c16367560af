// The seats of a class: what each registration counts for, before and after status changes.
import type { ClassItem, SeatsItem } from '../../classes/record/class.ts';
import type { NotificationValues } from '../../notifications/merge-fields.ts';
import type { NotificationKind } from '../../notifications/notification-kinds.ts';
import { isLive, type RegistrationItem } from '../record/registration.ts';
import {
  type Counter,
  getCount,
  getWaitingCounter,
  listPlaces,
  takenCounters,
  takenModeCounters,
  toPlace,
  waitingCounters,
} from './seat-places.ts';

/** A registration before and after its status changes; a new one has no `before`. */
export interface StatusChange {
  readonly before?: RegistrationItem | undefined;
  readonly after: RegistrationItem;
  /** The notification its member gets instead of the one for the new status. */
  readonly notificationKind?: NotificationKind | undefined;
  /** Merge values in addition to those of the registration. */
  readonly values?: NotificationValues | undefined;
}

/** The counters that a class has: those of separate seats only where it has such. */
export const listCounters = (item: ClassItem): readonly Counter[] => [
  'taken',
  'takenMember',
  'takenNonMember',
  'waiting',
  'waitingMember',
  'waitingNonMember',
  'live',
  ...(item.registration.separateSeats
    ? [...Object.values(takenModeCounters), ...listPlaces(item).map(getWaitingCounter)]
    : []),
];

/** The counters that a registration counts in: of a seat, a place on the waitlist, a live registration. */
function listCountersOf(item: ClassItem, registration: RegistrationItem | undefined): Counter[] {
  if (!registration) return [];
  const { holdsSeat, status, kind } = registration;
  const place = toPlace(item, registration);
  const { mode } = place;
  const counted: Counter[] = isLive(status) ? ['live'] : [];
  if (holdsSeat) counted.push('taken', takenCounters[kind], ...(mode ? [takenModeCounters[mode]] : []));
  if (status === 'Waitlisted')
    counted.push('waiting', waitingCounters[kind], ...(mode ? [getWaitingCounter(place)] : []));
  return counted;
}

export type SeatsDelta = ReadonlyMap<Counter, number>;

/** By how much status changes change each counter that changes. */
export function computeDelta(item: ClassItem, statusChanges: readonly StatusChange[]): SeatsDelta {
  const delta = new Map<Counter, number>();
  const count = (registration: RegistrationItem | undefined, by: 1 | -1): void => {
    for (const counter of listCountersOf(item, registration))
      delta.set(counter, (delta.get(counter) ?? 0) + by);
  };
  for (const { before, after } of statusChanges) {
    count(after, 1);
    count(before, -1);
  }
  return new Map([...delta].filter(([, by]) => by !== 0));
}

const freeableCounters = [
  'taken',
  ...Object.values(takenCounters),
  ...Object.values(takenModeCounters),
] as const satisfies readonly Counter[];

/** How many seats status changes free: of all, or of one kind or way to attend when another takes them over. */
export function countFreedSeats(item: ClassItem, statusChanges: readonly StatusChange[]): number {
  const delta = computeDelta(item, statusChanges);
  return Math.max(0, ...freeableCounters.map((counter) => -(delta.get(counter) ?? 0)));
}

/** The seats after status changes. */
export function applyStatusChanges(
  item: ClassItem,
  seats: SeatsItem,
  statusChanges: readonly StatusChange[],
): SeatsItem {
  const delta = computeDelta(item, statusChanges);
  const counted = [...delta].map(([counter, by]) => [counter, getCount(seats, counter) + by]);
  return { ...seats, ...Object.fromEntries(counted) };
}
