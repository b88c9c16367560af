// The writes that create, change or remove a class: the class, its seats, its catalogue entry, and the counters of the
// records it refers to.

import {
  type Change,
  type Condition,
  ifPresent,
  insert,
  put,
  remove,
  update,
} from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { invalid } from '../../../shared/errors/failure.ts';
import { unknownId } from '../../../shared/errors/unknown-id.ts';
import { type IfMatch, ifUnchanged } from '../../../shared/http/etag.ts';
import { pick } from '../../../shared/values/pick.ts';
import { addCourseUse, removeCourseUse } from '../courses/store.ts';
import { approvalChainKey } from '../settings/approval-chains/approval-chain.ts';
import { buildTypeCountChanges } from '../settings/types/store.ts';
import type { BookingCounts } from './bookings/bookings.ts';
import { buildInstructorChanges } from './bookings/instructor-entries.ts';
import { buildRoomChanges } from './bookings/room-entries.ts';
import { isAwardChanged } from './plan/award-change.ts';
import { separateTakenSeats } from './plan/change-rules.ts';
import { computeLoweredLimits } from './plan/registration-settings.ts';
import { listTypeUses } from './presentation/references.ts';
import { attendanceRuleKey } from './record/attendance-rule.ts';
import { checkInSecretKey } from './record/check-in-secret.ts';
import {
  buildSeats,
  type ClassItem,
  classKey,
  type SeatLimits,
  type SeatsItem,
  seatsKey,
} from './record/class.ts';
import { buildClassEntry, classSort } from './record/class-entry.ts';
import { classesByStart, entryKey } from './record/store.ts';

/** Updates the class counters of two approval chains when a class moves from one to the other. */
function buildChainCountChanges(
  tenant: TenantStore,
  had: string | undefined,
  has: string | undefined,
): Change[] {
  if (had === has) return [];
  const count = (id: string, by: 1 | -1) =>
    update(
      approvalChainKey(tenant, id),
      { add: { classes: by } },
      {
        condition: ifPresent,
        onConflict:
          by === 1 ? invalid([unknownId('approval chain', id, 'registration.approvalChainId')]) : 'retry',
      },
    );
  return [...(has === undefined ? [] : [count(has, 1)]), ...(had === undefined ? [] : [count(had, -1)])];
}

const putEntry = (tenant: TenantStore, item: ClassItem): Change =>
  put(entryKey(tenant, item), buildClassEntry(item), {
    listed: { listing: classesByStart(tenant).listing, sort: classSort(item) },
  });

/** Writes a new class, its seats and its entry. The caller writes the counters, as it may create several classes. */
export const putClass = (tenant: TenantStore, item: ClassItem): Change[] => [
  insert(classKey(tenant, item.id), item),
  put(seatsKey(tenant, item.id), buildSeats(item.version)),
  putEntry(tenant, item),
];

/** Inserts a class. With `bookings`, the insertion is decided again when its instructors or room were booked meanwhile. */
export const insertClass = async (
  tenant: TenantStore,
  item: ClassItem,
  bookings?: BookingCounts,
): Promise<Change[]> => [
  addCourseUse(tenant, item.courseId, invalid([unknownId('course', item.courseId, 'courseId')])),
  ...buildTypeCountChanges(tenant, [], listTypeUses(item)),
  ...buildChainCountChanges(tenant, undefined, item.registration.approvalChainId),
  ...putClass(tenant, item),
  ...buildInstructorChanges(tenant, undefined, item, bookings),
  ...buildRoomChanges(tenant, undefined, item, bookings),
  ...(await classesByStart(tenant).changesForInsert(classSort(item))),
];

const takenCounters = {
  total: 'taken',
  member: 'takenMember',
  nonMember: 'takenNonMember',
  onSite: 'takenOnSite',
  online: 'takenOnline',
} as const satisfies Record<keyof SeatLimits, keyof SeatsItem>;

/** Comparisons of counters, all of which must hold. */
const compareCounters = (
  operator: '<=' | '=',
  bounds: readonly (readonly [counter: keyof SeatsItem, bound: number])[],
): Condition => ({
  expression: bounds.map(([counter]) => `#${counter} ${operator} :${counter}`).join(' AND '),
  names: Object.fromEntries(bounds.map(([counter]) => [`#${counter}`, counter])),
  values: Object.fromEntries(bounds.map(([counter, bound]) => [`:${counter}`, bound])),
});

/** The taken seats are within the limits of all and of kinds, and within those of separate seats where there are such. */
const seatLimitCondition = (limits: SeatLimits, isSeparate: boolean): Condition =>
  compareCounters(
    '<=',
    (['total', 'member', 'nonMember', ...(isSeparate ? (['onSite', 'online'] as const) : [])] as const).map(
      (limit) => [takenCounters[limit], limits[limit]] as const,
    ),
  );

/** The counters of separate seats. */
const separateCounters = [
  'takenOnSite',
  'takenOnline',
  'waitingMemberOnSite',
  'waitingMemberOnline',
  'waitingNonMemberOnSite',
  'waitingNonMemberOnline',
] as const satisfies readonly (keyof SeatsItem)[];

/** The counters are those that were read, because they are counted apart from now on. */
const unchangedCondition = (seats: SeatsItem): Condition =>
  compareCounters(
    '=',
    (['taken', 'takenMember', 'takenNonMember', 'waitingMember', 'waitingNonMember'] as const).map(
      (counter) => [counter, seats[counter]] as const,
    ),
  );

/** The condition, extended to require that no registration is live. */
const addNoLiveCondition = ({ expression, names, values }: Condition): Condition => ({
  expression: `${expression} AND #live = :none`,
  names: { ...names, '#live': 'live' },
  values: { ...values, ':none': 0 },
});

/**
 * Sets the seats to the next version of their class if they are still within its limits, and, when the award changes
 * or the change allows none, if no registration is live.
 */
function updateSeatsVersion(
  tenant: TenantStore,
  before: ClassItem,
  after: ClassItem,
  { seats, forbidsLive }: { readonly seats: SeatsItem; readonly forbidsLive: boolean },
): Change {
  const separated = separateTakenSeats(before, after, seats);
  const limits = computeLoweredLimits(before.registration, after.registration);
  const within =
    separated === seats
      ? seatLimitCondition(limits, after.registration.separateSeats !== undefined)
      : unchangedCondition(seats);
  const condition = forbidsLive || isAwardChanged(before, after) ? addNoLiveCondition(within) : within;
  const counted = separated === seats ? {} : pick(separated, separateCounters);
  return update(
    seatsKey(tenant, after.id),
    { set: { ...counted, classVersion: after.version } },
    { condition, onConflict: 'retry' },
  );
}

/** Changes a class that was read as `before`. Registrations decided on the earlier version are retried. */
export const replaceClass = async (
  tenant: TenantStore,
  before: ClassItem,
  after: ClassItem,
  {
    seats,
    forbidsLive = false,
    bookings,
    ifMatch,
  }: {
    /** The seats that the change was decided on. */
    readonly seats: SeatsItem;
    /** Whether the change requires that no registration is live. */
    readonly forbidsLive?: boolean;
    /** The bookings that the change was decided on, unless double bookings are allowed. */
    readonly bookings?: BookingCounts | undefined;
    readonly ifMatch: IfMatch | undefined;
  },
): Promise<Change[]> => [
  put(classKey(tenant, after.id), after, ifUnchanged(before.version, ifMatch)),
  updateSeatsVersion(tenant, before, after, { seats, forbidsLive }),
  ...(classSort(before) === classSort(after) ? [] : [remove(entryKey(tenant, before))]),
  putEntry(tenant, after),
  ...buildInstructorChanges(tenant, before, after, bookings),
  ...buildRoomChanges(tenant, before, after, bookings),
  ...buildTypeCountChanges(tenant, listTypeUses(before), listTypeUses(after)),
  ...buildChainCountChanges(tenant, before.registration.approvalChainId, after.registration.approvalChainId),
  ...(await classesByStart(tenant).changesForMove(classSort(before), classSort(after))),
];

/**
 * Removes a class that was read as `before` if it has no live registration. A registration that is made meanwhile
 * causes a retry, which then finds it.
 */
export const removeClass = async (
  tenant: TenantStore,
  before: ClassItem,
  ifMatch: IfMatch | undefined,
): Promise<Change[]> => [
  remove(classKey(tenant, before.id), ifUnchanged(before.version, ifMatch)),
  remove(seatsKey(tenant, before.id), {
    condition: {
      expression: '#live = :none',
      names: { '#live': 'live' },
      values: { ':none': 0 },
    },
    onConflict: 'retry',
  }),
  remove(entryKey(tenant, before)),
  remove(attendanceRuleKey(tenant, before.id)),
  remove(checkInSecretKey(tenant, before.id)),
  ...buildInstructorChanges(tenant, before, undefined),
  ...buildRoomChanges(tenant, before, undefined),
  removeCourseUse(tenant, before.courseId),
  ...buildTypeCountChanges(tenant, listTypeUses(before), []),
  ...buildChainCountChanges(tenant, before.registration.approvalChainId, undefined),
  ...(await classesByStart(tenant).changesForRemove(classSort(before))),
];
