// What an attendance asks for when its class has an evaluation: an invitation to answer, and where answers are required,
// that credits and completion wait for them.
import { type Change, check, ifVersion, insert, put, remove } from '../../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../../shared/data/store.ts';
import { followMerges, listFormerKeys } from '../../../../shared/merges/follow-merges.ts';
import { setTimer } from '../../../../shared/schedule/timers.ts';
import { pick } from '../../../../shared/values/pick.ts';
import type { AttendanceRule } from '../../classes/record/attendance-rule.ts';
import type { ClassItem } from '../../classes/record/class.ts';
import type { EvaluationHoldItem } from '../../records/training-record/training-record.ts';
import type { RegistrationItem } from '../../registrations/record/registration.ts';
import {
  type ClassEvaluationItem,
  type CourseEvaluationItem,
  classEvaluationKey,
  copyEvaluation,
  courseEvaluationKey,
  type EvaluationResponseItem,
  holdKey,
  holdsByCourse,
  responseKey,
} from './evaluation.ts';

/** The evaluation of a class for one person. */
export interface LoadedEvaluation {
  readonly course: CourseEvaluationItem | undefined;
  /** The copy of the class, or the one that it would make now; undefined where there is no evaluation. */
  readonly evaluation: ClassEvaluationItem | undefined;
  /** Whether the copy is stored. */
  readonly isCopied: boolean;
  readonly response: EvaluationResponseItem | undefined;
}

type EvaluationItem = CourseEvaluationItem | ClassEvaluationItem | EvaluationResponseItem;

/** Loads the evaluation of a class, and whether a person answered it. One round trip. */
export async function loadEvaluation(
  tenant: TenantStore,
  item: Pick<ClassItem, 'id' | 'courseId' | 'endsAt' | 'timeZone'>,
  personId: string | undefined,
): Promise<LoadedEvaluation> {
  const keys: Key<EvaluationItem>[] = [
    courseEvaluationKey(tenant, item.courseId),
    classEvaluationKey(tenant, item.id),
    ...(personId === undefined ? [] : [responseKey(tenant, personId, item.id)]),
  ];
  const [course, copy, response] = await followMerges(tenant).getMany(keys, { consistent: true });
  const own = course?.type === 'course-evaluation' ? course : undefined;
  const stored = copy?.type === 'class-evaluation' ? copy : undefined;
  return {
    course: own,
    evaluation: stored ?? (own && copyEvaluation(own, item)),
    isCopied: stored !== undefined,
    response: response?.type === 'evaluation-response' ? response : undefined,
  };
}

/** Stores the copy of the class, if it is not stored. */
export const storeCopy = (tenant: TenantStore, { evaluation, isCopied }: LoadedEvaluation): Change[] =>
  evaluation && !isCopied ? [insert(classEvaluationKey(tenant, evaluation.classId), evaluation)] : [];

/** What an attendance asks for. */
export interface EvaluationDemand {
  /** Present when credits wait. */
  readonly hold: RegistrationItem['evaluationHold'];
  readonly changes: readonly Change[];
}

/** An attendance that is recorded. */
export interface EvaluatedAttendance {
  readonly registration: RegistrationItem;
  readonly item: ClassItem;
  readonly rule?: AttendanceRule | undefined;
  readonly now: Date;
}

/**
 * What an attendance asks for, in at most four changes. Nothing where the class has no evaluation, the evaluation has
 * closed, or the person has answered it.
 */
export async function demandEvaluation(
  tenant: TenantStore,
  { registration, item, rule, now }: EvaluatedAttendance,
): Promise<EvaluationDemand> {
  const loaded = await loadEvaluation(tenant, item, registration.memberId);
  const { course, evaluation, response } = loaded;
  const nothing = { hold: undefined, changes: endHold(tenant, registration) };
  if (!evaluation || response || now.toISOString() >= evaluation.closesAt) return nothing;
  const invitesAt = new Date(Math.max(now.getTime(), Date.parse(item.endsAt)));
  // An attendance that is corrected invited its person when it was recorded.
  const wasInvited = registration.status === 'Attended' && loaded.isCopied;
  const asked = [
    ...storeCopy(tenant, loaded),
    ...(wasInvited
      ? []
      : [setTimer(tenant, { kind: 'evaluation-opens', subject: registration.id, dueAt: invitesAt })]),
  ];
  if (!course?.isRequired) return { hold: undefined, changes: [...nothing.changes, ...asked] };
  const hold: EvaluationHoldItem = {
    type: 'evaluation-hold',
    ...{ personId: registration.memberId, registrationId: registration.id },
    ...{ classId: item.id, className: item.sectionName, courseId: item.courseId },
    creditTypeIds: item.courseCredits.map(({ creditTypeId }) => creditTypeId),
    answerBy: evaluation.closesAt,
    ...(rule && { rule: pick(rule, ['kind', 'minimumShare', 'roundingStep', 'roundingMode']) }),
  };
  return {
    hold: { since: now.toISOString(), answerBy: evaluation.closesAt },
    changes: [
      ...asked,
      put(holdKey(tenant, hold.personId, hold.registrationId), hold, {
        listed: { listing: holdsByCourse(tenant, item.courseId), sort: hold.registrationId },
      }),
      // Answers must still be required: what waits is released when they no longer are.
      check(courseEvaluationKey(tenant, item.courseId), ifVersion(course.version), 'retry'),
    ],
  };
}

/** Removes what waits, also where a merge has not moved it yet. */
export const removeHold = (
  tenant: TenantStore,
  { personId, registrationId }: Pick<EvaluationHoldItem, 'personId' | 'registrationId'>,
): Change[] => {
  const key = holdKey(tenant, personId, registrationId);
  return [key, ...listFormerKeys(tenant, key)].map((place) => remove(place));
};

/** Ends the waiting of a registration, if it waits. */
export const endHold = (tenant: TenantStore, { id, memberId, evaluationHold }: RegistrationItem): Change[] =>
  evaluationHold ? removeHold(tenant, { personId: memberId, registrationId: id }) : [];
