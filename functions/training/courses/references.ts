// What courses refer to: types, prerequisite courses and awards, instructors. Validated on input, looked up for
// responses.
import type { Key, TenantStore } from '../../../shared/data/store.ts';
import { displayName } from '../../../shared/directory/people/person.ts';
import { type PersonItem, personKey } from '../../../shared/directory/people/person-store.ts';
import { type ErrorDetail, throwIfInvalid } from '../../../shared/errors/failure.ts';
import { unknownId } from '../../../shared/errors/unknown-id.ts';
import { type AwardItem, awardKey } from '../awards/record/award-record.ts';
import { presentCancellationTerms, validateTerms } from '../prices/cancellation-terms.ts';
import { presentCourseCredits, validateUniqueCreditTypes } from '../settings/types/credit-amounts.ts';
import { typeKey } from '../settings/types/store.ts';
import {
  type TrainingTypeItem,
  type TypeLabel,
  validateTypeReferences,
} from '../settings/types/training-type.ts';
import { loadTrainingSettings } from '../training-settings.ts';
import type { CoursePrerequisiteInput, UpdateCourseInput } from './contract.ts';
import {
  type CourseContent,
  type CourseEditionItem,
  type CourseItem,
  type CoursePrerequisite,
  courseKey,
  courseTypeReferences,
} from './course.ts';

/** The records that courses refer to; absent where there is no such record. */
export interface CourseReferences {
  readonly types: ReadonlyMap<string, TypeLabel>;
  readonly courses: ReadonlyMap<string, Pick<CourseItem, 'name'>>;
  readonly awards: ReadonlyMap<string, Pick<AwardItem, 'name'>>;
  /** Names of people. */
  readonly people: ReadonlyMap<string, string>;
}

type ReferencingCourse = Pick<CourseContent, 'credits' | 'prerequisites'> &
  Partial<Pick<CourseContent, 'objectTypeId' | 'certifiedInstructorIds'>>;

/** Loads everything that courses or editions refer to; one round trip per hundred different records. */
export async function loadCourseReferences(
  tenant: TenantStore,
  courses: readonly ReferencingCourse[],
): Promise<CourseReferences> {
  const keys = courses.flatMap((course): Key<TrainingTypeItem | CourseItem | AwardItem | PersonItem>[] => [
    ...courseTypeReferences(course).map(({ kind, id }) => typeKey(tenant, kind, id)),
    ...course.prerequisites.flatMap(({ type, id }) =>
      type === 'Experience' ? [] : [type === 'Course' ? courseKey(tenant, id) : awardKey(tenant, id)],
    ),
    ...(course.certifiedInstructorIds ?? []).map((id) => personKey(tenant, id)),
  ]);
  const found = (await tenant.getMany(keys)).filter((item) => item !== undefined);
  return {
    types: new Map(
      found.flatMap((item) =>
        item.type === 'objectType' || item.type === 'creditType' ? [[item.id, item]] : [],
      ),
    ),
    courses: new Map(found.flatMap((item) => (item.type === 'course' ? [[item.id, item]] : []))),
    awards: new Map(found.flatMap((item) => (item.type === 'award' ? [[item.id, item]] : []))),
    people: new Map(found.flatMap((item) => (item.type === 'person' ? [[item.id, displayName(item)]] : []))),
  };
}

/**
 * Parses prerequisites into the form in which they are stored, each once; the names of courses and awards are looked up
 * later.
 */
export function parsePrerequisites(
  input: readonly CoursePrerequisiteInput[] | null | undefined,
  newId: () => string,
): readonly CoursePrerequisite[] | undefined {
  if (input === undefined) return undefined;
  const prerequisites = new Map(
    (input ?? []).map((sent) => {
      const { type, id } = { ...sent, id: sent.id ?? newId() };
      const name = type === 'Experience' ? (sent.name ?? '') : '';
      return [type === 'Experience' ? `${type} ${name}` : `${type} ${id}`, { type, id, name }];
    }),
  );
  return [...prerequisites.values()];
}

const validatePrerequisite = (
  { type, id }: CoursePrerequisite,
  courseId: string,
  found: CourseReferences,
  target: string,
): ErrorDetail[] => {
  if (type === 'Experience') return [];
  if (id === courseId)
    return [{ code: 'NOT_ALLOWED', message: 'A course must not be its own prerequisite.', target }];
  if (type === 'Course') return found.courses.has(id) ? [] : [unknownId('course', id, target)];
  return found.awards.has(id) ? [] : [unknownId('award', id, target)];
};

/**
 * The course with the names of its prerequisites. New references must exist; references it already had are not checked
 * again.
 * @param more problems that were found elsewhere
 * @throws Failure 400 with every problem: UNKNOWN_VALUE, NOT_ALLOWED, DUPLICATE_VALUE
 */
export function resolveReferences(
  course: CourseItem,
  before: CourseItem | undefined,
  found: CourseReferences,
  more: readonly ErrorDetail[] = [],
): CourseItem {
  const known = new Set([
    ...(before?.prerequisites ?? []).map(({ id }) => id),
    ...(before?.certifiedInstructorIds ?? []),
  ]);
  const details = [
    ...validateTypeReferences(
      courseTypeReferences(course),
      before ? courseTypeReferences(before) : [],
      found.types,
    ),
    ...validateUniqueCreditTypes(course.credits, 'credits'),
    ...course.prerequisites.flatMap((prerequisite, index) =>
      known.has(prerequisite.id)
        ? []
        : validatePrerequisite(prerequisite, course.id, found, `prerequisites[${index}].id`),
    ),
    ...course.certifiedInstructorIds.flatMap((id, index) =>
      known.has(id) || found.people.has(id)
        ? []
        : [unknownId('person', id, `certifiedInstructorIds[${index}]`)],
    ),
    ...more,
  ];
  throwIfInvalid(details);
  return {
    ...course,
    prerequisites: namePrerequisites(course.prerequisites, before?.prerequisites ?? [], found),
  };
}

/** What is wrong with the terms of cancellation: fees have the decimals of the tenant's currency. */
export const findTermsFaults = async (
  tenant: TenantStore,
  { cancellation }: Pick<UpdateCourseInput, 'cancellation'>,
): Promise<ErrorDetail[]> =>
  cancellation
    ? validateTerms(cancellation, (await loadTrainingSettings(tenant)).currency, 'cancellation')
    : [];

/** Prerequisites with their present names; a deleted one keeps the name it had. */
const namePrerequisites = (
  prerequisites: readonly CoursePrerequisite[],
  before: readonly CoursePrerequisite[],
  { courses, awards }: CourseReferences,
): CoursePrerequisite[] =>
  prerequisites.map((prerequisite) => ({
    ...prerequisite,
    name:
      (prerequisite.type === 'Course' ? courses : awards).get(prerequisite.id)?.name ??
      (prerequisite.name || (before.find(({ id }) => id === prerequisite.id)?.name ?? '')),
  }));

/** A course in a list. */
export const presentCourse = (course: CourseItem, { types }: Pick<CourseReferences, 'types'>) => ({
  id: course.id,
  name: course.name,
  code: course.code,
  description: course.description,
  objectType: course.objectTypeId === undefined ? undefined : types.get(course.objectTypeId)?.name,
  creditHours: course.creditHours,
  credits: presentCourseCredits(course.credits, types),
  tags: course.tags,
  skills: course.skills,
  isActive: course.isActive,
  edition: course.edition,
  createdDate: course.createdDate,
  modifiedDate: course.modifiedDate,
});

/** A course with all its details. */
export const presentCourseDetail = (course: CourseItem, found: CourseReferences) => ({
  ...presentCourse(course, found),
  objectTypeId: course.objectTypeId,
  prerequisites: namePrerequisites(course.prerequisites, [], found),
  certifiedInstructors: course.certifiedInstructorIds.flatMap((id) => {
    const name = found.people.get(id);
    return name === undefined ? [] : [{ id, name }];
  }),
  iconUrl: course.iconUrl,
  hexNameColor: course.hexNameColor,
  editionDate: course.editionDate,
  retakeMonths: course.retakeMonths,
  retakeRegistration: course.retakeRegistration,
  cancellation: course.cancellation && presentCancellationTerms(course.cancellation),
  uses: course.uses,
});

/** An edition as it was taught: its prerequisites have the names they had then. */
export const presentCourseEdition = (
  edition: CourseEditionItem,
  present: number,
  { types }: Pick<CourseReferences, 'types'>,
) => ({
  courseId: edition.id,
  edition: edition.edition,
  editionDate: edition.editionDate,
  isPresent: edition.edition === present,
  name: edition.name,
  description: edition.description,
  creditHours: edition.creditHours,
  credits: presentCourseCredits(edition.credits, types),
  skills: edition.skills,
  prerequisites: edition.prerequisites,
});
