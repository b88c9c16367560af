// Where curricula are kept: the present one beside its award, earlier versions beside it.
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
import { type IfMatch, ifUnchanged } from '../../../../shared/http/etag.ts';
import { courseTypeReferences } from '../../courses/course.ts';
import { type Curriculum, type CurriculumItem, curriculumKey } from '../../courses/curriculum.ts';
import { addCourseUse, coursesById, removeCourseUse } from '../../courses/store.ts';
import { buildTypeCountChanges, loadTypes } from '../../settings/types/store.ts';
import { awardKey } from '../store.ts';
import { type CurriculumReferences, curriculumCourseIds, curriculumTypeReferences } from './curriculum.ts';

/** The curriculum of an award, if it was given one. One read. */
export const curriculumByAward = (
  tenant: TenantStore,
  awardId: string,
  options?: { readonly consistent?: boolean },
): Promise<CurriculumItem | undefined> => tenant.get(curriculumKey(tenant, awardId), options);

/** The curricula of some awards, by the award's id. One round trip per hundred. */
export async function curriculaByAward(
  tenant: TenantStore,
  awardIds: readonly string[],
): Promise<ReadonlyMap<string, CurriculumItem>> {
  const found = await tenant.getMany(awardIds.map((id) => curriculumKey(tenant, id)));
  return new Map(found.flatMap((item) => (item ? [[item.id, item]] : [])));
}

/** A curriculum that another one has followed; never changed. */
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

/** These versions of a curriculum, without those there never were. One round trip per hundred. */
export async function curriculumVersions(
  tenant: TenantStore,
  present: CurriculumItem,
  versions: readonly number[],
): Promise<(CurriculumItem | CurriculumVersionItem)[]> {
  const kept = await tenant.getMany(versions.map((version) => versionKey(tenant, present.id, version)));
  const found = versions.map((version, at) => (version === present.version ? present : kept[at]));
  return found.filter((version) => version !== undefined);
}

/** The courses of some curricula, and the types of their credits and the courses'. Two round trips. */
export async function loadCurriculumReferences(
  tenant: TenantStore,
  curricula: readonly Curriculum[],
): Promise<CurriculumReferences> {
  const courses = await coursesById(tenant, [...new Set(curricula.flatMap(curriculumCourseIds))]);
  return {
    courses: new Map(courses.map((course) => [course.id, course])),
    types: await loadTypes(tenant, [
      ...curricula.flatMap(curriculumTypeReferences),
      ...courses.flatMap(({ credits }) => courseTypeReferences({ credits })),
    ]),
  };
}

const unknownCourseError = (id: string) =>
  invalid([
    {
      code: 'UNKNOWN_VALUE',
      message: `There is no course with the id ${id}.`,
      target: 'requiredCourseIds',
    },
  ]);

/** Counts a curriculum in to the courses and types it newly names, and out of those it no longer does. */
function buildUseChanges(
  tenant: TenantStore,
  before: Curriculum | undefined,
  after: Curriculum | undefined,
): Change[] {
  const had = before ? curriculumCourseIds(before) : [];
  const has = after ? curriculumCourseIds(after) : [];
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

/** Gives an award this curriculum in the place of `before`, as long as there is the award; the earlier one is kept. */
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
      before ? unchanged : { condition: ifAbsent, otherwise: unchanged.otherwise },
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
 * Removes the curriculum of an award that goes, together with it. One that came or changed meanwhile has the rule decide
 * again. Earlier versions stay: certifications name them, and there may be more than a transaction takes.
 */
export const removeCurriculum = (
  tenant: TenantStore,
  awardId: string,
  before: CurriculumItem | undefined,
): Change[] => [
  before
    ? remove(curriculumKey(tenant, awardId), {
        condition: ifVersion(before.version),
        otherwise: 'decide again',
      })
    : check(curriculumKey(tenant, awardId), ifAbsent, 'decide again'),
  ...buildUseChanges(tenant, before, undefined),
];
