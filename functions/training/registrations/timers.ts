// What waitlists and offers do when their time has come; the timers' runner commits it with the timer's end.
import type { Change } from '../../../shared/data/changes.ts';
import { decideAndCommit } from '../../../shared/data/decide-and-commit.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import type { TimerRule } from '../../../shared/schedule/run-due-timers.ts';
import { getClosingTime } from '../classes/registration-window.ts';
import { type ClassWithSeats, classAndSeats } from '../classes/store.ts';
import { notifyMember } from './notification-messages.ts';
import type { StatusChange } from './seats.ts';
import { changeStatus } from './status-change.ts';
import { registrationById, registrationsById, requireClassWithSeats } from './store.ts';
import { buildPromotions, buildTransitionChanges } from './transition.ts';
import { parseTimerClassId, setWaitlistTimers, waitlist } from './waitlist.ts';

/** An offer that was not taken in time: the seat goes to the next. Where the class is cancelled, so is the registration. */
export const expireOffer: TimerRule = async (tenant, { subject }, now) => {
  const before = await registrationById(tenant, subject, { consistent: true });
  if (before?.status !== 'Offered' || (before.offerExpiresAt ?? '') > now.toISOString()) return [];
  const within = await requireClassWithSeats(tenant, before);
  if (within.item.isCancelled) return [];
  const act = { by: 'system', at: now, reason: 'The offered seat was not taken in time.' };
  return buildTransitionChanges(tenant, {
    steps: [{ before, after: changeStatus(before, 'Expired', act) }],
    classWithSeats: within,
    cause: 'OfferExpired',
    now,
  });
};

/** Three quarters of an offer's time have passed: its holder is told. */
export const notifyOfferExpiring: TimerRule = async (tenant, { subject }, now) => {
  const registration = await registrationById(tenant, subject, { consistent: true });
  const isStill =
    registration?.status === 'Offered' && (registration.offerExpiresAt ?? '') > now.toISOString();
  if (!isStill) return [];
  const { item } = await requireClassWithSeats(tenant, registration);
  return item.isCancelled ? [] : [notifyMember(tenant, 'offerExpiring', registration, item, now)];
};

/** What one transaction takes of a waitlist: its own changes, and whether more is left to do. */
interface Round {
  readonly changes: readonly Change[];
  readonly isLast: boolean;
}

/**
 * Carries out rounds, each in a transaction of its own, until the last, whose changes are the caller's to commit. A round
 * is decided on what the one before it has left, so that running it all again goes on where it was.
 */
async function runRounds(round: () => Promise<Round>): Promise<readonly Change[]> {
  for (;;) {
    const { last } = await decideAndCommit(async () => {
      const { changes, isLast } = await round();
      return isLast ? { changes: [], last: changes } : { changes, last: undefined };
    });
    if (last) return last;
  }
}

/** As many as fit into a transaction: somebody promoted is up to nine changes, somebody who waits in vain five. */
const promotionBatchSize = 10;
const expiryBatchSize = 15;

/** Gives free seats to those who wait, in order, with the room that grew as the cause. */
const buildPromotionRound = async (tenant: TenantStore, classId: string, now: Date): Promise<Round> => {
  const within = await classAndSeats(tenant, classId, { consistent: true });
  const steps = within
    ? await buildPromotions(tenant, within, promotionBatchSize, { cause: 'RoomGrew' }, now)
    : [];
  if (!within || steps.length === 0) return { changes: [], isLast: true };
  const isLast = steps.length < promotionBatchSize;
  return {
    isLast,
    changes: await buildTransitionChanges(tenant, {
      steps,
      classWithSeats: within,
      requirements: isLast ? [{ kind: 'as read' }] : [],
      now,
    }),
  };
};

/** Ends the waiting of those who still wait when registration has closed. */
const buildExpiryRound = async (tenant: TenantStore, within: ClassWithSeats, now: Date): Promise<Round> => {
  const { items } = await tenant.query(waitlist(tenant, within.item.id), {
    consistent: true,
    limit: expiryBatchSize,
  });
  const ids = items.map(({ registrationId }) => registrationId);
  const found = await registrationsById(tenant, ids, { consistent: true });
  const act = { by: 'system', at: now, reason: 'Registration closed before a seat freed.' };
  const steps = found.flatMap((before): StatusChange[] =>
    before?.status === 'Waitlisted' ? [{ before, after: changeStatus(before, 'Expired', act) }] : [],
  );
  if (steps.length === 0) return { changes: [], isLast: true };
  return {
    isLast: items.length < expiryBatchSize,
    changes: await buildTransitionChanges(tenant, { steps, classWithSeats: within, now }),
  };
};

/** Whether nobody can be promoted any more: registration has closed. */
const isRegistrationClosed = ({ item }: ClassWithSeats, now: Date): boolean => now >= getClosingTime(item);

/** Whether anybody waits for a class that takes place: who waits for a cancelled one is cancelled with it. */
const hasWaitlist = (within: ClassWithSeats | undefined): within is ClassWithSeats =>
  within !== undefined && within.seats.waiting > 0 && !within.item.isCancelled;

const expireWaitlist = (tenant: TenantStore, classId: string, now: Date): Promise<readonly Change[]> =>
  runRounds(async () => {
    const within = await classAndSeats(tenant, classId, { consistent: true });
    return hasWaitlist(within) && isRegistrationClosed(within, now)
      ? buildExpiryRound(tenant, within, now)
      : { changes: [], isLast: true };
  });

/**
 * There may be seats for those who wait: the settings changed, or a phase ended. Fills them in order, however many; where
 * registration has closed by now, the waiting ends instead. Where times were moved, the waitlist's timers follow.
 */
export const promoteWaitlist: TimerRule = async (tenant, timer, now) => {
  const classId = parseTimerClassId(timer);
  const within = await classAndSeats(tenant, classId, { consistent: true });
  if (!hasWaitlist(within)) return [];
  if (isRegistrationClosed(within, now)) return expireWaitlist(tenant, classId, now);
  const promoted = await runRounds(() => buildPromotionRound(tenant, classId, now));
  return [...promoted, ...setWaitlistTimers(tenant, within.item, now)];
};

/** Registration closes on those who still wait; where the closing was moved, so is this. */
export const closeWaitlist: TimerRule = async (tenant, timer, now) => {
  const classId = parseTimerClassId(timer);
  const within = await classAndSeats(tenant, classId, { consistent: true });
  if (!hasWaitlist(within)) return [];
  return isRegistrationClosed(within, now)
    ? expireWaitlist(tenant, classId, now)
    : setWaitlistTimers(tenant, within.item, now);
};
