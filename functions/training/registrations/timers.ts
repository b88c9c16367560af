// The timer rules of waitlists and offers; the timer runner commits their writes together with the end of the timer.
import type { Change } from '../../../shared/data/changes.ts';
import { decideAndCommit } from '../../../shared/data/decide-and-commit.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import type { TimerRule } from '../../../shared/schedule/run-due-timers.ts';
import { getClosingTime } from '../classes/record/registration-window.ts';
import { type ClassWithSeats, classAndSeats } from '../classes/record/store.ts';
import { parseTimerClassId, setWaitlistTimers } from '../classes/record/waitlist-timers.ts';
import { registrationById, registrationsById } from './record/registration.ts';
import type { StatusChange } from './seats/seats.ts';
import { waitlist } from './seats/waitlist.ts';
import { notifyMember } from './transition/notification-messages.ts';
import { changeStatus } from './transition/status-change.ts';
import { requireClassWithSeats } from './transition/store.ts';
import { buildPromotions, buildTransitionChanges } from './transition/transition.ts';

/**
 * An offer that was not accepted in time: the seat goes to the next on the waitlist. Cancelled classes have a rule of
 * their own.
 */
export const expireOffer: TimerRule = async (tenant, { subject }, now) => {
  const before = await registrationById(tenant, subject, { consistent: true });
  if (before?.status !== 'Offered' || (before.offerExpiresAt ?? '') > now.toISOString()) return [];
  const classWithSeats = await requireClassWithSeats(tenant, before);
  if (classWithSeats.item.isCancelled) return [];
  const action = { by: 'system', at: now, reason: 'The offered seat was not accepted in time.' };
  return buildTransitionChanges(tenant, {
    statusChanges: [{ before, after: changeStatus(before, 'Expired', action) }],
    classWithSeats,
    cause: 'OfferExpired',
    now,
  });
};

/** Three quarters of an offer's time have passed: its member is reminded. */
export const notifyOfferExpiring: TimerRule = async (tenant, { subject }, now) => {
  const registration = await registrationById(tenant, subject, { consistent: true });
  const isStillOffered =
    registration?.status === 'Offered' && (registration.offerExpiresAt ?? '') > now.toISOString();
  if (!isStillOffered) return [];
  const { item } = await requireClassWithSeats(tenant, registration);
  return item.isCancelled ? [] : [notifyMember(tenant, 'offerExpiring', registration, item, now)];
};

/** The writes of one transaction on a waitlist, and whether more are needed. */
interface Round {
  readonly changes: readonly Change[];
  readonly isLast: boolean;
}

/**
 * Carries out rounds, each in a transaction of its own, except the last, whose writes the caller commits. A round is
 * decided on what the one before it left, so a repeated run continues where it stopped.
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

/** As many as fit in a transaction: a promotion is up to nine writes, the end of a waitlisted registration five. */
const promotionBatchSize = 10;
const expiryBatchSize = 15;

/** Gives free seats to the waitlist, in order, with more room as the cause. */
const buildPromotionRound = async (tenant: TenantStore, classId: string, now: Date): Promise<Round> => {
  const classWithSeats = await classAndSeats(tenant, classId, { consistent: true });
  const statusChanges = classWithSeats
    ? await buildPromotions(tenant, classWithSeats, promotionBatchSize, { cause: 'RoomGrew' }, now)
    : [];
  if (!classWithSeats || statusChanges.length === 0) return { changes: [], isLast: true };
  const isLast = statusChanges.length < promotionBatchSize;
  return {
    isLast,
    changes: await buildTransitionChanges(tenant, {
      statusChanges,
      classWithSeats,
      requirements: isLast ? [{ kind: 'unchanged' }] : [],
      now,
    }),
  };
};

/** Ends the waitlisted registrations of a class whose registration has closed. */
const buildExpiryRound = async (
  tenant: TenantStore,
  classWithSeats: ClassWithSeats,
  now: Date,
): Promise<Round> => {
  const { items } = await tenant.query(waitlist(tenant, classWithSeats.item.id), {
    consistent: true,
    limit: expiryBatchSize,
  });
  const ids = items.map(({ registrationId }) => registrationId);
  const found = await registrationsById(tenant, ids, { consistent: true });
  const action = { by: 'system', at: now, reason: 'Registration closed before a seat became free.' };
  const statusChanges = found.flatMap((before): StatusChange[] =>
    before?.status === 'Waitlisted' ? [{ before, after: changeStatus(before, 'Expired', action) }] : [],
  );
  if (statusChanges.length === 0) return { changes: [], isLast: true };
  return {
    isLast: items.length < expiryBatchSize,
    changes: await buildTransitionChanges(tenant, { statusChanges, classWithSeats, now }),
  };
};

/** Whether registration has closed, so that nobody can be promoted any more. */
const isRegistrationClosed = ({ item }: ClassWithSeats, now: Date): boolean => now >= getClosingTime(item);

/** Whether a class that is not cancelled has a waitlist; a cancelled class cancels its waitlist itself. */
const hasWaitlist = (classWithSeats: ClassWithSeats | undefined): classWithSeats is ClassWithSeats =>
  classWithSeats !== undefined && classWithSeats.seats.waiting > 0 && !classWithSeats.item.isCancelled;

const expireWaitlist = (tenant: TenantStore, classId: string, now: Date): Promise<readonly Change[]> =>
  runRounds(async () => {
    const classWithSeats = await classAndSeats(tenant, classId, { consistent: true });
    return hasWaitlist(classWithSeats) && isRegistrationClosed(classWithSeats, now)
      ? buildExpiryRound(tenant, classWithSeats, now)
      : { changes: [], isLast: true };
  });

/**
 * There may be seats for the waitlist: the settings changed, or a phase ended. Fills them in order, however many. When
 * registration has closed by now, ends the waitlist instead. Sets the waitlist's timers again, as times may have
 * changed.
 */
export const promoteWaitlist: TimerRule = async (tenant, timer, now) => {
  const classId = parseTimerClassId(timer);
  const classWithSeats = await classAndSeats(tenant, classId, { consistent: true });
  if (!hasWaitlist(classWithSeats)) return [];
  if (isRegistrationClosed(classWithSeats, now)) return expireWaitlist(tenant, classId, now);
  const promoted = await runRounds(() => buildPromotionRound(tenant, classId, now));
  return [...promoted, ...setWaitlistTimers(tenant, classWithSeats.item, now)];
};

/** Registration closes: ends the waitlist, or sets its timers again when the closing time has changed. */
export const closeWaitlist: TimerRule = async (tenant, timer, now) => {
  const classId = parseTimerClassId(timer);
  const classWithSeats = await classAndSeats(tenant, classId, { consistent: true });
  if (!hasWaitlist(classWithSeats)) return [];
  return isRegistrationClosed(classWithSeats, now)
    ? expireWaitlist(tenant, classId, now)
    : setWaitlistTimers(tenant, classWithSeats.item, now);
};
