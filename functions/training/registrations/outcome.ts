// What stands in the way of a registration, and what comes of it when nothing does
// (docs/interface/training.md#class-registration).
import { displayName } from '../../../shared/directory/person.ts';
import type { ErrorDetailCode } from '../../../shared/errors/catalogue.ts';
import { Failure } from '../../../shared/errors/failure.ts';
import { getClosingTime, getWindowState } from '../classes/registration-window.ts';
import { formatMoment } from '../notifications/merge-template.ts';
import type { RegistrationContext } from './context.ts';
import { findSeat, hasRoom, type SeatRequirement } from './seats.ts';

/** One rule that stands in the way. */
export interface RefusalReason {
  /** What a registration is refused with. */
  readonly code: 'ALREADY_REGISTERED' | 'REGISTRATION_CLOSED' | 'NOT_ELIGIBLE' | 'CLASS_FULL';
  /** What is wrong, and what would be right. */
  readonly message: string;
  readonly remedy: string;
  readonly target: 'classId' | 'memberId' | 'prerequisites';
  /** Which of the rules it is, where a code stands for several. */
  readonly rule?: ErrorDetailCode | undefined;
  /** The prerequisite that is missing. */
  readonly id?: string | undefined;
}

/** What comes of a registration. */
export interface Outcome {
  readonly status: 'Confirmed' | 'PendingApproval' | 'Waitlisted';
  readonly holdsSeat: boolean;
  /** What must hold of the seats when it is committed. */
  readonly requirements: readonly SeatRequirement[];
}

type Of = RegistrationContext;

function listClosedReasons({ item }: Of, now: Date): RefusalReason[] {
  const state = getWindowState(item, now);
  const obstacle = (message: string, remedy: string): RefusalReason[] => [
    { code: 'REGISTRATION_CLOSED', message, remedy, target: 'classId' },
  ];
  const { sectionName, registration } = item;
  if (item.isCancelled)
    return obstacle(`${sectionName} is cancelled.`, 'Choose another class of the course.');
  if (state === 'not set up')
    return obstacle(
      `Registration for ${sectionName} is not set up.`,
      'Ask the organizer, or choose another class.',
    );
  if (state === 'scheduled')
    return obstacle(
      `Registration for ${sectionName} is not open yet.`,
      registration.opensAt === undefined
        ? 'Register once it opens.'
        : `Register from ${formatMoment(registration.opensAt, item.timeZone)} on.`,
    );
  if (state === 'closed')
    return obstacle(
      `Registration for ${sectionName} closed on ${formatMoment(getClosingTime(item).toISOString(), item.timeZone)}.`,
      'Choose another class of the course.',
    );
  return [];
}

function listIneligibleReasons({ item, kind, claim, member, missing }: Of): RefusalReason[] {
  const { registration, sectionName } = item;
  const name = displayName(member);
  const obstacles: RefusalReason[] = missing.map((prerequisite) => ({
    code: 'NOT_ELIGIBLE',
    rule: 'PREREQUISITE_MISSING',
    message:
      prerequisite.type === 'Course'
        ? `${name} has not completed the course ${prerequisite.name}.`
        : `${name} holds no certification in force for ${prerequisite.name}.`,
    remedy:
      prerequisite.type === 'Course'
        ? `Complete ${prerequisite.name} first.`
        : `Earn, or renew, ${prerequisite.name} first.`,
    target: 'prerequisites',
    id: prerequisite.id,
  }));
  if (kind === 'nonMember' && !registration.nonMembersAllowed)
    obstacles.push({
      code: 'NOT_ELIGIBLE',
      rule: 'MEMBERS_ONLY',
      message: `${sectionName} is for members, and ${name} belongs to no member organization.`,
      remedy: 'Join through a member organization, or choose a class that takes others too.',
      target: 'memberId',
    });
  if ((claim?.denials ?? 0) > 0 && !registration.mayReapplyAfterDenial)
    obstacles.push({
      code: 'NOT_ELIGIBLE',
      rule: 'DENIED_BEFORE',
      message: `A registration of ${name} for ${sectionName} was denied before.`,
      remedy: 'Choose another class of the course, or ask whoever approves registrations.',
      target: 'memberId',
    });
  return obstacles;
}

/** What must hold for a seat to be there for the taking: room, and nobody waits who would be passed; undefined if none is. */
const findSeatInContext = ({ item, seats, kind }: Of, now: Date): SeatRequirement | undefined =>
  findSeat(item, seats, kind, now);

/** Places left on the waitlist; none once registration is closed, for nobody is promoted after that. */
export const countWaitlistPlaces = ({ item, seats }: Pick<Of, 'item' | 'seats'>, now: Date): number =>
  getWindowState(item, now) === 'closed' ? 0 : Math.max(0, item.registration.waitlistSize - seats.waiting);

function listFullReasons(of: Of, now: Date): RefusalReason[] {
  if (findSeatInContext(of, now) || countWaitlistPlaces(of, now) > 0) return [];
  const { item, seats, kind } = of;
  const { sectionName, registration } = item;
  const waitlist = registration.waitlistSize > 0 ? ', and its waitlist is full' : '';
  return [
    {
      code: 'CLASS_FULL',
      message: hasRoom(item, seats, kind, now)
        ? `The free seats of ${sectionName} are just being offered to those who wait${waitlist}.`
        : `${sectionName} has no seat left${waitlist}.`,
      remedy: 'Choose another class of the course, or try again when a seat may have freed.',
      target: 'classId',
    },
  ];
}

/** Every rule that stands in the way of a registration, in the order in which they refuse it. */
export function listRefusalReasons(of: Of, now: Date): RefusalReason[] {
  const { claim, item, member } = of;
  const registered: RefusalReason[] =
    claim?.registrationId === undefined
      ? []
      : [
          {
            code: 'ALREADY_REGISTERED',
            message: `${displayName(member)} is registered for ${item.sectionName} already.`,
            remedy: `Read the registration ${claim.registrationId}; cancel it first if another is wanted.`,
            target: 'memberId',
          },
        ];
  return [
    ...registered,
    ...listClosedReasons(of, now),
    ...listIneligibleReasons(of),
    ...listFullReasons(of, now),
  ];
}

/** What an administrator's override passes: dates and prerequisites, never seats, and never a class that is cancelled. */
const isOverridable = ({ code }: RefusalReason, { item }: Of): boolean =>
  code === 'NOT_ELIGIBLE' || (code === 'REGISTRATION_CLOSED' && !item.isCancelled);

/** The refusal that some obstacles of the first one's code give; each is a detail. */
export function buildRefusal([first, ...others]: readonly [RefusalReason, ...RefusalReason[]]): Failure {
  const same = [first, ...others].filter(({ code }) => code === first.code);
  const message = same.map((obstacle) => `${obstacle.message} ${obstacle.remedy}`).join(' ');
  return new Failure(first.code, message, {
    target: first.target,
    details: same.flatMap(({ rule, target, ...obstacle }) =>
      rule === undefined ? [] : [{ code: rule, target, message: `${obstacle.message} ${obstacle.remedy}` }],
    ),
  });
}

/**
 * What comes of a registration: full with room on the waitlist, it waits; where approval is needed, it is pending; else
 * it is confirmed (docs/interface/training.md#class-registration).
 *
 * @param isOverridden an administrator passes the window, prerequisites and approval; never the seats
 * @throws Failure 409 ALREADY_REGISTERED, 422 REGISTRATION_CLOSED, NOT_ELIGIBLE or CLASS_FULL, in that order
 */
export function decideOutcome(of: Of, now: Date, isOverridden = false): Outcome {
  const [first, ...others] = listRefusalReasons(of, now).filter(
    (obstacle) => !(isOverridden && isOverridable(obstacle, of)),
  );
  if (first) throw buildRefusal([first, ...others]);
  const { kind, item, approval } = of;
  const seat = findSeatInContext(of, now);
  if (!seat)
    return {
      status: 'Waitlisted',
      holdsSeat: false,
      requirements: [{ kind: 'must wait', of: kind, most: item.registration.waitlistSize }],
    };
  const requirements = [seat];
  return approval && !isOverridden
    ? { status: 'PendingApproval', holdsSeat: item.registration.pendingHoldsSeat, requirements }
    : { status: 'Confirmed', holdsSeat: true, requirements };
}
