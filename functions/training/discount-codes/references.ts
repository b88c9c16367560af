// The courses, classes and awards that a discount code names must exist.
import type { TenantStore } from '../../../shared/data/store.ts';
import type { ErrorDetail } from '../../../shared/errors/failure.ts';
import { unknownId } from '../../../shared/errors/unknown-id.ts';
import { awardsById } from '../awards/record/award-record.ts';
import { classesById } from '../classes/record/store.ts';
import { coursesById } from '../courses/store.ts';
import type { DiscountCodeUpdateInput } from './schemas.ts';

/** The ids of a request that name nothing; at most three round trips at once, and none for ids that were not sent. */
export async function validateReferences(
  tenant: TenantStore,
  { courseIds, classIds, awardIds }: Pick<DiscountCodeUpdateInput, 'courseIds' | 'classIds' | 'awardIds'>,
): Promise<ErrorDetail[]> {
  const find = async (
    ids: readonly string[] | null | undefined,
    load: (ids: readonly string[]) => Promise<readonly ({ readonly id: string } | undefined)[]>,
    what: string,
    target: string,
  ): Promise<ErrorDetail[]> => {
    if (!ids || ids.length === 0) return [];
    const known = new Set((await load(ids)).map((item) => item?.id));
    return ids.flatMap((id, index) => (known.has(id) ? [] : [unknownId(what, id, `${target}[${index}]`)]));
  };
  const faults = await Promise.all([
    find(courseIds, (ids) => coursesById(tenant, ids), 'course', 'courseIds'),
    find(classIds, (ids) => classesById(tenant, ids), 'class', 'classIds'),
    find(awardIds, (ids) => awardsById(tenant, ids), 'award', 'awardIds'),
  ]);
  return faults.flat();
}
