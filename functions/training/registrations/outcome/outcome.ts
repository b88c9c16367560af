// Why a registration is refused, and what it results in otherwise
// (docs/interface/training.md#class-registration).
import { displayName } from '../../../../shared/directory/people/person.ts';
import type { ErrorDetailCode } from '../../../../shared/errors/catalogue.ts';
import { Failure } from '../../../../shared/errors/failure.ts';
import { type AttendanceMode, attendanceModes, describeMode } from '../../attendance-mode.ts';
import { getClosingTime, getWindowState } from '../../classes/record/registration-window.ts';
import { listExperienceFaults } from '../../experience/experience.ts';
import { formatMoment } from '../../time/format-moment.ts';
import { findSeat, hasRoom, type SeatPlace, type SeatRequirement } from '../seats/seat-places.ts';
import type { RegistrationWarning } from './clashing-classes.ts';
import type { RegistrationContext } from './context.ts';

/** One rule that a registration does not meet. */
export interface RefusalReason {
  /** The error code of the refusal. */
  readonly code: 'ALREADY_REGISTERED' | 'REGISTRATION_CLOSED' | 'NOT_ELIGIBLE' | 'CLASS_FULL';
  /** What is wrong; the remedy says what would be right. */
  readonly message: string;
  readonly remedy: string;
  readonly target: 'classId' | 'memberId' | 'prerequisites' | 'experienceDeclaration';
  /** The rule, for an error code of several rules. */
  readonly rule?: ErrorDetailCode | undefined;
  /** The missing prerequisite. */
  readonly id?: string | undefined;
}

/** What a registration results in. */
export interface Outcome {
  readonly status: 'Confirmed' | 'PendingApproval' | 'Waitlisted';
  readonly holdsSeat: boolean;
  /** What must hold of the seats when the registration is committed. */
  readonly requirements: readonly SeatRequirement[];
}

/** What an administrator passes; never a cancelled class, and nobody registers twice. */
export interface Override {
  readonly rules?: boolean;
  readonly seats?: boolean;
}

function listClosedReasons({ item }: RegistrationContext, now: Date): RefusalReason[] {
  const state = getWindowState(item, now);
  const closedReason = (message: string, remedy: string): RefusalReason[] => [
    { code: 'REGISTRATION_CLOSED', message, remedy, target: 'classId' },
  ];
  const { sectionName, registration } = item;
  if (item.isCancelled)
    return closedReason(`${sectionName} is cancelled.`, 'Choose another class of the course.');
  if (state === 'not set up')
    return closedReason(
      `Registration for ${sectionName} is not set up.`,
      'Ask the organizer, or choose another class.',
    );
  if (state === 'scheduled')
    return closedReason(
      `Registration for ${sectionName} is not open yet.`,
      registration.opensAt === undefined
        ? 'Register once it opens.'
        : `Register from ${formatMoment(registration.opensAt, item.timeZone)} on.`,
    );
  if (state === 'closed')
    return closedReason(
      `Registration for ${sectionName} closed on ${formatMoment(getClosingTime(item).toISOString(), item.timeZone)}.`,
      'Choose another class of the course.',
    );
  return [];
}

function listIneligibleReasons({
  item,
  kind,
  claim,
  member,
  inactive,
  missingPrerequisites,
  experience,
  retake,
}: RegistrationContext): RefusalReason[] {
  const { registration, sectionName } = item;
  const name = displayName(member);
  const reasons: RefusalReason[] = [];
  if (inactive)
    reasons.push({ code: 'NOT_ELIGIBLE', rule: 'PERSON_INACTIVE', ...inactive, target: 'memberId' });
  const missing = missingPrerequisites.map(
    (prerequisite): RefusalReason => ({
      code: 'NOT_ELIGIBLE',
      rule: 'PREREQUISITE_MISSING',
      message:
        prerequisite.type === 'Course'
          ? `${name} has not completed the course ${prerequisite.name}.`
          : `${name} has no valid certification for ${prerequisite.name}.`,
      remedy:
        prerequisite.type === 'Course'
          ? `Complete ${prerequisite.name} first.`
          : `Earn or renew ${prerequisite.name} first.`,
      target: 'prerequisites',
      id: prerequisite.id,
    }),
  );
  reasons.push(...missing);
  for (const { code: rule, ...fault } of listExperienceFaults(experience, item.courseName))
    reasons.push({ code: 'NOT_ELIGIBLE', rule, ...fault });
  if (retake?.isRefused)
    reasons.push({
      code: 'NOT_ELIGIBLE',
      rule: 'TAKEN_RECENTLY',
      message: retake.reason,
      remedy: 'Choose a class of another course, or a later one.',
      target: 'classId',
    });
  if (kind === 'nonMember' && !inactive && !registration.nonMembersAllowed)
    reasons.push({
      code: 'NOT_ELIGIBLE',
      rule: 'MEMBERS_ONLY',
      message: `${sectionName} is for members, and ${name} belongs to no member organization.`,
      remedy: 'Join through a member organization, or choose a class that is open to non-members.',
      target: 'memberId',
    });
  if ((claim?.denials ?? 0) > 0 && !registration.mayReapplyAfterDenial)
    reasons.push({
      code: 'NOT_ELIGIBLE',
      rule: 'DENIED_BEFORE',
      message: `A registration of ${name} for ${sectionName} was denied before.`,
      remedy: 'Choose another class of the course, or ask an approver.',
      target: 'memberId',
    });
  return reasons;
}

/** The seat that the registration is for. */
const getPlace = ({ kind, attendanceMode }: RegistrationContext): SeatPlace => ({
  kind,
  mode: attendanceMode,
});

/** What must hold for a seat to be free: there is room, and no one on the waitlist would be passed. */
const findSeatInContext = (context: RegistrationContext, now: Date): SeatRequirement | undefined =>
  findSeat(context.item, context.seats, getPlace(context), now);

/** Free places on the waitlist; none once registration is closed, because nobody is promoted after that. */
export const countWaitlistPlaces = (
  { item, seats }: Pick<RegistrationContext, 'item' | 'seats'>,
  now: Date,
): number =>
  getWindowState(item, now) === 'closed' ? 0 : Math.max(0, item.registration.waitlistSize - seats.waiting);

/** The other way to attend, where it has seats left. */
const findOtherMode = (context: RegistrationContext, now: Date): AttendanceMode | undefined =>
  context.attendanceMode &&
  attendanceModes.find((mode) => findSeat(context.item, context.seats, { kind: context.kind, mode }, now));

function listFullReasons(context: RegistrationContext, now: Date): RefusalReason[] {
  if (findSeatInContext(context, now) || countWaitlistPlaces(context, now) > 0) return [];
  const { item, seats, attendanceMode } = context;
  const { sectionName, registration } = item;
  const seat = attendanceMode ? `seat ${describeMode(attendanceMode)}` : 'seat';
  const otherMode = findOtherMode(context, now);
  const waitlist = registration.waitlistSize > 0 ? ', and its waitlist is full' : '';
  return [
    {
      code: 'CLASS_FULL',
      message: hasRoom(item, seats, getPlace(context), now)
        ? `The free seats of ${sectionName} are being offered to people on the waitlist${waitlist}.`
        : `${sectionName} has no ${seat} left${waitlist}.`,
      remedy: otherMode
        ? `Register ${describeMode(otherMode)}, where seats are left, choose another class of the course, or try again later.`
        : 'Choose another class of the course, or try again later.',
      target: 'classId',
    },
  ];
}

/** What the person should know, although it does not prevent the registration. */
export const listRetakeWarnings = ({ retake }: RegistrationContext): RegistrationWarning[] =>
  retake && !retake.isRefused ? [{ code: 'NO_CREDITS', message: retake.reason }] : [];

/** Every rule that the registration does not meet, in the order in which they refuse it. */
export function listRefusalReasons(context: RegistrationContext, now: Date): RefusalReason[] {
  const { claim, item, member } = context;
  const registered: RefusalReason[] =
    claim?.registrationId === undefined
      ? []
      : [
          {
            code: 'ALREADY_REGISTERED',
            message: `${displayName(member)} is already registered for ${item.sectionName}.`,
            remedy: `Read the registration ${claim.registrationId}; cancel it first if you want another.`,
            target: 'memberId',
          },
        ];
  return [
    ...registered,
    ...listClosedReasons(context, now),
    ...listIneligibleReasons(context),
    ...listFullReasons(context, now),
  ];
}

/**
 * An administrator's override passes dates and prerequisites; never seats, a cancelled class, or that a person has left.
 */
const isOverridable = ({ code, rule }: RefusalReason, { item }: RegistrationContext): boolean =>
  (code === 'NOT_ELIGIBLE' && rule !== 'PERSON_INACTIVE') ||
  (code === 'REGISTRATION_CLOSED' && !item.isCancelled);

/** The failure with the code of the first reason; every reason with that code becomes a detail. */
export function buildRefusal([first, ...others]: readonly [RefusalReason, ...RefusalReason[]]): Failure {
  const same = [first, ...others].filter(({ code }) => code === first.code);
  const message = same.map((reason) => `${reason.message} ${reason.remedy}`).join(' ');
  return new Failure(first.code, message, {
    target: first.target,
    details: same.flatMap(({ rule, target, ...reason }) =>
      rule === undefined ? [] : [{ code: rule, target, message: `${reason.message} ${reason.remedy}` }],
    ),
  });
}

/**
 * Decides a registration: without a seat it is waitlisted, with a required approval it is pending, otherwise it is
 * confirmed (docs/interface/training.md#class-registration).
 *
 * @param override what an administrator passes: with `rules` the dates, prerequisites and approval, with `seats` the
 * limits and the waitlist
 * @throws Failure 409 ALREADY_REGISTERED, 422 REGISTRATION_CLOSED, NOT_ELIGIBLE or CLASS_FULL, in that order
 */
export function decideOutcome(
  context: RegistrationContext,
  now: Date,
  { rules: isOverridden = false, seats: isOverbooked = false }: Override = {},
): Outcome {
  const [first, ...others] = listRefusalReasons(context, now).filter(
    (reason) =>
      !(isOverridden && isOverridable(reason, context)) && !(isOverbooked && reason.code === 'CLASS_FULL'),
  );
  if (first) throw buildRefusal([first, ...others]);
  const { item, approval } = context;
  const needsApproval = approval !== undefined && !isOverridden;
  if (isOverbooked)
    return { status: needsApproval ? 'PendingApproval' : 'Confirmed', holdsSeat: true, requirements: [] };
  const seat = findSeatInContext(context, now);
  if (!seat)
    return {
      status: 'Waitlisted',
      holdsSeat: false,
      requirements: [{ kind: 'wait', place: getPlace(context), most: item.registration.waitlistSize }],
    };
  const requirements = [seat];
  return needsApproval
    ? { status: 'PendingApproval', holdsSeat: item.registration.pendingHoldsSeat, requirements }
    : { status: 'Confirmed', holdsSeat: true, requirements };
}
