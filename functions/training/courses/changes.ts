// The writes that insert, replace or remove a course: the course, its list positions, its catalogue entry, the claim on
// its code, its earlier edition, the items that find it by instructor, and the use counts of its types.
import { type Change, ifAbsent, insert, put, remove, update } from '../../../shared/data/changes.ts';
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

/** The claim on a code, so that no two courses have the same code. */
interface CourseCodeItem {
  readonly type: 'course-code';
  readonly courseId: string;
}

const codeKey = (tenant: TenantStore, code: string): Key<CourseCodeItem> =>
  tenant.key(`COURSE-CODE#${foldCode(code)}`, 'CLAIM');

function moveCodeClaim(
  tenant: TenantStore,
  courseId: string,
  previous: string | undefined,
  next: string | undefined,
) {
  if (foldCode(previous ?? '') === foldCode(next ?? '')) return [];
  return [
    ...(next === undefined
      ? []
      : [
          put(
            codeKey(tenant, next),
            { type: 'course-code', courseId },
            { condition: ifAbsent, onConflict: alreadyExists('course', 'code', next) },
          ),
        ]),
    ...(previous === undefined ? [] : [remove(codeKey(tenant, previous))]),
  ];
}

const replaceTeachingItems = (
  tenant: TenantStore,
  courseId: string,
  previous: readonly string[],
  next: readonly string[],
): Change[] => [
  ...next
    .filter((id) => !previous.includes(id))
    .map((id) => put(teachingKey(tenant, id, courseId), { type: 'teaching', courseId })),
  ...previous.filter((id) => !next.includes(id)).map((id) => remove(teachingKey(tenant, id, courseId))),
];

/**
 * Writes a new course, its entry and its claim. The caller writes the counters of lists and types, once for several
 * courses, and before all of them the hints of its words (see course-words.ts).
 */
export const putCourse = (tenant: TenantStore, course: CourseItem): Change[] => [
  ...moveCodeClaim(tenant, course.id, undefined, course.code),
  insert(courseKey(tenant, course.id), course, {
    listed: { listing: coursesByName(tenant).listing, sort: courseSort(course) },
  }),
  courseEntries(tenant).putEntry(toCourseEntry(course)),
  ...replaceTeachingItems(tenant, course.id, [], course.certifiedInstructorIds),
];

/** Writes a new course with all its counters. */
export const insertCourse = async (tenant: TenantStore, course: CourseItem): Promise<Change[]> => [
  ...buildTypeCountChanges(tenant, [], courseTypeReferences(course)),
  ...putCourse(tenant, course),
  ...(await coursesByName(tenant).changesForInsert(courseSort(course))),
  ...(await courseEntries(tenant).buildCountChanges(undefined, toCourseEntry(course))),
];

/** Attributes that an update of a course never writes: keys, and the count that classes and curricula maintain. */
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

/** Updates a course that was read as `before`; if a new edition starts, the previous one is stored. */
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
 * Removes a course that was read as `before`, if nothing uses it. If a class or curriculum was added meanwhile, the
 * request is retried, and the rule finds it. Earlier editions stay: there may be more than a transaction can write.
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
    remove(courseKey(tenant, before.id), { condition: unused, onConflict: 'retry' }),
    entries.removeEntry(toCourseEntry(before)),
    ...(await entries.buildCountChanges(toCourseEntry(before), undefined)),
    ...replaceTeachingItems(tenant, before.id, before.certifiedInstructorIds, []),
    ...moveCodeClaim(tenant, before.id, before.code, undefined),
    ...buildTypeCountChanges(tenant, courseTypeReferences(before), []),
    ...(await coursesByName(tenant).changesForRemove(courseSort(before))),
  ];
}
