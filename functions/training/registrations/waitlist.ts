// The waitlist of a class, in the order in which requests were received, and the timers that look after it.
import { type Change, put, remove } from '../../../shared/data/changes.ts';
import type { Key, Partition, Position, TenantStore } from '../../../shared/data/store.ts';
import { clearTimer, setTimer } from '../../../shared/schedule/timers.ts';
import { type ClassItem, phases, type RegistrantKind, type SeatsItem } from '../classes/class.ts';
import { getClosingTime } from '../classes/registration-window.ts';
import type { RegistrationItem } from './registration.ts';
import { hasRoom, type StatusChange } from './seats.ts';

/** Somebody who waits. The sort key is their place: the moment of receipt, then the id. */
export interface WaitlistEntry {
  readonly type: 'waitlist-entry';
  readonly registrationId: string;
  readonly memberId: string;
  readonly kind: RegistrantKind;
  readonly waitlistedAt: string;
}

const getPartitionName = (classId: string): string => `CLASS#${classId}#WAITLIST`;

/** Those who wait, in order. */
export const waitlist = (tenant: TenantStore, classId: string): Partition<WaitlistEntry> =>
  tenant.partition(getPartitionName(classId));

const waitlistSort = ({ waitlistedAt, createdDate, id }: RegistrationItem): string =>
  `${waitlistedAt ?? createdDate}#${id}`;
const entryKey = (tenant: TenantStore, registration: RegistrationItem): Key<WaitlistEntry> =>
  tenant.key(getPartitionName(registration.classId), waitlistSort(registration));

/** Everybody who waits, in order, page by page as they are asked for. */
async function* iterateWaitlist(tenant: TenantStore, classId: string): AsyncGenerator<WaitlistEntry> {
  let after: Position | undefined;
  do {
    const page = await tenant.query(waitlist(tenant, classId), { consistent: true, limit: 25, after });
    yield* page.items;
    after = page.next;
  } while (after);
}

/** The place of somebody who waits, from 1. Reads the short entries up to them: 1 read unit per 30. */
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

/** The first in order for whom there is room, as many as `most`: whoever finds none is passed over, not waited for. */
export async function findNextWaiting(
  tenant: TenantStore,
  of: ClassItem,
  seats: SeatsItem,
  most: number,
  now: Date,
): Promise<WaitlistEntry[]> {
  const chosen: WaitlistEntry[] = [];
  let left = seats;
  const isOpenToAny = () => hasRoom(of, left, 'member', now) || hasRoom(of, left, 'nonMember', now);
  if (seats.waiting === 0 || most === 0 || !isOpenToAny()) return chosen;
  for await (const entry of iterateWaitlist(tenant, of.id)) {
    if (!hasRoom(of, left, entry.kind, now)) continue;
    chosen.push(entry);
    const ofKind = entry.kind === 'member' ? 'takenMember' : 'takenNonMember';
    left = { ...left, taken: left.taken + 1, [ofKind]: left[ofKind] + 1 };
    if (chosen.length === most || !isOpenToAny()) break;
  }
  return chosen;
}

/** The timers of waitlists and offers. A waitlist's subject begins with the class's id, an offer's is the registration's. */
const timerKinds = {
  /** An offered seat was not taken in time. */
  offerExpires: 'offer-expires',
  /** Three quarters of an offer's time have passed. */
  offerExpiring: 'offer-expiring',
  /** There may be seats for those who wait: the room grew, or another phase begins. */
  promoteWaitlist: 'promote-waitlist',
  /** Registration closes on those who still wait. */
  waitlistCloses: 'waitlist-closes',
} as const;

/** Has free seats given to those who wait, at a moment or now: for whoever changes a class's settings or its times. */
export const setPromotionTimer = (tenant: TenantStore, classId: string, dueAt: Date): Change =>
  setTimer(tenant, { kind: timerKinds.promoteWaitlist, subject: classId, dueAt });

/** The class of a waitlist's timer. */
export const parseTimerClassId = ({ subject }: { readonly subject: string }): string =>
  subject.split('#', 1)[0] ?? '';

/** What a waitlist needs as soon as somebody waits: a look at it when a phase ends, and its end when registration closes. */
export function setWaitlistTimers(tenant: TenantStore, of: ClassItem, now: Date): Change[] {
  const closing = getClosingTime(of);
  const ends = phases.flatMap((phase) => of.registration[phase]?.endsAt ?? []).map((end) => new Date(end));
  return [
    setTimer(tenant, {
      kind: timerKinds.waitlistCloses,
      subject: `${of.id}#${closing.toISOString()}`,
      dueAt: closing,
    }),
    ...ends
      .filter((end) => end > now && end < closing)
      .map((end) =>
        setTimer(tenant, {
          kind: timerKinds.promoteWaitlist,
          subject: `${of.id}#${end.toISOString()}`,
          dueAt: end,
        }),
      ),
  ];
}

/** What a step changes on the waitlist, and of the timers of an offer. */
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
