// Looks up what courses and types of credit are called, for those that rules and snapshots name by id.
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { Curriculum } from '../../courses/curriculum.ts';
import { coursesById } from '../../courses/store.ts';
import { loadTypes } from '../../settings/types/store.ts';
import type { Names } from './missing.ts';

const distinct = (ids: readonly string[]): string[] => [...new Set(ids)];

/** The names of everything that curricula ask for. Two round trips at once, none for what nothing asks for. */
export async function loadNames(tenant: TenantStore, curricula: readonly Curriculum[]): Promise<Names> {
  const courseIds = distinct(
    curricula.flatMap(({ requiredCourseIds, electiveCourseIds }) => [
      ...requiredCourseIds,
      ...electiveCourseIds,
    ]),
  );
  const typeIds = distinct(
    curricula.flatMap(({ minimumCredits, renewalCredits = [] }) =>
      [...minimumCredits, ...renewalCredits].map(({ creditTypeId }) => creditTypeId),
    ),
  );
  const [courses, types] = await Promise.all([
    coursesById(tenant, courseIds),
    loadTypes(
      tenant,
      typeIds.map((id) => ({ kind: 'creditType', id })),
    ),
  ]);
  return {
    courses: new Map(courses.map(({ id, name }) => [id, name])),
    creditTypes: new Map([...types].map(([id, { name }]) => [id, name])),
  };
}
