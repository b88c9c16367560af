// Loads the names of courses and credit types that curricula refer to by id.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { ruleCreditTypeIds } from '../../awards/record/credit-rules.ts';
import type { Curriculum } from '../../awards/record/curriculum-record.ts';
import { coursesById } from '../../courses/store.ts';
import { loadTypes } from '../../settings/types/store.ts';
import type { Names } from './requirements/requirement-names.ts';

const distinct = (ids: readonly string[]): string[] => [...new Set(ids)];

/** The names of everything that curricula require. Two concurrent round trips, none when there is nothing to load. */
export async function loadNames(tenant: TenantStore, curricula: readonly Curriculum[]): Promise<Names> {
  const courseIds = distinct(
    curricula.flatMap(({ requiredCourseIds, electiveCourseIds, renewalCreditRules }) => [
      ...requiredCourseIds,
      ...electiveCourseIds,
      ...(renewalCreditRules?.requiredCourseIds ?? []),
    ]),
  );
  const typeIds = distinct(
    curricula.flatMap(({ minimumCredits, renewalCredits = [], creditRules, renewalCreditRules }) => [
      ...[...minimumCredits, ...renewalCredits].map(({ creditTypeId }) => creditTypeId),
      ...ruleCreditTypeIds(creditRules),
      ...ruleCreditTypeIds(renewalCreditRules),
    ]),
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
