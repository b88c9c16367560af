// Everything that status changes of registrations write in one transaction: the registrations, their members' claims,
// the seats, the waitlist with its promotions, the award's counter, approvals, timers and notifications.
import { type Change, StaleRead } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { peopleById } from '../../../../shared/directory/people/person-store.ts';
import type { IfMatch } from '../../../../shared/http/etag.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { describeLeaver, mayAct } from '../../access/acting-people.ts';
import { awardsById } from '../../awards/record/award-record.ts';
import { addActiveRegistrations } from '../../awards/store.ts';
import { getWindowState } from '../../classes/record/registration-window.ts';
import type { ClassWithSeats } from '../../classes/record/store.ts';
import { setPromotionTimer, setWaitlistTimers } from '../../classes/record/waitlist-timers.ts';
import { startClassApproval } from '../approval/class-approval.ts';
import { buildApprovalChanges } from '../approval/pending-approvals.ts';
import { buildRedemptionChanges } from '../money/registration-price.ts';
import {
  isUnderWay,
  type Promotion,
  type RegistrationItem,
  registrationsById,
} from '../record/registration.ts';
import type { SeatRequirement } from '../seats/seat-places.ts';
import { applyStatusChanges, countFreedSeats, type StatusChange } from '../seats/seats.ts';
import { buildSeatsChanges } from '../seats/seats-changes.ts';
import { buildWaitlistChanges, findNextWaiting } from '../seats/waitlist.ts';
import { notifyStatusChange } from './notification-messages.ts';
import { acceptSeat, changeStatus, offerSeat, refreshClassDetails } from './status-change.ts';
import { buildRegistrationChanges } from './store.ts';

/** Status changes of registrations of one class, decided on the class and seats as they were read. */
export interface Transition {
  readonly statusChanges: readonly StatusChange[];
  readonly classWithSeats: ClassWithSeats;
  /** Why a seat becomes free: the cause given for promotions. Without it nobody is promoted. */
  readonly cause?: Promotion['cause'] | undefined;
  /** What must hold of the seats in addition to the room that the status changes need. */
  readonly requirements?: readonly SeatRequirement[] | undefined;
  /** Whether an administrator gives a seat beyond the limits. */
  readonly isOverbooked?: boolean | undefined;
  /** Applies to the first status change. */
  readonly ifMatch?: IfMatch | undefined;
  readonly now: Date;
}

/** Gives a free seat to a waitlisted registration: as an offer, or at once where the class has no offers. */
async function promoteRegistration(
  tenant: TenantStore,
  { item }: ClassWithSeats,
  waiting: RegistrationItem,
  promotion: Promotion,
  now: Date,
): Promise<RegistrationItem> {
  if (item.registration.offerHours > 0) return offerSeat(waiting, item, promotion, now);
  const member = { id: waiting.memberId, organizationId: waiting.organizationId };
  const approval = await startClassApproval(tenant, item, member, now);
  return acceptSeat(waiting, approval, { by: 'system', at: now }, { promotion });
}

/**
 * Status changes that promote the first on the waitlist for whom there is room; the waiting of those who left ends instead.
 *
 * @param classWithSeats with the seats as they are once the seats are free
 * @param most the most promotions
 */
export async function buildPromotions(
  tenant: TenantStore,
  classWithSeats: ClassWithSeats,
  limit: number,
  { cause, freedBy }: Pick<Promotion, 'cause' | 'freedBy'>,
  now: Date,
): Promise<StatusChange[]> {
  if (getWindowState(classWithSeats.item, now) !== 'open') return [];
  const next = await findNextWaiting(tenant, classWithSeats.item, classWithSeats.seats, limit, now);
  const found = await registrationsById(
    tenant,
    next.map(({ registrationId }) => registrationId),
    { consistent: true },
  );
  const people = await peopleById(
    tenant,
    next.map(({ memberId }) => memberId),
  );
  const promotion = { at: now.toISOString(), cause, freedBy };
  const today = toLocalDate(classWithSeats.item.timeZone, now);
  return Promise.all(
    found.map(async (before, index) => {
      // The registration left the waitlist after its entry was read.
      if (before?.status !== 'Waitlisted') throw new StaleRead();
      const person = people[index];
      if (person && !mayAct(person, today))
        return { before, after: passOver(before, describeLeaver(person, today), now) };
      return { before, after: await promoteRegistration(tenant, classWithSeats, before, promotion, now) };
    }),
  );
}

/** Ends the waiting of a person who left. */
const passOver = (waiting: RegistrationItem, reason: string, now: Date): RegistrationItem =>
  changeStatus(waiting, 'Expired', { by: 'system', at: now, reason });

/** Whether a person was passed over: the next on the waitlist gets the seat by a timer that is due at once. */
const isPassedOver = ({ before, after }: StatusChange): boolean =>
  before?.status === 'Waitlisted' && after.status === 'Expired';

/**
 * The changes of award counters by registrations that start or end being under way. When attendance is taken back, the
 * award may no longer exist.
 */
async function buildAwardChanges(
  tenant: TenantStore,
  statusChanges: readonly StatusChange[],
): Promise<Change[]> {
  const byAward = new Map<string, number>();
  const maybeMissing = new Set<string>();
  for (const { before, after } of statusChanges) {
    const wasUnderWay = before !== undefined && isUnderWay(before.status);
    const by = Number(isUnderWay(after.status)) - Number(wasUnderWay);
    if (after.awardId === undefined) continue;
    byAward.set(after.awardId, (byAward.get(after.awardId) ?? 0) + by);
    if (before !== undefined && !wasUnderWay) maybeMissing.add(after.awardId);
  }
  const existing = new Set((await awardsById(tenant, [...maybeMissing])).map(({ id }) => id));
  return [...byAward]
    .filter(([id, by]) => by !== 0 && (existing.has(id) || !maybeMissing.has(id)))
    .map(([id, by]) => addActiveRegistrations(tenant, id, by));
}

/** The writes of the status changes of one class, except for the award's counter. */
async function buildClassChanges(
  tenant: TenantStore,
  { statusChanges: taken, classWithSeats, requirements = [], isOverbooked = false, ifMatch, now }: Transition,
): Promise<Change[]> {
  const statusChanges = taken.map((statusChange) => ({
    ...statusChange,
    after: refreshClassDetails(statusChange.after, classWithSeats.item),
  }));
  const written = await Promise.all(
    statusChanges.map((statusChange, index) =>
      buildRegistrationChanges(tenant, statusChange, index === 0 ? ifMatch : undefined),
    ),
  );
  const beginsToWait =
    classWithSeats.seats.waiting === 0 && statusChanges.some(({ after }) => after.status === 'Waitlisted');
  return [
    ...written.flat(),
    ...buildSeatsChanges(tenant, classWithSeats, statusChanges, { requirements, isOverbooked, now }),
    ...statusChanges.flatMap((statusChange) => [
      ...buildWaitlistChanges(tenant, statusChange, now),
      ...buildApprovalChanges(tenant, statusChange.before, statusChange.after, now),
      ...notifyStatusChange(tenant, statusChange, classWithSeats.item, now),
    ]),
    ...(beginsToWait ? setWaitlistTimers(tenant, classWithSeats.item, now) : []),
    ...(getWindowState(classWithSeats.item, now) === 'open' && statusChanges.some(isPassedOver)
      ? [setPromotionTimer(tenant, classWithSeats.item.id, now)]
      : []),
  ];
}

/** Adds the promotions to the seats that a transition frees. */
async function addPromotions(tenant: TenantStore, transition: Transition): Promise<Transition> {
  const { statusChanges, classWithSeats, cause, requirements = [], now } = transition;
  const freed = countFreedSeats(classWithSeats.item, statusChanges);
  if (cause === undefined || freed === 0 || getWindowState(classWithSeats.item, now) !== 'open')
    return transition;
  const { item, seats } = classWithSeats;
  const left = { item, seats: applyStatusChanges(item, seats, statusChanges) };
  const leaving = statusChanges.find(({ before, after }) => before?.holdsSeat && !after.holdsSeat);
  const next = await buildPromotions(tenant, left, freed, { cause, freedBy: leaving?.after.id }, now);
  // A registration that joins the waitlist at this moment must not be left waiting next to a free seat.
  const unused: SeatRequirement[] =
    next.length === freed
      ? []
      : [left.seats.waiting === 0 ? { kind: 'waitlist-empty' } : { kind: 'unchanged' }];
  return {
    ...transition,
    statusChanges: [...statusChanges, ...next],
    requirements: [...requirements, ...unused],
  };
}

/**
 * Everything that status changes write, for one transaction: at most 14 writes for each status change, and five for
 * each class. A seat that becomes free goes to the first on the waitlist for whom there is room, in the same
 * transaction and with a record of whose seat it was; never after registration has closed
 * (docs/interface/training.md#waitlist).
 *
 * @param transitions one for each class
 */
export async function buildTransitionChanges(
  tenant: TenantStore,
  ...transitions: readonly Transition[]
): Promise<Change[]> {
  const whole = await Promise.all(transitions.map((transition) => addPromotions(tenant, transition)));
  const changes = await Promise.all(whole.map((transition) => buildClassChanges(tenant, transition)));
  return [
    ...changes.flat(),
    ...buildRedemptionChanges(
      tenant,
      whole.flatMap(({ statusChanges }) => statusChanges),
    ),
    ...(await buildAwardChanges(
      tenant,
      whole.flatMap(({ statusChanges }) => statusChanges),
    )),
  ];
}
