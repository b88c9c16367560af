// Stores curricula: the current one and its earlier versions in the partition of the award.
import {
  type Change,
  check,
  ifAbsent,
  ifPresent,
  ifVersion,
  put,
  remove,
} from '../../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../../shared/data/store.ts';
import { invalid, notFound } from '../../../../shared/errors/failure.ts';
import { unknownId } from '../../../../shared/errors/unknown-id.ts';
import { type IfMatch, ifUnchanged } from '../../../../shared/http/etag.ts';
import { courseTypeReferences } from '../../courses/course.ts';
import { addCourseUse, coursesById, removeCourseUse } from '../../courses/store.ts';
import { buildTypeCountChanges, loadTypes } from '../../settings/types/store.ts';
import { awardKey } from '../record/award-record.ts';
import { type Curriculum, type CurriculumItem, curriculumKey } from '../record/curriculum-record.ts';
import { type CurriculumReferences, curriculumTypeReferences, namedCourseIds } from './curriculum.ts';

/** The curriculum of an award, if it has one. One read. */
export const curriculumByAward = (
  tenant: TenantStore,
  awardId: string,
  options?: { readonly consistent?: boolean },
): Promise<CurriculumItem | undefined> => tenant.get(curriculumKey(tenant, awardId), options);

/** The curricula of several awards by award id. One round trip per hundred. */
export async function curriculaByAward(
  tenant: TenantStore,
  awardIds: readonly string[],
): Promise<ReadonlyMap<string, CurriculumItem>> {
  const found = await tenant.getMany(awardIds.map((id) => curriculumKey(tenant, id)));
  return new Map(found.flatMap((item) => (item ? [[item.id, item]] : [])));
}

/** An earlier version of a curriculum; never changed. */
interface CurriculumVersionItem extends Curriculum {
  readonly type: 'curriculum-version';
  /** The award's id. */
  readonly id: string;
  readonly version: number;
  readonly createdDate: string;
  readonly modifiedDate: string;
}

const versionKey = (tenant: TenantStore, awardId: string, version: number): Key<CurriculumVersionItem> =>
  tenant.key(`AWARD#${awardId}`, `CURRICULUM#${String(version).padStart(6, '0')}`);

/** These versions of a curriculum, without those that never existed. One round trip per hundred. */
export async function curriculumVersions(
  tenant: TenantStore,
  current: CurriculumItem,
  versions: readonly number[],
): Promise<(CurriculumItem | CurriculumVersionItem)[]> {
  const earlier = await tenant.getMany(versions.map((version) => versionKey(tenant, current.id, version)));
  const found = versions.map((version, index) => (version === current.version ? current : earlier[index]));
  return found.filter((version) => version !== undefined);
}

/** The courses of several curricula, and the credit types of the curricula and of their courses. Two round trips. */
export async function loadCurriculumReferences(
  tenant: TenantStore,
  curricula: readonly Curriculum[],
): Promise<CurriculumReferences> {
  const courses = await coursesById(tenant, [...new Set(curricula.flatMap(namedCourseIds))]);
  return {
    courses: new Map(courses.map((course) => [course.id, course])),
    types: await loadTypes(tenant, [
      ...curricula.flatMap(curriculumTypeReferences),
      ...courses.flatMap(({ credits }) => courseTypeReferences({ credits })),
    ]),
  };
}

const unknownCourseError = (id: string) => invalid([unknownId('course', id, 'requiredCourseIds')]);

/** Updates the use counts of the courses and types that a curriculum newly names or no longer names. */
function buildUseChanges(
  tenant: TenantStore,
  before: Curriculum | undefined,
  after: Curriculum | undefined,
): Change[] {
  const had = before ? namedCourseIds(before) : [];
  const has = after ? namedCourseIds(after) : [];
  return [
    ...has.filter((id) => !had.includes(id)).map((id) => addCourseUse(tenant, id, unknownCourseError(id))),
    ...had.filter((id) => !has.includes(id)).map((id) => removeCourseUse(tenant, id)),
    ...buildTypeCountChanges(
      tenant,
      before ? curriculumTypeReferences(before) : [],
      after ? curriculumTypeReferences(after) : [],
    ),
  ];
}

/** Replaces the curriculum `before` of an award, if the award still exists; the earlier version is stored too. */
export function replaceCurriculum(
  tenant: TenantStore,
  before: CurriculumItem | undefined,
  after: CurriculumItem,
  ifMatch: IfMatch | undefined,
): Change[] {
  const unchanged = ifUnchanged(before?.version ?? 0, ifMatch);
  return [
    check(awardKey(tenant, after.id), ifPresent, notFound('award', after.id)),
    put(
      curriculumKey(tenant, after.id),
      after,
      before ? unchanged : { condition: ifAbsent, onConflict: unchanged.onConflict },
    ),
    ...(before ? [put(versionKey(tenant, after.id, before.version), toCurriculumVersion(before))] : []),
    ...buildUseChanges(tenant, before, after),
  ];
}

const toCurriculumVersion = ({ schemaVersion: _, ...content }: CurriculumItem): CurriculumVersionItem => ({
  ...content,
  type: 'curriculum-version',
});

/**
 * Removes the curriculum of an award in the transaction that removes the award. If a curriculum was added or changed
 * since, the request is retried. Earlier versions stay: certifications refer to them, and there may be more than a
 * transaction can write.
 */
export const removeCurriculum = (
  tenant: TenantStore,
  awardId: string,
  before: CurriculumItem | undefined,
): Change[] => [
  before
    ? remove(curriculumKey(tenant, awardId), {
        condition: ifVersion(before.version),
        onConflict: 'retry',
      })
    : check(curriculumKey(tenant, awardId), ifAbsent, 'retry'),
  ...buildUseChanges(tenant, before, undefined),
];
