// Everything that a registration's step changes, for one transaction: the registration itself, its member's claim, the
// seats, the waitlist and who is promoted from it, the award's count, the approval, timers and notices.
import { type Change, StaleRead } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import type { IfMatch } from '../../../shared/http/etag.ts';
import { addActiveRegistrations, awardsById } from '../awards/store.ts';
import { getWindowState } from '../classes/registration-window.ts';
import type { ClassWithSeats } from '../classes/store.ts';
import { buildApprovalChanges } from './approvals/store.ts';
import { startClassApproval } from './class-approval.ts';
import { notifyStatusChange } from './notification-messages.ts';
import { isUnderWay, type Promotion, type RegistrationItem } from './registration.ts';
import {
  applyStatusChanges,
  buildSeatsChanges,
  countFreedSeats,
  type SeatRequirement,
  type StatusChange,
} from './seats.ts';
import { acceptSeat, offerSeat, refreshClassDetails } from './status-change.ts';
import { buildRegistrationChanges, registrationsById } from './store.ts';
import { buildWaitlistChanges, findNextWaiting, setWaitlistTimers } from './waitlist.ts';

/** Some steps of registrations of one class, decided on the class and seats as they were read. */
export interface Transition {
  readonly steps: readonly StatusChange[];
  readonly classWithSeats: ClassWithSeats;
  /** Why a seat is free, if one is: the cause that a promotion is explained by. Without it nobody is promoted. */
  readonly cause?: Promotion['cause'] | undefined;
  /** What must hold of the seats beside the room that the steps need. */
  readonly requirements?: readonly SeatRequirement[] | undefined;
  /** Holds for the first step. */
  readonly ifMatch?: IfMatch | undefined;
  readonly now: Date;
}

/** The waiting registration with the seat that is now free: offered, or what accepting gives where offers are not used. */
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
 * The steps of those who are promoted to free seats, the first in order for whom there is room.
 *
 * @param seats as they are once the seats are free
 * @param most how many at once
 */
export async function buildPromotions(
  tenant: TenantStore,
  within: ClassWithSeats,
  most: number,
  { cause, freedBy }: Pick<Promotion, 'cause' | 'freedBy'>,
  now: Date,
): Promise<StatusChange[]> {
  if (getWindowState(within.item, now) !== 'open') return [];
  const next = await findNextWaiting(tenant, within.item, within.seats, most, now);
  const found = await registrationsById(
    tenant,
    next.map(({ registrationId }) => registrationId),
    { consistent: true },
  );
  const promotion = { at: now.toISOString(), cause, freedBy };
  return Promise.all(
    found.map(async (before) => {
      // Their entry was read a moment before they were: they have just left the waitlist.
      if (before?.status !== 'Waitlisted') throw new StaleRead();
      return { before, after: await promoteRegistration(tenant, within, before, promotion, now) };
    }),
  );
}

/**
 * Counts registrations that are under way in to the award that their class leads to, and out of it. Where attendance is
 * taken back, the award may be gone.
 */
async function buildAwardChanges(tenant: TenantStore, steps: readonly StatusChange[]): Promise<Change[]> {
  const byAward = new Map<string, number>();
  const maybeGone = new Set<string>();
  for (const { before, after } of steps) {
    const wasUnderWay = before !== undefined && isUnderWay(before.status);
    const by = Number(isUnderWay(after.status)) - Number(wasUnderWay);
    if (after.awardId === undefined) continue;
    byAward.set(after.awardId, (byAward.get(after.awardId) ?? 0) + by);
    if (before !== undefined && !wasUnderWay) maybeGone.add(after.awardId);
  }
  const there = new Set((await awardsById(tenant, [...maybeGone])).map(({ id }) => id));
  return [...byAward]
    .filter(([id, by]) => by !== 0 && (there.has(id) || !maybeGone.has(id)))
    .map(([id, by]) => addActiveRegistrations(tenant, id, by));
}

/** What some steps of one class change, but for the count of its award. */
async function buildClassChanges(
  tenant: TenantStore,
  { steps: taken, classWithSeats, requirements = [], ifMatch, now }: Transition,
): Promise<Change[]> {
  const steps = taken.map((step) => ({
    ...step,
    after: refreshClassDetails(step.after, classWithSeats.item),
  }));
  const written = await Promise.all(
    steps.map((step, at) => buildRegistrationChanges(tenant, step, at === 0 ? ifMatch : undefined)),
  );
  const beginsToWait =
    classWithSeats.seats.waiting === 0 && steps.some(({ after }) => after.status === 'Waitlisted');
  return [
    ...written.flat(),
    ...buildSeatsChanges(tenant, classWithSeats, steps, requirements, now),
    ...steps.flatMap((step) => [
      ...buildWaitlistChanges(tenant, step, now),
      ...buildApprovalChanges(tenant, step.before, step.after, now),
      ...notifyStatusChange(tenant, step, classWithSeats.item, now),
    ]),
    ...(beginsToWait ? setWaitlistTimers(tenant, classWithSeats.item, now) : []),
  ];
}

/** The transition with the steps of those who are promoted to the seats that it frees. */
async function addPromotions(tenant: TenantStore, transition: Transition): Promise<Transition> {
  const { steps, classWithSeats, cause, requirements = [], now } = transition;
  const freed = countFreedSeats(steps);
  if (cause === undefined || freed === 0 || getWindowState(classWithSeats.item, now) !== 'open')
    return transition;
  const left = { item: classWithSeats.item, seats: applyStatusChanges(classWithSeats.seats, steps) };
  const leaving = steps.find(({ before, after }) => before?.holdsSeat && !after.holdsSeat);
  const next = await buildPromotions(tenant, left, freed, { cause, freedBy: leaving?.after.id }, now);
  // Whoever comes to the waitlist just now must not be left there beside a seat that is free.
  const unused: SeatRequirement[] =
    next.length === freed ? [] : [left.seats.waiting === 0 ? { kind: 'nobody waits' } : { kind: 'as read' }];
  return { ...transition, steps: [...steps, ...next], requirements: [...requirements, ...unused] };
}

/**
 * Everything that some registrations' steps change, for one transaction: at most 14 changes for each step, and five for
 * each class. A seat that is freed is given to the first in order for whom there is room, in the same transaction and
 * with a record that says whose seat it was; never after registration has closed (docs/interface/training.md#waitlist).
 *
 * @param transitions one for each class concerned
 */
export async function buildTransitionChanges(
  tenant: TenantStore,
  ...transitions: readonly Transition[]
): Promise<Change[]> {
  const whole = await Promise.all(transitions.map((transition) => addPromotions(tenant, transition)));
  const changes = await Promise.all(whole.map((transition) => buildClassChanges(tenant, transition)));
  return [
    ...changes.flat(),
    ...(await buildAwardChanges(
      tenant,
      whole.flatMap(({ steps }) => steps),
    )),
  ];
}
