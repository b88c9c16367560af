// The classes that the catalogue of courses speaks of: those that are neither over nor cancelled.
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { ClassEntry } from '../../classes/class-entry.ts';
import { listClassesByCourse, listClassesByStart } from '../../classes/store.ts';

/** A class that began longer ago than this is taken to be over, so that years of past classes are not read. */
const MAX_CLASS_DURATION_MS = 366 * 24 * 60 * 60 * 1000;

const earliestStart = (now: Date): Date => new Date(now.getTime() - MAX_CLASS_DURATION_MS);

/** The classes that are neither over nor cancelled. */
export const currentClasses = (classes: readonly ClassEntry[], now: Date): ClassEntry[] =>
  classes.filter(({ isCancelled, endsAt }) => !isCancelled && new Date(endsAt) > now);

/** The classes of a course that begin within the last year or later, by start; about 10 to a read unit. */
export const listRecentClassesByCourse = (
  tenant: TenantStore,
  courseId: string,
  now: Date,
): Promise<ClassEntry[]> => listClassesByCourse(tenant, courseId, { from: earliestStart(now) });

/**
 * The tenant's classes that begin within the last year or later, by start; about 10 to a read unit. Only filters by
 * class or instructor, what they can be set to, and pages of hundreds of courses ask for all of them.
 */
export const listRecentClasses = (tenant: TenantStore, now: Date): Promise<ClassEntry[]> =>
  listClassesByStart(tenant, { from: earliestStart(now) });

/** From so many courses on, all classes cost less than a query for each course. */
const MAX_COURSE_QUERIES = 200;

/**
 * The recent classes of some courses, by the course. A query per course, all at once, for the short entries of its classes
 * stand together; for a page of hundreds of courses the tenant's classes instead, about 10 to a read unit.
 */
export async function groupRecentClassesByCourse(
  tenant: TenantStore,
  courseIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, readonly ClassEntry[]>> {
  if (courseIds.length > MAX_COURSE_QUERIES)
    return Map.groupBy(await listRecentClasses(tenant, now), ({ courseId }) => courseId);
  const found = await Promise.all(courseIds.map((id) => listRecentClassesByCourse(tenant, id, now)));
  return new Map(courseIds.map((id, at) => [id, found[at] ?? []]));
}
