// The waitlist of a class, in the order of receipt, and its timers.
import { type Change, put, remove } from '../../../shared/data/changes.ts';
import type { Key, Partition, Position, TenantStore } from '../../../shared/data/store.ts';
import { clearTimer, setTimer } from '../../../shared/schedule/timers.ts';
import { type ClassItem, phases, type RegistrantKind, type SeatsItem } from '../classes/class.ts';
import { getClosingTime } from '../classes/registration-window.ts';
import type { RegistrationItem } from './registration.ts';
import { hasRoom, type StatusChange } from './seats.ts';

/** An entry of the waitlist. Its sort key is the time of receipt, then the id. */
export interface WaitlistEntry {
  readonly type: 'waitlist-entry';
  readonly registrationId: string;
  readonly memberId: string;
  readonly kind: RegistrantKind;
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
  let after: Position | undefined;
  do {
    const page = await tenant.query(waitlist(tenant, classId), { consistent: true, limit: 25, after });
    yield* page.items;
    after = page.next;
  } while (after);
}

/** The position on the waitlist, from 1. Counts the short entries up to it: 1 read unit per 30. */
export async function findWaitlistPosition(
  tenant: TenantStore,
  registration: RegistrationItem,
): Promise<number | undefined> {
  if (registration.status !== 'Waitlisted') return undefined;
  let position = 0;
  let after: Position | undefined;
  do {
    const range = { to: waitlistSort(registration), only: ['sk'], after };
    const page = await tenant.query(waitlist(tenant, registration.classId), range);
    position += page.items.length;
    after = page.next;
  } while (after);
  return Math.max(1, position);
}

/** The first entries, up to `most`, for whom there is room; entries without room are skipped. */
export async function findNextWaiting(
  tenant: TenantStore,
  item: ClassItem,
  seats: SeatsItem,
  most: number,
  now: Date,
): Promise<WaitlistEntry[]> {
  const chosen: WaitlistEntry[] = [];
  let left = seats;
  const isOpenToAny = () => hasRoom(item, left, 'member', now) || hasRoom(item, left, 'nonMember', now);
  if (seats.waiting === 0 || most === 0 || !isOpenToAny()) return chosen;
  for await (const entry of iterateWaitlist(tenant, item.id)) {
    if (!hasRoom(item, left, entry.kind, now)) continue;
    chosen.push(entry);
    const ofKind = entry.kind === 'member' ? 'takenMember' : 'takenNonMember';
    left = { ...left, taken: left.taken + 1, [ofKind]: left[ofKind] + 1 };
    if (chosen.length === most || !isOpenToAny()) break;
  }
  return chosen;
}

/**
 * The timers of waitlists and offers. The subject of a waitlist's timer begins with the class id; an offer's is its id.
 */
const timerKinds = {
  /** An offered seat was not accepted in time. */
  offerExpires: 'offer-expires',
  /** Three quarters of an offer's time have passed. */
  offerExpiring: 'offer-expiring',
  /** There may be seats for the waitlist: the class got more room, or another phase begins. */
  promoteWaitlist: 'promote-waitlist',
  /** Registration closes. */
  waitlistCloses: 'waitlist-closes',
} as const;

/** Gives free seats to the waitlist at a moment; set when the settings or times of a class change. */
export const setPromotionTimer = (tenant: TenantStore, classId: string, dueAt: Date): Change =>
  setTimer(tenant, { kind: timerKinds.promoteWaitlist, subject: classId, dueAt });

/** The class id of a waitlist's timer. */
export const parseTimerClassId = ({ subject }: { readonly subject: string }): string =>
  subject.split('#', 1)[0] ?? '';

/** The timers of a waitlist with entries: a promotion when a phase ends, and its end when registration closes. */
export function setWaitlistTimers(tenant: TenantStore, item: ClassItem, now: Date): Change[] {
  const closing = getClosingTime(item);
  const ends = phases.flatMap((phase) => item.registration[phase]?.endsAt ?? []).map((end) => new Date(end));
  return [
    setTimer(tenant, {
      kind: timerKinds.waitlistCloses,
      subject: `${item.id}#${closing.toISOString()}`,
      dueAt: closing,
    }),
    ...ends
      .filter((end) => end > now && end < closing)
      .map((end) =>
        setTimer(tenant, {
          kind: timerKinds.promoteWaitlist,
          subject: `${item.id}#${end.toISOString()}`,
          dueAt: end,
        }),
      ),
  ];
}

/** The writes of a status change to the waitlist, and to the timers of an offer. */
export function buildWaitlistChanges(
  tenant: TenantStore,
  { before, after }: StatusChange,
  now: Date,
): Change[] {
  const changes: Change[] = [];
  if (after.status === 'Waitlisted' && before?.status !== 'Waitlisted') {
    const { id, memberId, kind, waitlistedAt, createdDate } = after;
    changes.push(
      put(entryKey(tenant, after), {
        type: 'waitlist-entry',
        registrationId: id,
        memberId,
        kind,
        waitlistedAt: waitlistedAt ?? createdDate,
      }),
    );
  }
  if (before?.status === 'Waitlisted' && after.status !== 'Waitlisted')
    changes.push(remove(entryKey(tenant, before)));
  const { offerExpires, offerExpiring } = timerKinds;
  const subject = after.id;
  if (after.offerExpiresAt !== undefined && before?.offerExpiresAt === undefined) {
    const end = new Date(after.offerExpiresAt);
    const late = new Date(now.getTime() + (end.getTime() - now.getTime()) * 0.75);
    changes.push(setTimer(tenant, { kind: offerExpires, subject, dueAt: end }));
    changes.push(setTimer(tenant, { kind: offerExpiring, subject, dueAt: late }));
  }
  if (before?.offerExpiresAt !== undefined && after.offerExpiresAt === undefined)
    changes.push(clearTimer(tenant, offerExpires, subject), clearTimer(tenant, offerExpiring, subject));
  return changes;
}
