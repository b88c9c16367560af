// A registration's steps: what it becomes, as a pure value with its history; what is written beside it stands elsewhere.
import { conflict } from '../../../shared/errors/failure.ts';
import type { ClassItem } from '../classes/class.ts';
import { getClosingTime } from '../classes/registration-window.ts';
import type { ClassWithSeats } from '../classes/store.ts';
import { formatMoment } from '../notifications/merge-template.ts';
import { isApproved } from './approvals/approval.ts';
import { closePayment } from './payment.ts';
import {
  type Approval,
  isLive,
  type Promotion,
  type RegistrationItem,
  type RegistrationStatus,
  transitions,
} from './registration.ts';
import { findSeat, type SeatRequirement } from './seats.ts';

/** Who took a step, when, and why. */
export interface ActionDetails {
  /** A subject, `anonymous`, or `system`. */
  readonly by: string;
  readonly at: Date;
  readonly reason?: string | undefined;
}

/** States that hold a seat as long as they last; a pending registration does where its class says so. */
const seatHoldingStatuses: readonly RegistrationStatus[] = ['Offered', 'Confirmed', 'Attended', 'NoShow'];

/** A registration with its class as it is now: it may have been moved or renamed since. */
export const refreshClassDetails = (
  registration: RegistrationItem,
  { sectionName, startsAt }: Pick<ClassItem, 'sectionName' | 'startsAt'>,
): RegistrationItem => ({ ...registration, sectionName, classStartsAt: startsAt });

/** A registration changed in its details, at the next version; its state stays. */
export const updateRegistration = (
  before: RegistrationItem,
  details: Partial<RegistrationItem>,
  at: Date,
): RegistrationItem => ({
  ...before,
  ...details,
  version: before.version + 1,
  modifiedDate: at.toISOString(),
});

/**
 * A registration in its next state. Whoever is pending keeps the seat they hold; ended ones hold none, and nothing is due
 * for them any more.
 * @throws Failure 409 when that state does not follow the present one
 */
export function changeStatus(
  before: RegistrationItem,
  to: RegistrationStatus,
  { by, at, reason }: ActionDetails,
  details: Partial<RegistrationItem> = {},
): RegistrationItem {
  const next: readonly RegistrationStatus[] = transitions[before.status];
  if (before.status === to)
    throw conflict(`The registration ${before.confirmationNumber} is ${to.toLowerCase()} already.`);
  if (!next.includes(to))
    throw conflict(
      `The registration ${before.confirmationNumber} is ${before.status}; it can't become ${to} any more.`,
    );
  const holdsSeat =
    seatHoldingStatuses.includes(to) || (before.holdsSeat && isLive(to) && to !== 'Waitlisted');
  const event = { at: at.toISOString(), from: before.status, to, by, reason };
  const payment = isLive(to) ? before.payment : closePayment(before.payment);
  const history = [...before.history, event];
  return updateRegistration(
    before,
    { status: to, holdsSeat, payment, history, offerExpiresAt: undefined, ...details },
    at,
  );
}

/**
 * Refuses to take or decline what is not offered, or no longer.
 * @param timeZone the one that the end of the offer is told in
 * @throws Failure 409
 */
export function assertOffered(
  { status, confirmationNumber, offerExpiresAt }: RegistrationItem,
  now: Date,
  timeZone: string,
): void {
  if (status !== 'Offered' || offerExpiresAt === undefined)
    throw conflict(`The registration ${confirmationNumber} is ${status}; no seat is offered to it.`);
  if (now >= new Date(offerExpiresAt))
    throw conflict(`The offer to ${confirmationNumber} ended on ${formatMoment(offerExpiresAt, timeZone)}.`);
}

/** What taking an offered seat gives: it is confirmed, unless an approval is still needed. */
export const acceptSeat = (
  before: RegistrationItem,
  approval: Approval | undefined,
  act: ActionDetails,
  details: Partial<RegistrationItem> = {},
): RegistrationItem =>
  approval === undefined || (before.approval && isApproved(before.approval))
    ? changeStatus(before, 'Confirmed', act, details)
    : changeStatus(before, 'PendingApproval', act, { ...details, approval, holdsSeat: true });

/**
 * Until when an offer of this moment stands: its hours, and never past the closing of registration
 * (docs/interface/training.md#waitlist).
 */
export function computeOfferExpiry(of: ClassItem, at: Date): Date {
  const hours = at.getTime() + of.registration.offerHours * 3_600_000;
  return new Date(Math.min(hours, getClosingTime(of).getTime()));
}

/** A waiting registration that is offered a seat. */
export const offerSeat = (
  before: RegistrationItem,
  of: ClassItem,
  promotion: Promotion,
  at: Date,
): RegistrationItem =>
  changeStatus(
    before,
    'Offered',
    { by: 'system', at },
    { promotion, offerExpiresAt: computeOfferExpiry(of, at).toISOString() },
  );

/**
 * What the last step's approval gives: confirmed, or, when the registration held no seat and there is none, the waitlist,
 * however many wait there. With what must hold of the seats when it is committed.
 */
export function completeApproval(
  before: RegistrationItem,
  { item, seats }: ClassWithSeats,
  act: ActionDetails,
  details: Partial<RegistrationItem> = {},
): { readonly after: RegistrationItem; readonly requirements: readonly SeatRequirement[] } {
  if (before.holdsSeat) return { after: changeStatus(before, 'Confirmed', act, details), requirements: [] };
  const { kind } = before;
  const seat = findSeat(item, seats, kind, act.at);
  if (seat) return { after: changeStatus(before, 'Confirmed', act, details), requirements: [seat] };
  return {
    after: changeStatus(before, 'Waitlisted', act, { ...details, waitlistedAt: before.createdDate }),
    requirements: [{ kind: 'must wait', of: kind, most: Number.MAX_SAFE_INTEGER }],
  };
}
