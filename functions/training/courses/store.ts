// Where courses are kept: the course in its own partition and in the list by name, earlier editions beside it, the claim
// on its code, and a short entry in the catalogue.
//
// The list by name is counted: any page of it costs the same. Other orders and filters are rarely asked for and are
// taken from the catalogue's entries (some 25 to a read unit), as for awards.
import { type Change, ifPresent, update } from '../../../shared/data/changes.ts';
import { type CountedList, countedList } from '../../../shared/data/counted-list.ts';
import type { Key, Partition, TenantStore } from '../../../shared/data/store.ts';
import { type Failure, notFound } from '../../../shared/errors/failure.ts';
import { type CatalogueEntries, catalogueEntries } from '../catalogue/entries.ts';
import type { Catalogue } from '../catalogue/page.ts';
import { type CourseEditionItem, type CourseItem, courseKey, currentEdition } from './course.ts';

/** All courses by name, with their number. */
export const coursesByName = (tenant: TenantStore): CountedList<CourseItem> =>
  countedList<CourseItem>(tenant, 'COURSES');

/** What the catalogue tells of a course: enough to find it and to put it in any order. */
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

/** The entries of all courses, and of those that are offered. */
export const courseEntries = (tenant: TenantStore): CatalogueEntries<CourseEntry> =>
  catalogueEntries<CourseEntry>(tenant, 'COURSE');

/** A course as the catalogue tells of it. */
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
 * The course with this id as it was last written, to be changed.
 * @throws Failure 404
 */
export async function requireCourse(tenant: TenantStore, id: string): Promise<CourseItem> {
  const course = await courseById(tenant, id, { consistent: true });
  if (!course) throw notFound('course', id);
  return course;
}

/** The courses with these ids, in their order, without those that have gone. One round trip per hundred. */
export async function coursesById(tenant: TenantStore, ids: readonly string[]): Promise<CourseItem[]> {
  const found = await tenant.getMany(ids.map((id) => courseKey(tenant, id)));
  return found.filter((course) => course !== undefined);
}

const editionSort = (edition: number): string => `EDITION#${String(edition).padStart(6, '0')}`;
export const editionKey = (tenant: TenantStore, id: string, edition: number): Key<CourseEditionItem> =>
  tenant.key(`COURSE#${id}`, editionSort(edition));

/**
 * What was taught in these editions of a course: the present one as it is, earlier ones as they are kept; without those
 * there never were. One round trip per hundred.
 */
export async function courseEditions(
  tenant: TenantStore,
  course: CourseItem,
  editions: readonly number[],
): Promise<CourseEditionItem[]> {
  const kept = await tenant.getMany(editions.map((edition) => editionKey(tenant, course.id, edition)));
  const found = editions.map((edition, at) =>
    edition === course.edition ? currentEdition(course) : kept[at],
  );
  return found.filter((edition) => edition !== undefined);
}

/** Counts a class or curriculum in to a course; refused with `gone` when the course is not there. */
export const addCourseUse = (tenant: TenantStore, courseId: string, gone: Failure): Change =>
  update(courseKey(tenant, courseId), { add: { uses: 1 } }, { condition: ifPresent, otherwise: gone });

/** Counts a class or curriculum out of a course. A course in use can't have gone. */
export const removeCourseUse = (tenant: TenantStore, courseId: string): Change =>
  update(
    courseKey(tenant, courseId),
    { add: { uses: -1 } },
    { condition: ifPresent, otherwise: 'decide again' },
  );

/** Says of a person that they are certified to teach a course; found by the person. */
export interface TeachingItem {
  readonly type: 'teaching';
  readonly courseId: string;
}

export const teachingKey = (tenant: TenantStore, personId: string, courseId: string): Key<TeachingItem> =>
  tenant.key(`CERTIFIED-INSTRUCTOR#${personId}`, `COURSE#${courseId}`);

/** The courses that a person is certified to teach: their ids, up to a hundred. */
export const courseIdsByInstructor = async (
  tenant: TenantStore,
  personId: string,
): Promise<readonly string[]> => {
  const partition: Partition<TeachingItem> = tenant.partition(`CERTIFIED-INSTRUCTOR#${personId}`);
  const { items } = await tenant.query(partition, { limit: 100 });
  return items.map(({ courseId }) => courseId);
};
