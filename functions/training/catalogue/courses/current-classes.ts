// The classes that the catalogue of courses speaks of: those that are neither over nor cancelled.
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { ClassEntry } from '../../classes/class-entry.ts';
import { classesOfCourse, classesStarting } from '../../classes/store.ts';

/** A class that began longer ago than this is taken to be over, so that years of past classes are not read. */
const LONGEST_CLASS = 366 * 24 * 60 * 60 * 1000;

const recently = (now: Date): Date => new Date(now.getTime() - LONGEST_CLASS);

/** The classes that are neither over nor cancelled. */
export const notOver = (classes: readonly ClassEntry[], now: Date): ClassEntry[] =>
  classes.filter(({ isCancelled, endsAt }) => !isCancelled && new Date(endsAt) > now);

/** The classes of a course that begin within the last year or later, by start; about 10 to a read unit. */
export const recentClassesOf = (tenant: TenantStore, courseId: string, now: Date): Promise<ClassEntry[]> =>
  classesOfCourse(tenant, courseId, { from: recently(now) });

/**
 * The tenant's classes that begin within the last year or later, by start; about 10 to a read unit. Only filters by
 * class or instructor, what they can be set to, and pages of hundreds of courses ask for all of them.
 */
export const recentClasses = (tenant: TenantStore, now: Date): Promise<ClassEntry[]> =>
  classesStarting(tenant, { from: recently(now) });

/** From so many courses on, all classes cost less than a query for each course. */
const MANY_COURSES = 200;

/**
 * The recent classes of some courses, by the course. A query per course, all at once, for the short entries of its classes
 * stand together; for a page of hundreds of courses the tenant's classes instead, about 10 to a read unit.
 */
export async function classesOfEach(
  tenant: TenantStore,
  courseIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, readonly ClassEntry[]>> {
  if (courseIds.length > MANY_COURSES)
    return Map.groupBy(await recentClasses(tenant, now), ({ courseId }) => courseId);
  const found = await Promise.all(courseIds.map((id) => recentClassesOf(tenant, id, now)));
  return new Map(courseIds.map((id, at) => [id, found[at] ?? []]));
}
