// What is written when a course comes, changes or goes: the course, its place in the lists, its entry, the claim on its
// code, its earlier edition, what its instructors are found by, and the counts of the types it refers to.
import { type Change, ifAbsent, put, remove, update } from '../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../shared/data/store.ts';
import { alreadyExists } from '../../../shared/errors/failure.ts';
import { type IfMatch, ifUnchanged } from '../../../shared/http/etag.ts';
import { buildTypeCountChanges } from '../settings/types/store.ts';
import {
  type CourseItem,
  courseKey,
  courseSort,
  courseTypeReferences,
  currentEdition,
  foldCode,
} from './course.ts';
import { courseEntries, coursesByName, editionKey, teachingKey, toCourseEntry } from './store.ts';

/** The claim on a code, so that no two courses have the same. */
interface CourseCodeItem {
  readonly type: 'course-code';
  readonly courseId: string;
}

const codeKey = (tenant: TenantStore, code: string): Key<CourseCodeItem> =>
  tenant.key(`COURSE-CODE#${foldCode(code)}`, 'CLAIM');

function moveCodeClaim(
  tenant: TenantStore,
  courseId: string,
  had: string | undefined,
  has: string | undefined,
) {
  if (foldCode(had ?? '') === foldCode(has ?? '')) return [];
  return [
    ...(has === undefined
      ? []
      : [
          put(
            codeKey(tenant, has),
            { type: 'course-code', courseId },
            { condition: ifAbsent, otherwise: alreadyExists('course', 'code', has) },
          ),
        ]),
    ...(had === undefined ? [] : [remove(codeKey(tenant, had))]),
  ];
}

const replaceTeachingItems = (
  tenant: TenantStore,
  courseId: string,
  had: readonly string[],
  has: readonly string[],
): Change[] => [
  ...has
    .filter((id) => !had.includes(id))
    .map((id) => put(teachingKey(tenant, id, courseId), { type: 'teaching', courseId })),
  ...had.filter((id) => !has.includes(id)).map((id) => remove(teachingKey(tenant, id, courseId))),
];

/** Writes a new course, its entry and its claim; counters of the list and of types are the caller's, who may write several. */
export const putCourse = (tenant: TenantStore, course: CourseItem): Change[] => [
  ...moveCodeClaim(tenant, course.id, undefined, course.code),
  put(courseKey(tenant, course.id), course, {
    condition: ifAbsent,
    otherwise: 'decide again',
    listed: { listing: coursesByName(tenant).listing, sort: courseSort(course) },
  }),
  courseEntries(tenant).putEntry(toCourseEntry(course)),
  ...replaceTeachingItems(tenant, course.id, [], course.certifiedInstructorIds),
];

/** Creates a course. */
export const insertCourse = async (tenant: TenantStore, course: CourseItem): Promise<Change[]> => [
  ...buildTypeCountChanges(tenant, [], courseTypeReferences(course)),
  ...putCourse(tenant, course),
  ...(await coursesByName(tenant).changesForInsert(courseSort(course))),
  ...(await courseEntries(tenant).buildCountChanges(undefined, toCourseEntry(course))),
];

/** Attributes that no change of a course writes: what it is, and the count that its users keep. */
const protectedAttributes = new Set([
  'pk',
  'sk',
  'gsi1pk',
  'gsi1sk',
  'type',
  'id',
  'schemaVersion',
  'createdDate',
  'uses',
]);

const writableAttributes = (course: CourseItem): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(course).filter(([name, value]) => !protectedAttributes.has(name) && value !== undefined),
  );

/** Changes a course that was read as `before`; an edition that another one follows is kept. */
export async function replaceCourse(
  tenant: TenantStore,
  before: CourseItem,
  after: CourseItem,
  ifMatch: IfMatch | undefined,
): Promise<Change[]> {
  const entries = courseEntries(tenant);
  const set = writableAttributes(after);
  const sort = courseSort(after);
  const unset = Object.keys(writableAttributes(before)).filter((name) => !Object.hasOwn(set, name));
  return [
    ...moveCodeClaim(tenant, after.id, before.code, after.code),
    update(
      courseKey(tenant, after.id),
      { set: { ...set, gsi1sk: sort }, unset },
      ifUnchanged(before.version, ifMatch),
    ),
    entries.putEntry(toCourseEntry(after)),
    ...(await entries.buildCountChanges(toCourseEntry(before), toCourseEntry(after))),
    ...replaceTeachingItems(tenant, after.id, before.certifiedInstructorIds, after.certifiedInstructorIds),
    ...(after.edition === before.edition
      ? []
      : [put(editionKey(tenant, before.id, before.edition), currentEdition(before))]),
    ...buildTypeCountChanges(tenant, courseTypeReferences(before), courseTypeReferences(after)),
    ...(await coursesByName(tenant).changesForMove(courseSort(before), sort)),
  ];
}

/**
 * Removes a course that was read as `before`, if nothing needs it when it goes: a class or curriculum that came meanwhile
 * has the rule decide again, and is found. Its earlier editions stay: there may be more than a transaction takes.
 */
export async function removeCourse(
  tenant: TenantStore,
  before: CourseItem,
  ifMatch: IfMatch | undefined,
): Promise<Change[]> {
  const entries = courseEntries(tenant);
  const { condition } = ifUnchanged(before.version, ifMatch);
  const unused = {
    expression: `${condition.expression} AND #uses = :none`,
    names: { ...condition.names, '#uses': 'uses' },
    values: { ...condition.values, ':none': 0 },
  };
  return [
    remove(courseKey(tenant, before.id), { condition: unused, otherwise: 'decide again' }),
    entries.removeEntry(toCourseEntry(before)),
    ...(await entries.buildCountChanges(toCourseEntry(before), undefined)),
    ...replaceTeachingItems(tenant, before.id, before.certifiedInstructorIds, []),
    ...moveCodeClaim(tenant, before.id, before.code, undefined),
    ...buildTypeCountChanges(tenant, courseTypeReferences(before), []),
    ...(await coursesByName(tenant).changesForRemove(courseSort(before))),
  ];
}
