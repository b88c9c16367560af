// Transfers a registration to another person, who takes over its seat, or to another class.

import { Failure } from '../../../shared/errors/failure.ts';
import type { IfMatch } from '../../../shared/http/etag.ts';
import { fromMinorUnits, toMinorUnits } from '../../../shared/money/currency.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { pick } from '../../../shared/values/pick.ts';
import type { AttendanceMode } from '../attendance-mode.ts';
import { getFee } from '../classes/record/registration-window.ts';
import { getAttendanceMode } from '../classes/record/separate-seats.ts';
import {
  buildExperienceDeclaration,
  type ExperienceDeclaration,
  type RequiredExperience,
} from '../experience/experience.ts';
import { toEntryAuthor } from '../payments/author.ts';
import { changeFee } from '../prices/price.ts';
import { computeRegistrationPrice } from './money/registration-price.ts';
import { buildRegistration } from './outcome/build-registration.ts';
import { loadRegistrationContext } from './outcome/context.ts';
import { buildRefusal, decideOutcome, listRefusalReasons, type RefusalReason } from './outcome/outcome.ts';
import { movedPayment, transferPayment } from './record/payment.ts';
import type { RegistrationItem } from './record/registration.ts';
import type { RequestContext } from './register-member.ts';
import { hasRoomForKind } from './seats/seat-places.ts';
import { changeStatus } from './transition/status-change.ts';
import { requireClassWithSeats } from './transition/store.ts';
import type { Transition } from './transition/transition.ts';

export interface Transfer {
  readonly before: RegistrationItem;
  readonly reason: string | undefined;
  readonly ifMatch: IfMatch | undefined;
  /** What the request declares about required experience. */
  readonly experienceDeclaration: string | null | undefined;
  /** How the member attends the other class. */
  readonly attendanceMode: AttendanceMode | null | undefined;
}

/** The new registration, and the transitions that lead to it. */
export interface TransferResult {
  readonly newRegistration: RegistrationItem;
  readonly transitions: readonly Transition[];
}

const noSeatLeft = (sectionName: string): Failure =>
  new Failure('CLASS_FULL', `${sectionName} has no seat left for this registration.`, {
    target: 'classId',
  });

const copyDetails = ({ registrationType, justification, notes }: RegistrationItem, registeredBy: string) => ({
  registrationType,
  registeredBy,
  justification,
  notes,
});

/** The declaration of the earlier registration, where it is about all experience that the other class requires. */
const findCoveringDeclaration = (
  { experienceDeclaration }: RegistrationItem,
  { required }: RequiredExperience,
): ExperienceDeclaration | undefined =>
  required.length > 0 && required.every(({ name }) => experienceDeclaration?.experience.includes(name))
    ? experienceDeclaration
    : undefined;

/** The fields of the transferred registration: its payments belong to the new registration now. */
const getTransferredFields = ({ id, payment }: RegistrationItem) => ({
  transferredTo: id,
  payment: movedPayment(payment),
});

/**
 * To another person: the seat and its payments move, also after registration has closed. The person must be eligible as
 * for a registration of their own, and needs approval where the class requires it.
 * @throws Failure 400 for an unknown person; 409 when they are registered; 422 when they are not eligible
 */
export async function transferToPerson(
  { tenant, caller, settings: { timeZone }, now, newId }: RequestContext,
  { before, reason, ifMatch, experienceDeclaration: declared }: Transfer,
  memberId: string,
): Promise<TransferResult> {
  const context = await loadRegistrationContext(
    tenant,
    { classId: before.classId, memberId, isExperienceDeclared: Boolean(declared) },
    { now, timeZone },
  );
  const { item, seats, kind, approval } = context;
  // The same seat, in the same way to attend.
  const attendanceMode = getAttendanceMode(item, before);
  const isIneligible = ({ code }: RefusalReason): boolean =>
    code === 'ALREADY_REGISTERED' || code === 'NOT_ELIGIBLE';
  const [first, ...others] = listRefusalReasons(context, now).filter(isIneligible);
  if (first) throw buildRefusal([first, ...others]);
  if (kind !== before.kind && !hasRoomForKind(item, seats, kind, now)) throw noSeatLeft(item.sectionName);
  const outcome = {
    status: approval ? 'PendingApproval' : 'Confirmed',
    holdsSeat: true,
    requirements: [],
  } as const;
  // The price is that of the phase in which the registration was made, for the kind of its new member.
  const fee = getFee(item, before.phase, kind);
  // The discount stays with the seat; a fee of another kind has the tax and the discount of the price before.
  const price =
    kind === before.kind || !before.price
      ? before.price
      : changeFee(before.price, toMinorUnits(fee, before.price.currency));
  const isSamePrice = kind === before.kind;
  const due = isSamePrice
    ? before.payment.amountDue
    : price
      ? fromMinorUnits(price.total, price.currency)
      : fee;
  const author = toEntryAuthor(caller, now);
  const details = {
    ...copyDetails(before, caller.subject),
    payment: transferPayment(before.payment, due, author),
    price,
    cancellation: before.cancellation,
    experienceDeclaration: buildExperienceDeclaration(declared, context.experience.required, author),
  };
  const newRegistration = {
    ...buildRegistration({ ...context, attendanceMode }, outcome, details, now, newId),
    phase: before.phase,
    ...pick(before, ['overbooking', 'isOverbooked']),
    transferredFrom: before.id,
  };
  const action = { by: caller.subject, at: now, reason };
  const after = changeStatus(before, 'Transferred', action, getTransferredFields(newRegistration));
  const transition: Transition = {
    statusChanges: [
      { before, after, values: { newMemberName: newRegistration.memberName } },
      { after: newRegistration },
    ],
    classWithSeats: { item, seats },
    cause: 'Transferred',
    ifMatch,
    now,
  };
  return { newRegistration, transitions: [transition] };
}

/**
 * To another class: it needs a seat there like any registration, as a confirmed seat is not given up for a place on a
 * waitlist. The seat that becomes free goes to the waitlist of its class.
 * @throws Failure 400 for an unknown class; 409 when registered there; 422
 */
export async function transferToClass(
  { tenant, caller, settings: { timeZone }, now, newId }: RequestContext,
  { before, reason, ifMatch, experienceDeclaration: declared, attendanceMode }: Transfer,
  classId: string,
): Promise<TransferResult> {
  const [loaded, classWithSeats] = await Promise.all([
    loadRegistrationContext(
      tenant,
      { classId, memberId: before.memberId, attendanceMode },
      { now, timeZone },
    ),
    requireClassWithSeats(tenant, before),
  ]);
  const author = toEntryAuthor(caller, now);
  const { experience } = loaded;
  const declaration =
    buildExperienceDeclaration(declared, experience.required, author) ??
    findCoveringDeclaration(before, experience);
  const context = { ...loaded, experience: { ...experience, isDeclared: declaration !== undefined } };
  const outcome = decideOutcome(context, now);
  const price = computeRegistrationPrice(context, undefined, toLocalDate(timeZone, now));
  if (outcome.status === 'Waitlisted') throw noSeatLeft(context.item.sectionName);
  const details = {
    ...copyDetails(before, caller.subject),
    payment: transferPayment(before.payment, fromMinorUnits(price.total, price.currency), author),
    price,
    cancellation: context.cancellation,
    experienceDeclaration: declaration,
  };
  const newRegistration = {
    ...buildRegistration(context, outcome, details, now, newId),
    transferredFrom: before.id,
  };
  const action = { by: caller.subject, at: now, reason };
  const after = changeStatus(before, 'Transferred', action, getTransferredFields(newRegistration));
  const { item, seats } = context;
  return {
    newRegistration,
    transitions: [
      {
        statusChanges: [{ before, after, values: { newClassName: item.sectionName } }],
        classWithSeats,
        cause: 'Transferred',
        ifMatch,
        now,
      },
      {
        statusChanges: [{ after: newRegistration }],
        classWithSeats: { item, seats },
        requirements: outcome.requirements,
        now,
      },
    ],
  };
}
