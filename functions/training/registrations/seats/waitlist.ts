// The waitlist of a class, in the order of receipt, and the timers of offers.
import { type Change, put, remove } from '../../../../shared/data/changes.ts';
import type { Key, Partition, TenantStore } from '../../../../shared/data/store.ts';
import { clearTimer, setTimer } from '../../../../shared/schedule/timers.ts';
import type { AttendanceMode } from '../../attendance-mode.ts';
import type { ClassItem, SeatsItem } from '../../classes/record/class.ts';
import { classById } from '../../classes/record/store.ts';
import type { RegistrantKind } from '../../registrant.ts';
import type { RegistrationItem } from '../record/registration.ts';
import { getCount, hasRoom, listLimits, listPlaces, toPlace } from './seat-places.ts';
import type { StatusChange } from './seats.ts';

/** An entry of the waitlist. Its sort key is the time of receipt, then the id. */
export interface WaitlistEntry {
  readonly type: 'waitlist-entry';
  readonly registrationId: string;
  readonly memberId: string;
  readonly kind: RegistrantKind;
  /** In a class with separate seats. */
  readonly attendanceMode?: AttendanceMode | undefined;
  readonly waitlistedAt: string;
}

const getPartitionName = (classId: string): string => `CLASS#${classId}#WAITLIST`;

export const waitlist = (tenant: TenantStore, classId: string): Partition<WaitlistEntry> =>
  tenant.partition(getPartitionName(classId));

const waitlistSort = ({ waitlistedAt, createdDate, id }: RegistrationItem): string =>
  `${waitlistedAt ?? createdDate}#${id}`;
const entryKey = (tenant: TenantStore, registration: RegistrationItem): Key<WaitlistEntry> =>
  tenant.key(getPartitionName(registration.classId), waitlistSort(registration));

/** The entries in order, read page by page. */
async function* iterateWaitlist(tenant: TenantStore, classId: string): AsyncGenerator<WaitlistEntry> {
  const range = { consistent: true, limit: 25 };
  for await (const { items } of tenant.queryPages(waitlist(tenant, classId), range)) yield* items;
}

/** The position on the waitlist, from 1. Counts the short entries up to it: 1 read unit per 30. */
export const findWaitlistPosition = async (
  tenant: TenantStore,
  registration: RegistrationItem,
): Promise<number | undefined> => (await findWaitlistPositions(tenant, [registration])).get(registration.id);

type ModeEntry = Pick<WaitlistEntry, 'registrationId' | 'attendanceMode'>;

/**
 * The positions of entries in their order, by registration: seats on site and seats online have an order each. Reads the
 * class only where people wait for both, to know how those attend who registered before its seats were separate.
 */
async function numberEntries(
  tenant: TenantStore,
  classId: string,
  entries: readonly ModeEntry[],
): Promise<[string, number][]> {
  const modes = new Set(entries.map(({ attendanceMode }) => attendanceMode));
  const earlier =
    modes.size > 1 ? (await classById(tenant, classId))?.registration.separateSeats?.earlier : undefined;
  const counts = new Map<AttendanceMode | undefined, number>();
  return entries.map(({ registrationId, attendanceMode = earlier }) => {
    const position = (counts.get(attendanceMode) ?? 0) + 1;
    counts.set(attendanceMode, position);
    return [registrationId, position];
  });
}

/**
 * The positions of those of these registrations that are on a waitlist, by id. One query per class, up to the last of
 * them: 1 read unit per 30 entries.
 */
export async function findWaitlistPositions(
  tenant: TenantStore,
  registrations: readonly RegistrationItem[],
): Promise<ReadonlyMap<string, number>> {
  const waiting = registrations.filter(({ status }) => status === 'Waitlisted');
  const positions = [...Map.groupBy(waiting, ({ classId }) => classId)].map(async ([classId, ofClass]) => {
    const to = ofClass.map(waitlistSort).sort().at(-1);
    const only = ['registrationId', 'attendanceMode'];
    const entries = await tenant.queryAll(waitlist(tenant, classId), { to, only });
    return numberEntries(tenant, classId, entries);
  });
  return new Map((await Promise.all(positions)).flat());
}

/** The first entries, up to `most`, for whom there is room; entries without room are skipped. */
export async function findNextWaiting(
  tenant: TenantStore,
  item: ClassItem,
  seats: SeatsItem,
  limit: number,
  now: Date,
): Promise<WaitlistEntry[]> {
  const chosen: WaitlistEntry[] = [];
  let left = seats;
  const isOpenToAny = () => listPlaces(item).some((place) => hasRoom(item, left, place, now));
  if (seats.waiting === 0 || limit === 0 || !isOpenToAny()) return chosen;
  for await (const entry of iterateWaitlist(tenant, item.id)) {
    const place = toPlace(item, entry);
    if (!hasRoom(item, left, place, now)) continue;
    chosen.push(entry);
    for (const { taken } of listLimits(item, place, now))
      left = { ...left, [taken]: getCount(left, taken) + 1 };
    if (chosen.length === limit || !isOpenToAny()) break;
  }
  return chosen;
}

/** The timers of an offer; their subject is the registration's id. */
const offerTimers = { expires: 'offer-expires', expiring: 'offer-expiring' } as const;

/** The writes of a status change to the waitlist, and to the timers of an offer. */
export function buildWaitlistChanges(
  tenant: TenantStore,
  { before, after }: StatusChange,
  now: Date,
): Change[] {
  const changes: Change[] = [];
  if (after.status === 'Waitlisted' && before?.status !== 'Waitlisted') {
    const { id, memberId, kind, attendanceMode, waitlistedAt, createdDate } = after;
    changes.push(
      put(entryKey(tenant, after), {
        type: 'waitlist-entry',
        registrationId: id,
        memberId,
        kind,
        attendanceMode,
        waitlistedAt: waitlistedAt ?? createdDate,
      }),
    );
  }
  if (before?.status === 'Waitlisted' && after.status !== 'Waitlisted')
    changes.push(remove(entryKey(tenant, before)));
  const { expires, expiring } = offerTimers;
  const subject = after.id;
  if (after.offerExpiresAt !== undefined && before?.offerExpiresAt === undefined) {
    const end = new Date(after.offerExpiresAt);
    const late = new Date(now.getTime() + (end.getTime() - now.getTime()) * 0.75);
    changes.push(setTimer(tenant, { kind: expires, subject, dueAt: end }));
    changes.push(setTimer(tenant, { kind: expiring, subject, dueAt: late }));
  }
  if (before?.offerExpiresAt !== undefined && after.offerExpiresAt === undefined)
    changes.push(clearTimer(tenant, expires, subject), clearTimer(tenant, expiring, subject));
  return changes;
}
