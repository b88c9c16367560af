// Gives the demo tenants their credit types, courses and curricula.

import {
  applyCurriculumInput,
  curriculumCourseIds,
  curriculumTypeReferences,
} from '../../functions/training/awards/curriculum/curriculum.ts';
import { putCourse } from '../../functions/training/courses/changes.ts';
import type { CourseCredit, CourseItem } from '../../functions/training/courses/course.ts';
import { buildCourse, courseSort, courseTypeReferences } from '../../functions/training/courses/course.ts';
import { type CurriculumItem, curriculumKey } from '../../functions/training/courses/curriculum.ts';
import { courseEntries, coursesByName } from '../../functions/training/courses/store.ts';
import { insertType, listTypesOfKind } from '../../functions/training/settings/types/store.ts';
import { buildType, type TrainingTypeItem } from '../../functions/training/settings/types/training-type.ts';
import { commit, put } from '../../shared/data/changes.ts';
import type { TenantStore } from '../../shared/data/store.ts';
import { recordId } from '../../shared/directory/record-id.ts';
import { type DemoCourses, demoCourses } from './demo-courses.ts';

/** When the demo's first course was made; each further one came some weeks later. */
const firstCreated = Date.parse('2024-03-11T16:00:00Z');
const weeksBetween = 5 * 7 * 24 * 60 * 60 * 1000;

/**
 * Seeds a tenant's courses, if there are some for it and it has no credit types yet, and returns the ids that examples
 * name. Its awards are there already.
 */
export async function seedCourses(tenant: TenantStore, now: Date): Promise<Readonly<Record<string, string>>> {
  const teaching = demoCourses[tenant.code];
  if (teaching === undefined) return {};
  const idOf = (kind: string, key: string): string => recordId(tenant.code, `${kind}:demo`, key);
  if ((await listTypesOfKind(tenant, 'creditType')).length === 0) await bringIn(tenant, teaching, idOf, now);
  const [firstType = '', lastType = ''] = ends(teaching.creditTypes);
  const [firstCourse = '', lastCourse = ''] = ends(teaching.courses);
  return {
    creditTypeId: idOf('creditType', firstType),
    spareCreditTypeId: idOf('creditType', lastType),
    courseId: idOf('course', firstCourse),
    spareCourseId: idOf('course', lastCourse),
    curriculumAwardId: idOf('award', Object.keys(teaching.curricula)[0] ?? ''),
  };
}

const ends = (of: object): [string | undefined, string | undefined] => {
  const keys = Object.keys(of);
  return [keys[0], keys.at(-1)];
};

type IdOf = (kind: string, key: string) => string;

const creditsOf = (credits: Readonly<Record<string, number>>, idOf: IdOf): CourseCredit[] =>
  Object.entries(credits).map(([key, many]) => ({ creditTypeId: idOf('creditType', key), credits: many }));

/** The courses as they are kept, before anything needs them. */
const coursesIn = (teaching: DemoCourses, idOf: IdOf, now: Date): CourseItem[] =>
  Object.entries(teaching.courses).map(
    ([key, { object, credits, after = [], instructors = [], ...course }], at) =>
      buildCourse(
        idOf('course', key),
        {
          ...course,
          objectTypeId: idOf('objectType', object),
          credits: creditsOf(credits, idOf),
          certifiedInstructorIds: instructors.map((person) => idOf('person', person)),
        },
        after.map((one) => ({
          type: 'Course',
          id: idOf('course', one),
          name: teaching.courses[one]?.name ?? one,
        })),
        new Date(Math.min(firstCreated + at * weeksBetween, now.getTime())),
      ),
  );

const curriculaIn = (teaching: DemoCourses, idOf: IdOf, now: Date): CurriculumItem[] =>
  Object.entries(teaching.curricula).map(
    ([award, { required, electives = [], electivesNeeded = 0, credits, renewal }]) =>
      applyCurriculumInput(
        idOf('award', award),
        undefined,
        {
          requiredCourseIds: required.map((key) => idOf('course', key)),
          electiveCourseIds: electives.map((key) => idOf('course', key)),
          electivesNeeded,
          minimumCredits: creditsOf(credits, idOf),
          renewalCredits: renewal && creditsOf(renewal, idOf),
        },
        now,
      ),
  );

/** Everything in one transaction: the tenant has its demo courses whole, or none. */
async function bringIn(tenant: TenantStore, teaching: DemoCourses, idOf: IdOf, now: Date): Promise<void> {
  const curricula = curriculaIn(teaching, idOf, now);
  const courses = coursesIn(teaching, idOf, now).map((course) => ({
    ...course,
    uses: curricula.filter((one) => curriculumCourseIds(one).includes(course.id)).length,
  }));
  const named = [
    ...courses.map((course) => courseTypeReferences(course)),
    ...curricula.map((curriculum) => curriculumTypeReferences(curriculum)),
  ];
  const inUse = (type: TrainingTypeItem): TrainingTypeItem => ({
    ...type,
    uses: named.filter((uses) => uses.some(({ kind, id }) => kind === type.type && id === type.id)).length,
  });
  const types = [
    ...Object.entries(teaching.creditTypes).map(([key, name]) =>
      buildType('creditType', idOf('creditType', key), { name }, now),
    ),
    ...teaching.objects.map((name) => buildType('objectType', idOf('objectType', name), { name }, now)),
  ];
  const deltas = courses.map((course) => ({ sort: courseSort(course), by: 1 as const }));
  await commit([
    ...types.flatMap((type) => insertType(tenant, inUse(type))),
    ...courses.flatMap((course) => putCourse(tenant, course)),
    ...curricula.map((curriculum) => put(curriculumKey(tenant, curriculum.id), curriculum)),
    ...(await coursesByName(tenant).changesFor(deltas)),
    ...(await courseEntries(tenant).activeByName.changesFor(deltas)),
  ]);
}
