// The facts that a registration of one person for one class is decided by, read consistently.

import type { Key, TenantStore } from '../../../../shared/data/store.ts';
import {
  type OrganizationItem,
  organizationKey,
} from '../../../../shared/directory/organizations/organization-store.ts';
import { type PersonItem, personKey } from '../../../../shared/directory/people/person-store.ts';
import { throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { unknownId } from '../../../../shared/errors/unknown-id.ts';
import { followMerges } from '../../../../shared/merges/follow-merges.ts';
import { toLocalDate } from '../../../../shared/time/local-date.ts';
import { describeLeaver, describeRemedy, mayAct } from '../../access/acting-people.ts';
import type { AttendanceMode } from '../../attendance-mode.ts';
import { awardById } from '../../awards/record/award-record.ts';
import { type ClassItem, classKey, type SeatsItem, seatsKey } from '../../classes/record/class.ts';
import { getFee, phaseAt } from '../../classes/record/registration-window.ts';
import { chooseAttendanceMode } from '../../classes/record/separate-seats.ts';
import type { CourseItem, CoursePrerequisite } from '../../courses/course.ts';
import { courseById, courseEditions } from '../../courses/store.ts';
import type { RequiredExperience } from '../../experience/experience.ts';
import type { CancellationTerms } from '../../prices/cancellation-terms.ts';
import type { TaxTerms } from '../../prices/price.ts';
import {
  describeEarlierTaking,
  findEarlierTaking,
  getRetakeRule,
  loadCredits,
} from '../../records/granted-credits/retake.ts';
import { isHeld } from '../../records/training-record/certification-status.ts';
import { isNotVoided } from '../../records/training-record/credit.ts';
import { loadPersonRecord } from '../../records/training-record/person-record.ts';
import { type RegistrantKind, registrantKind } from '../../registrant.ts';
import {
  defaultTrainingSettings,
  findTaxRate,
  type TrainingSettingsItem,
  trainingSettingsKey,
} from '../../training-settings.ts';
import { startClassApproval } from '../approval/class-approval.ts';
import { type ClaimItem, claimKey } from '../record/claims.ts';
import type { Approval, Phase } from '../record/registration.ts';

export interface RegistrationRequest {
  readonly classId: string;
  readonly memberId: string;
  /** The seats after earlier registrations of the same dry run, in place of those that are stored. */
  readonly assumedSeats?: SeatsItem | undefined;
  /** Whether the request declares the experience that the course requires. */
  readonly isExperienceDeclared?: boolean | undefined;
  /** How the member wants to attend, where the seats of the class are separate; on site by default. */
  readonly attendanceMode?: AttendanceMode | null | undefined;
}

export interface RegistrationContext {
  readonly item: ClassItem;
  readonly seats: SeatsItem;
  readonly member: PersonItem;
  /** Why the member can't take part, if they are not active today. */
  readonly inactive: { readonly message: string; readonly remedy: string } | undefined;
  readonly organization: OrganizationItem | undefined;
  readonly claim: ClaimItem | undefined;
  readonly kind: RegistrantKind;
  readonly phase: Phase;
  /** Undefined where the seats of the class are not separate. */
  readonly attendanceMode: AttendanceMode | undefined;
  readonly fee: number;
  /** ISO 4217, of the fee. */
  readonly currency: string;
  /** Of the fee; undefined for no tax. */
  readonly tax: TaxTerms | undefined;
  /** What a cancellation costs. */
  readonly cancellation: CancellationTerms | undefined;
  /** The courses and awards that the course edition taught in the class requires and the member does not have. */
  readonly missingPrerequisites: readonly CoursePrerequisite[];
  /** The experience that it requires. */
  readonly experience: RequiredExperience;
  /** Why the course gives the member no credits in this class, and whether they may register nevertheless. */
  readonly retake: { readonly reason: string; readonly isRefused: boolean } | undefined;
  /** The approval that is required, at its first step. */
  readonly approval: Approval | undefined;
  /** The award that the class leads to, if it still exists. */
  readonly awardId: string | undefined;
}

export interface Clock {
  readonly now: Date;
  readonly timeZone: string;
}

/** Credits of the course that the member has within its period; undefined where the class gives credits. */
async function findRetake(
  tenant: TenantStore,
  course: CourseItem,
  { timeZone, endsAt }: ClassItem,
  memberId: string,
  settings: TrainingSettingsItem,
): Promise<RegistrationContext['retake']> {
  const rule = getRetakeRule(course, settings);
  if (rule.months === 0 || course.credits.every(({ credits }) => credits === 0)) return undefined;
  const earnedDate = toLocalDate(timeZone, new Date(endsAt));
  const credits = await loadCredits(tenant, memberId);
  const earlier = findEarlierTaking(credits, { courseId: course.id, earnedDate }, rule);
  return (
    earlier && { reason: describeEarlierTaking(earlier, rule), isRefused: rule.registration === 'refuse' }
  );
}

/** The prerequisites that the member's record does not show; experience is in no record. */
async function findUnmetPrerequisites(
  tenant: TenantStore,
  course: CourseItem,
  { courseEdition: edition }: ClassItem,
  memberId: string,
  today: string,
): Promise<readonly CoursePrerequisite[]> {
  const isCurrent = edition === course.edition;
  const [taughtCourse = course] = isCurrent ? [course] : await courseEditions(tenant, course, [edition]);
  if (taughtCourse.prerequisites.every(({ type }) => type === 'Experience'))
    return taughtCourse.prerequisites;
  const { completions, certifications } = await loadPersonRecord(tenant, memberId, { consistent: true });
  const completed = new Set(completions.filter(isNotVoided).map((completion) => completion.courseId));
  const held = new Set(
    certifications.filter((certification) => isHeld(certification, today)).map(({ awardId }) => awardId),
  );
  return taughtCourse.prerequisites.filter(
    ({ type, id }) => type === 'Experience' || !(type === 'Course' ? completed : held).has(id),
  );
}

/**
 * Everything that a registration is decided by: two round trips, and more only when the course has prerequisites or the
 * class an approval chain.
 * @throws Failure 400 with every id that has no record, and for a way to attend that the class does not offer
 */
export async function loadRegistrationContext(
  tenant: TenantStore,
  request: RegistrationRequest,
  { now, timeZone }: Clock,
): Promise<RegistrationContext> {
  const { classId, memberId, assumedSeats, isExperienceDeclared = false } = request;
  const keys: Key<ClassItem | SeatsItem | PersonItem | ClaimItem | TrainingSettingsItem>[] = [
    classKey(tenant, classId),
    seatsKey(tenant, classId),
    personKey(tenant, memberId),
    claimKey(tenant, classId, memberId),
    trainingSettingsKey(tenant),
  ];
  const [item, seats, member, claim, settings] = await followMerges(tenant).getMany(keys, {
    consistent: true,
  });
  const isClass = item?.type === 'class' && seats?.type === 'seats';
  if (!isClass || member?.type !== 'person') {
    throwIfInvalid([
      ...(isClass ? [] : [unknownId('class', classId, 'classId')]),
      ...(member?.type === 'person' ? [] : [unknownId('person', memberId, 'memberId')]),
    ]);
    throw new Error('Every id is known');
  }
  const { organizationId } = member;
  const today = toLocalDate(timeZone, now);
  const trainingSettings = settings?.type === 'training-settings' ? settings : defaultTrainingSettings;
  const { currency, unmetExperience } = trainingSettings;
  const loadCourseFacts = async () => {
    const course = await courseById(tenant, item.courseId);
    if (!course) return { unmetPrerequisites: [], retake: undefined, courseTerms: undefined };
    const [unmetPrerequisites, retake] = await Promise.all([
      findUnmetPrerequisites(tenant, course, item, memberId, today),
      findRetake(tenant, course, item, memberId, trainingSettings),
    ]);
    return { unmetPrerequisites, retake, courseTerms: course.cancellation };
  };
  const [organization, { unmetPrerequisites, retake, courseTerms }, approval, award] = await Promise.all([
    organizationId === undefined ? undefined : tenant.get(organizationKey(tenant, organizationId)),
    loadCourseFacts(),
    startClassApproval(tenant, item, member, now),
    item.awardId === undefined ? undefined : awardById(tenant, item.awardId, { consistent: true }),
  ]);
  const kind = registrantKind(member, organization, today);
  const phase = phaseAt(item, now);
  return {
    item,
    seats: assumedSeats ?? seats,
    member,
    inactive: mayAct(member, today)
      ? undefined
      : { message: describeLeaver(member, today), remedy: describeRemedy(member, today) },
    organization,
    claim: claim?.type === 'class-claim' ? claim : undefined,
    kind,
    phase,
    attendanceMode: chooseAttendanceMode(item, request.attendanceMode ?? undefined),
    fee: getFee(item, phase, kind),
    currency,
    tax: findTaxRate(trainingSettings, item.registration.taxRateId),
    cancellation: item.registration.cancellation ?? courseTerms ?? trainingSettings.registration.cancellation,
    missingPrerequisites: unmetPrerequisites.filter(({ type }) => type !== 'Experience'),
    experience: {
      required: unmetPrerequisites.filter(({ type }) => type === 'Experience'),
      isBlocked: unmetExperience === 'block',
      isDeclared: isExperienceDeclared,
    },
    retake,
    approval,
    awardId: award?.id,
  };
}
