// What courses refer to: types, courses and awards that come before, instructors. Checked when it is said, looked up when
// it is shown.
import type { Key, TenantStore } from '../../../shared/data/store.ts';
import { displayName } from '../../../shared/directory/person.ts';
import { type PersonItem, personKey } from '../../../shared/directory/person-store.ts';
import { type ErrorDetail, invalid } from '../../../shared/errors/failure.ts';
import type { AwardItem } from '../awards/award.ts';
import { awardKey } from '../awards/store.ts';
import { typeKey } from '../settings/types/store.ts';
import {
  type TrainingTypeItem,
  type TypeLabel,
  validateTypeReferences,
} from '../settings/types/training-type.ts';
import type { CoursePrerequisiteInput } from './contract.ts';
import {
  type CourseContent,
  type CourseCredit,
  type CourseEditionItem,
  type CourseItem,
  type CoursePrerequisite,
  courseKey,
  courseTypeReferences,
} from './course.ts';

/** What the ids of courses stand for; absent where there is no such record. */
export interface CourseReferences {
  readonly types: ReadonlyMap<string, TypeLabel>;
  readonly courses: ReadonlyMap<string, Pick<CourseItem, 'name'>>;
  readonly awards: ReadonlyMap<string, Pick<AwardItem, 'name'>>;
  /** Names of people. */
  readonly people: ReadonlyMap<string, string>;
}

type ReferencingCourse = Pick<CourseContent, 'credits' | 'prerequisites'> &
  Partial<Pick<CourseContent, 'objectTypeId' | 'certifiedInstructorIds'>>;

/** Everything that some courses or editions refer to; one round trip per hundred different records. */
export async function loadCourseReferences(
  tenant: TenantStore,
  courses: readonly ReferencingCourse[],
): Promise<CourseReferences> {
  const keys = courses.flatMap((course): Key<TrainingTypeItem | CourseItem | AwardItem | PersonItem>[] => [
    ...courseTypeReferences(course).map(({ kind, id }) => typeKey(tenant, kind, id)),
    ...course.prerequisites.map(({ type, id }) =>
      type === 'Course' ? courseKey(tenant, id) : awardKey(tenant, id),
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

/** Prerequisites as they are kept, from what was sent: each once, under a name that is looked up later. */
export function parsePrerequisites(
  sent: readonly CoursePrerequisiteInput[] | null | undefined,
): readonly CoursePrerequisite[] | undefined {
  if (sent === undefined) return undefined;
  const wishes = new Map((sent ?? []).map(({ type, id }) => [`${type} ${id}`, { type, id, name: '' }]));
  return [...wishes.values()];
}

const unknownValue = (what: string, id: string, target: string): ErrorDetail => ({
  code: 'UNKNOWN_VALUE',
  message: `There is no ${what} with the id ${id}.`,
  target,
});

const validatePrerequisite = (
  { type, id }: CoursePrerequisite,
  courseId: string,
  found: CourseReferences,
  target: string,
): ErrorDetail[] => {
  if (id === courseId)
    return [{ code: 'NOT_ALLOWED', message: 'A course is no prerequisite of itself.', target }];
  if (type === 'Course') return found.courses.has(id) ? [] : [unknownValue('course', id, target)];
  return found.awards.has(id) ? [] : [unknownValue('award', id, target)];
};

/**
 * That no credit type comes twice.
 *
 * @param target the field, such as `credits`
 */
export const validateUniqueCreditTypes = (credits: readonly CourseCredit[], target: string): ErrorDetail[] =>
  credits.flatMap(({ creditTypeId }, at): ErrorDetail[] =>
    credits.findIndex((other) => other.creditTypeId === creditTypeId) === at
      ? []
      : [
          {
            code: 'DUPLICATE_VALUE',
            message: `The credit type ${creditTypeId} is named twice in ${target}; add its credits up.`,
            target: `${target}[${at}].creditTypeId`,
          },
        ],
  );

/**
 * The course with the names of its prerequisites, if all it newly refers to is there. What it referred to before is not
 * asked for again.
 * @throws Failure 400 with every fault: UNKNOWN_VALUE, NOT_ALLOWED, DUPLICATE_VALUE
 */
export function resolveReferences(
  course: CourseItem,
  before: CourseItem | undefined,
  found: CourseReferences,
): CourseItem {
  const had = new Set([
    ...(before?.prerequisites ?? []).map(({ id }) => id),
    ...(before?.certifiedInstructorIds ?? []),
  ]);
  const faults = [
    ...validateTypeReferences(
      courseTypeReferences(course),
      before ? courseTypeReferences(before) : [],
      found.types,
    ),
    ...validateUniqueCreditTypes(course.credits, 'credits'),
    ...course.prerequisites.flatMap((one, at) =>
      had.has(one.id) ? [] : validatePrerequisite(one, course.id, found, `prerequisites[${at}].id`),
    ),
    ...course.certifiedInstructorIds.flatMap((id, at) =>
      had.has(id) || found.people.has(id)
        ? []
        : [unknownValue('person', id, `certifiedInstructorIds[${at}]`)],
    ),
  ];
  const [first, ...rest] = faults;
  if (first) throw invalid([first, ...rest]);
  return {
    ...course,
    prerequisites: namePrerequisites(course.prerequisites, before?.prerequisites ?? [], found),
  };
}

/** Prerequisites under the names they have now; one that is gone keeps the name it had. */
const namePrerequisites = (
  prerequisites: readonly CoursePrerequisite[],
  before: readonly CoursePrerequisite[],
  { courses, awards }: CourseReferences,
): CoursePrerequisite[] =>
  prerequisites.map((one) => ({
    ...one,
    name:
      (one.type === 'Course' ? courses : awards).get(one.id)?.name ??
      (one.name || (before.find(({ id }) => id === one.id)?.name ?? '')),
  }));

/** Credits under the names of their types. */
export const presentCourseCredits = (
  credits: readonly CourseCredit[],
  types: ReadonlyMap<string, Pick<TypeLabel, 'name'>>,
) =>
  credits.map(({ creditTypeId, credits: many }) => ({
    creditTypeId,
    creditType: types.get(creditTypeId)?.name ?? '',
    credits: many,
  }));

/** A course as lists show it. */
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

/** A course with everything about it. */
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
  uses: course.uses,
});

/** An edition as it was taught: its prerequisites under the names they had then. */
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
