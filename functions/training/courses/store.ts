// Stores courses: the course and its earlier editions in one partition, the list by name, the claim on its code, and a
// short entry in the catalogue.
//
// The list by name is counted: any page of it costs the same. Other sort fields and filters are rare requests; they
// read the catalogue entries (about 25 per read unit), as for awards.
import { type Change, ifPresent, update } from '../../../shared/data/changes.ts';
import type { Key, Partition, TenantStore } from '../../../shared/data/store.ts';
import { type Failure, notFound } from '../../../shared/errors/failure.ts';
import { type CountedList, countedList } from '../../../shared/lists/counted-list.ts';
import { type CatalogueEntries, catalogueEntries } from '../catalogue/entries/entries.ts';
import type { Catalogue } from '../catalogue/entries/page.ts';
import { type CourseEditionItem, type CourseItem, courseKey, currentEdition } from './course.ts';

/** All courses by name, with their count. */
export const coursesByName = (tenant: TenantStore): CountedList<CourseItem> =>
  countedList<CourseItem>(tenant, 'COURSES');

/** The catalogue entry of a course: enough to filter and sort courses. */
export interface CourseEntry
  extends Pick<
    CourseItem,
    | 'id'
    | 'name'
    | 'code'
    | 'creditHours'
    | 'tags'
    | 'certifiedInstructorIds'
    | 'isActive'
    | 'createdDate'
    | 'modifiedDate'
  > {
  readonly type: 'course-entry';
}

/** The entries of all courses, and of the active ones. */
export const courseEntries = (tenant: TenantStore): CatalogueEntries<CourseEntry> =>
  catalogueEntries<CourseEntry>(tenant, 'COURSE');

/** The catalogue entry of a course. */
export const toCourseEntry = (course: CourseItem): CourseEntry => ({
  type: 'course-entry',
  id: course.id,
  name: course.name,
  code: course.code,
  creditHours: course.creditHours,
  tags: course.tags,
  certifiedInstructorIds: course.certifiedInstructorIds,
  isActive: course.isActive,
  createdDate: course.createdDate,
  modifiedDate: course.modifiedDate,
});

/** All courses, by name or through their entries. */
export function coursesCatalogue(tenant: TenantStore): Catalogue<CourseItem, CourseEntry> {
  const { listCreatedUpTo, hasSince } = courseEntries(tenant);
  return {
    byName: coursesByName(tenant),
    listEntriesUpTo: listCreatedUpTo,
    hasSince,
    load: (entries) =>
      coursesById(
        tenant,
        entries.map(({ id }) => id),
      ),
  };
}

/** The course with this id, if there is one. */
export const courseById = (
  tenant: TenantStore,
  id: string,
  options?: { readonly consistent?: boolean },
): Promise<CourseItem | undefined> => tenant.get(courseKey(tenant, id), options);

/**
 * The course with this id, read consistently so that it can be changed.
 * @throws Failure 404
 */
export async function requireCourse(tenant: TenantStore, id: string): Promise<CourseItem> {
  const course = await courseById(tenant, id, { consistent: true });
  if (!course) throw notFound('course', id);
  return course;
}

/** The courses with these ids in this order, without those that no longer exist. One round trip per hundred. */
export async function coursesById(tenant: TenantStore, ids: readonly string[]): Promise<CourseItem[]> {
  const found = await tenant.getMany(ids.map((id) => courseKey(tenant, id)));
  return found.filter((course) => course !== undefined);
}

const editionSort = (edition: number): string => `EDITION#${String(edition).padStart(6, '0')}`;
export const editionKey = (tenant: TenantStore, id: string, edition: number): Key<CourseEditionItem> =>
  tenant.key(`COURSE#${id}`, editionSort(edition));

/**
 * These editions of a course, current or earlier, without those that never existed. One round trip per hundred.
 */
export async function courseEditions(
  tenant: TenantStore,
  course: CourseItem,
  editions: readonly number[],
): Promise<CourseEditionItem[]> {
  const earlier = await tenant.getMany(editions.map((edition) => editionKey(tenant, course.id, edition)));
  const found = editions.map((edition, index) =>
    edition === course.edition ? currentEdition(course) : earlier[index],
  );
  return found.filter((edition) => edition !== undefined);
}

/** Adds a class or curriculum to the uses of a course; fails with `ifMissing` when the course does not exist. */
export const addCourseUse = (tenant: TenantStore, courseId: string, ifMissing: Failure): Change =>
  update(courseKey(tenant, courseId), { add: { uses: 1 } }, { condition: ifPresent, onConflict: ifMissing });

/** Removes a class or curriculum from the uses of a course. A course in use can't have been deleted. */
export const removeCourseUse = (tenant: TenantStore, courseId: string): Change =>
  update(courseKey(tenant, courseId), { add: { uses: -1 } }, { condition: ifPresent, onConflict: 'retry' });

/** A course that a person is certified to teach; found by the person. */
export interface TeachingItem {
  readonly type: 'teaching';
  readonly courseId: string;
}

export const teachingKey = (tenant: TenantStore, personId: string, courseId: string): Key<TeachingItem> =>
  tenant.key(`CERTIFIED-INSTRUCTOR#${personId}`, `COURSE#${courseId}`);

/** The ids of the courses that a person is certified to teach, up to a hundred. */
export const courseIdsByInstructor = async (
  tenant: TenantStore,
  personId: string,
): Promise<readonly string[]> => {
  const partition: Partition<TeachingItem> = tenant.partition(`CERTIFIED-INSTRUCTOR#${personId}`);
  const { items } = await tenant.query(partition, { limit: 100 });
  return items.map(({ courseId }) => courseId);
};
