// Loads evaluations of courses and classes for their endpoints.
import type { Caller } from '../../../shared/auth/access/access.ts';
import { findCallerPerson } from '../../../shared/auth/access/person-access.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { notFound } from '../../../shared/errors/failure.ts';
import { followMerges } from '../../../shared/merges/follow-merges.ts';
import { assertTeaches } from '../access/person-access.ts';
import type { ClassItem } from '../classes/record/class.ts';
import { classById } from '../classes/record/store.ts';
import { type CourseItem, courseKey } from '../courses/course.ts';
import { claimKey } from '../registrations/record/claims.ts';
import {
  type RegistrationItem,
  registrationById,
  registrationListing,
} from '../registrations/record/registration.ts';
import { type LoadedEvaluation, loadEvaluation } from './record/demand.ts';
import {
  anonymousByClass,
  type ClassEvaluationItem,
  type CourseEvaluationItem,
  courseEvaluationKey,
  responsesByClass,
} from './record/evaluation.ts';

/**
 * A course's evaluation, if it has one. One round trip.
 * @throws Failure 404 when there is no such course
 */
export async function loadCourseEvaluation(
  tenant: TenantStore,
  courseId: string,
): Promise<CourseEvaluationItem | undefined> {
  const [course, evaluation] = await tenant.getMany<CourseItem | CourseEvaluationItem>(
    [courseKey(tenant, courseId), courseEvaluationKey(tenant, courseId)],
    { consistent: true },
  );
  if (course?.type !== 'course') throw notFound('course', courseId);
  return evaluation?.type === 'course-evaluation' ? evaluation : undefined;
}

/** @throws Failure 404 */
export async function requireCourseEvaluation(
  tenant: TenantStore,
  courseId: string,
): Promise<CourseEvaluationItem> {
  const evaluation = await loadCourseEvaluation(tenant, courseId);
  if (!evaluation) throw notFound('evaluation of the course', courseId);
  return evaluation;
}

/** A class with its evaluation. */
export interface EvaluatedClass extends LoadedEvaluation {
  readonly item: ClassItem;
  readonly evaluation: ClassEvaluationItem;
}

async function requireClass(tenant: TenantStore, classId: string): Promise<ClassItem> {
  const item = await classById(tenant, classId, { consistent: true });
  if (!item) throw notFound('class', classId);
  return item;
}

async function requireEvaluation(
  tenant: TenantStore,
  item: ClassItem,
  personId: string | undefined,
): Promise<EvaluatedClass> {
  const loaded = await loadEvaluation(tenant, item, personId);
  if (!loaded.evaluation) throw notFound('evaluation of the class', item.id);
  return { ...loaded, evaluation: loaded.evaluation, item };
}

/**
 * The evaluation of a class with the caller's own registration for the class, if they have one. At most four round trips.
 * @throws Failure 404
 */
export async function requireOwnEvaluation(
  tenant: TenantStore,
  caller: Caller,
  classId: string,
): Promise<EvaluatedClass & { readonly registration: RegistrationItem | undefined }> {
  const personId = findCallerPerson(caller);
  const [item, claim] = await Promise.all([
    requireClass(tenant, classId),
    personId === undefined
      ? undefined
      : followMerges(tenant).get(claimKey(tenant, classId, personId), { consistent: true }),
  ]);
  const [evaluated, registration] = await Promise.all([
    requireEvaluation(tenant, item, personId),
    claim?.registrationId === undefined
      ? undefined
      : registrationById(tenant, claim.registrationId, { consistent: true }),
  ]);
  return { ...evaluated, registration };
}

/**
 * The evaluation of the class that a registration is for; undefined where the class is gone or has none. Two round trips.
 */
export async function findEvaluation(
  tenant: TenantStore,
  { classId, memberId }: RegistrationItem,
): Promise<EvaluatedClass | undefined> {
  const item = await classById(tenant, classId, { consistent: true });
  if (!item) return undefined;
  const loaded = await loadEvaluation(tenant, item, memberId);
  return loaded.evaluation && { ...loaded, evaluation: loaded.evaluation, item };
}

/**
 * The evaluation of a class with all answers and the number of those who attended, for those who teach it.
 * @throws Failure 404; 403 when the caller neither teaches the class nor may read registrations
 */
export async function loadAnswers(tenant: TenantStore, caller: Caller, classId: string) {
  const item = await requireClass(tenant, classId);
  assertTeaches(caller, item, 'training.registrations.read');
  const evaluated = await requireEvaluation(tenant, item, undefined);
  const [given, registrations] = await Promise.all([
    evaluated.evaluation.isAnonymous
      ? tenant.queryAll(anonymousByClass(tenant, classId))
      : tenant.queryAll(responsesByClass(tenant, classId)),
    tenant.queryAll(registrationListing(tenant, classId), { only: ['status'] }),
  ]);
  return {
    ...evaluated,
    given: given.map(({ answers = {}, ...response }) => ({
      answers,
      personId: 'personId' in response ? response.personId : undefined,
      answeredAt: 'answeredAt' in response ? response.answeredAt : undefined,
    })),
    attendees: registrations.filter(({ status }) => status === 'Attended').length,
  };
}
