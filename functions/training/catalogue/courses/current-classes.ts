// The classes that the catalogue of courses lists: those that are neither over nor cancelled.
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { ClassEntry } from '../../classes/record/class-entry.ts';
import { listClassesByCourse, listClassesByStart } from '../../classes/record/store.ts';

/** A class that began longer ago than this is treated as over, so that years of past classes are not read. */
const MAX_CLASS_DURATION_MS = 366 * 24 * 60 * 60 * 1000;

const earliestStart = (now: Date): Date => new Date(now.getTime() - MAX_CLASS_DURATION_MS);

/** The classes that are neither over nor cancelled. */
export const currentClasses = (classes: readonly ClassEntry[], now: Date): ClassEntry[] =>
  classes.filter(({ isCancelled, endsAt }) => !isCancelled && new Date(endsAt) > now);

/** The classes of a course that begin within the last year or later, by start; about 10 per read unit. */
export const listRecentClassesByCourse = (
  tenant: TenantStore,
  courseId: string,
  now: Date,
): Promise<ClassEntry[]> => listClassesByCourse(tenant, courseId, { from: earliestStart(now) });

/**
 * The tenant's classes that begin within the last year or later, by start; about 10 per read unit. Only filters by
 * class or instructor, their filter values, and pages of hundreds of courses need all of them.
 */
export const listRecentClasses = (tenant: TenantStore, now: Date): Promise<ClassEntry[]> =>
  listClassesByStart(tenant, { from: earliestStart(now) });

/** For more courses than this, reading all classes costs less than a query for each course. */
const MAX_COURSE_QUERIES = 200;

/**
 * The recent classes of several courses by course id. One concurrent query per course, because the entries of its
 * classes are adjacent; for hundreds of courses it reads all classes of the tenant instead.
 */
export async function groupRecentClassesByCourse(
  tenant: TenantStore,
  courseIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, readonly ClassEntry[]>> {
  if (courseIds.length > MAX_COURSE_QUERIES)
    return Map.groupBy(await listRecentClasses(tenant, now), ({ courseId }) => courseId);
  const classes = await Promise.all(courseIds.map((id) => listRecentClassesByCourse(tenant, id, now)));
  return new Map(courseIds.map((id, index) => [id, classes[index] ?? []]));
}
