// What a registration becomes when its status changes, with its history, as pure values.
import { conflict } from '../../../../shared/errors/failure.ts';
import type { ClassItem } from '../../classes/record/class.ts';
import { getClosingTime, type RegistrationWindow } from '../../classes/record/registration-window.ts';
import type { ClassWithSeats } from '../../classes/record/store.ts';
import { formatMoment } from '../../time/format-moment.ts';
import { isApproved } from '../approval/approval.ts';
import { updateRegistration } from '../record/change-registration.ts';
import { closePayment } from '../record/payment.ts';
import {
  type Approval,
  isLive,
  type Promotion,
  type RegistrationItem,
  type RegistrationStatus,
  transitions,
} from '../record/registration.ts';
import { findSeat, type SeatRequirement, toPlace } from '../seats/seat-places.ts';

/** Who changed a status, when and why. */
export interface ActionDetails {
  /** A subject, `anonymous`, or `system`. */
  readonly by: string;
  readonly at: Date;
  readonly reason?: string | undefined;
}

/** The statuses that hold a seat; a pending registration holds one when its class says so. */
const seatHoldingStatuses: readonly RegistrationStatus[] = ['Offered', 'Confirmed', 'Attended', 'NoShow'];

/** A registration with the name and start of its class as they are now. */
export const refreshClassDetails = (
  registration: RegistrationItem,
  { sectionName, startsAt }: Pick<ClassItem, 'sectionName' | 'startsAt'>,
): RegistrationItem => ({ ...registration, sectionName, classStartsAt: startsAt });

/**
 * A registration in another status. A pending one keeps the seat it holds; an ended one has no seat, and nothing more
 * is due for it.
 * @throws Failure 409 when the status does not follow the current one
 */
export function changeStatus(
  before: RegistrationItem,
  to: RegistrationStatus,
  { by, at, reason }: ActionDetails,
  details: Partial<RegistrationItem> = {},
): RegistrationItem {
  const next: readonly RegistrationStatus[] = transitions[before.status];
  if (before.status === to)
    throw conflict(`The registration ${before.confirmationNumber} is already ${to.toLowerCase()}.`);
  if (!next.includes(to))
    throw conflict(
      `The registration ${before.confirmationNumber} is ${before.status}; it can't become ${to}.`,
    );
  const holdsSeat =
    seatHoldingStatuses.includes(to) || (before.holdsSeat && isLive(to) && to !== 'Waitlisted');
  const event = { at: at.toISOString(), from: before.status, to, by, reason };
  const payment = isLive(to) ? before.payment : closePayment(before.payment, { by, at });
  const history = [...before.history, event];
  return updateRegistration(
    before,
    {
      ...{ status: to, holdsSeat, payment, history },
      ...{ offerExpiresAt: undefined, evaluationHold: undefined },
      ...details,
    },
    at,
  );
}

/**
 * Checks that a seat is offered and the offer has not ended.
 * @param timeZone for the end of the offer in the message
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

/** Accepting a seat confirms the registration, unless an approval is still needed. */
export const acceptSeat = (
  before: RegistrationItem,
  approval: Approval | undefined,
  action: ActionDetails,
  details: Partial<RegistrationItem> = {},
): RegistrationItem =>
  approval === undefined || (before.approval && isApproved(before.approval))
    ? changeStatus(before, 'Confirmed', action, details)
    : changeStatus(before, 'PendingApproval', action, { ...details, approval, holdsSeat: true });

/**
 * When an offer that is made now ends: after its hours, but not after registration closes
 * (docs/interface/training.md#waitlist).
 */
export function computeOfferExpiry(item: RegistrationWindow, moment: Date): Date {
  const hours = moment.getTime() + item.registration.offerHours * 3_600_000;
  return new Date(Math.min(hours, getClosingTime(item).getTime()));
}

/** Offers a seat to a registration on the waitlist. */
export const offerSeat = (
  before: RegistrationItem,
  item: ClassItem,
  promotion: Promotion,
  moment: Date,
): RegistrationItem =>
  changeStatus(
    before,
    'Offered',
    { by: 'system', at: moment },
    { promotion, offerExpiresAt: computeOfferExpiry(item, moment).toISOString() },
  );

/**
 * The registration after its last approval: confirmed or, when it holds no seat and none is free, on the waitlist
 * whatever its length. With the conditions on the seats that must be true when it is committed.
 */
export function completeApproval(
  before: RegistrationItem,
  { item, seats }: ClassWithSeats,
  action: ActionDetails,
  details: Partial<RegistrationItem> = {},
): { readonly after: RegistrationItem; readonly requirements: readonly SeatRequirement[] } {
  if (before.holdsSeat)
    return { after: changeStatus(before, 'Confirmed', action, details), requirements: [] };
  const place = toPlace(item, before);
  const seat = findSeat(item, seats, place, action.at);
  if (seat) return { after: changeStatus(before, 'Confirmed', action, details), requirements: [seat] };
  return {
    after: changeStatus(before, 'Waitlisted', action, { ...details, waitlistedAt: before.createdDate }),
    requirements: [{ kind: 'wait', place, most: Number.MAX_SAFE_INTEGER }],
  };
}
