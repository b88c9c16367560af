// Loads instructors: what each teaches, and what each is certified to teach.

import type { TenantStore } from '../../../../shared/data/store.ts';
import type { PresentPicture } from '../../../../shared/directory/people/person-photo.ts';
import { peopleById, personSort } from '../../../../shared/directory/people/person-store.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { classesByInstructor } from '../../classes/bookings/instructor-entries.ts';
import type { CourseItem } from '../../courses/course.ts';
import { courseById, courseIdsByInstructor, coursesById } from '../../courses/store.ts';
import { presentInstructor } from './present.ts';

/**
 * The course with this id, if it is active.
 * @param target the path parameter that holds the id
 * @throws Failure 404
 */
export async function requireActiveCourse(
  tenant: TenantStore,
  id: string,
  target: 'id' | 'courseId',
): Promise<CourseItem> {
  const course = await courseById(tenant, id);
  if (!course?.isActive) throw notFound('course', id, target);
  return course;
}

const mapConcurrently = <T>(ids: readonly string[], work: (id: string) => Promise<T>): Promise<T[]> =>
  Promise.all(ids.map(work));

/**
 * These people by name, each with the courses they teach or taught and those they are certified to teach. Two queries
 * per person.
 */
export async function loadInstructors(
  tenant: TenantStore,
  personIds: readonly string[],
  presentPicture: PresentPicture,
) {
  const [people, classes, certified] = await Promise.all([
    peopleById(tenant, personIds),
    mapConcurrently(personIds, (id) => classesByInstructor(tenant, id)),
    mapConcurrently(personIds, (id) => courseIdsByInstructor(tenant, id)),
  ]);
  const taught = classes.map((ofPerson) => [
    ...new Set(ofPerson.filter(({ isCancelled }) => !isCancelled).map(({ courseId }) => courseId)),
  ]);
  const courses = await coursesById(tenant, [...new Set([...taught, ...certified].flat())]);
  const activeById = new Map(courses.flatMap((course) => (course.isActive ? [[course.id, course]] : [])));
  const findActive = (ids: readonly string[] = []) => ids.flatMap((id) => activeById.get(id) ?? []);
  return people
    .flatMap((person, index) =>
      person ? [{ person, teaches: findActive(taught[index]), mayTeach: findActive(certified[index]) }] : [],
    )
    .sort((a, b) => (personSort(a.person) < personSort(b.person) ? -1 : 1))
    .map(({ person, teaches, mayTeach }) => presentInstructor(person, teaches, mayTeach, presentPicture));
}
