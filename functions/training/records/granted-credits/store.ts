// Stores credits in the record of the person. They are found by id and by day through a small pointer, and by course in
// the listing of the course.
import { type Change, insert, put, update } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { type IfMatch, ifUnchanged } from '../../../../shared/http/etag.ts';
import { voidAttributes } from '../training-record/credit.ts';
import {
  type CreditItem,
  creditKey,
  creditPointerKey,
  creditsByCourse,
  creditsByDay,
} from '../training-record/training-record.ts';

const daySort = ({ earnedDate, id }: CreditItem): string => `${earnedDate}#${id}`;

/** Writes new credits: two changes. If the id exists already, the request is retried. */
export const insertCredit = (tenant: TenantStore, credit: CreditItem): Change[] => [
  insert(creditKey(tenant, credit.personId, credit.id), credit, {
    ...(credit.courseId !== undefined && {
      listed: { listing: creditsByCourse(tenant, credit.courseId), sort: daySort(credit) },
    }),
  }),
  put(
    creditPointerKey(tenant, credit.id),
    { type: 'credit-pointer', creditId: credit.id, personId: credit.personId },
    { listed: { listing: creditsByDay(tenant), sort: daySort(credit) } },
  ),
];

/** Voids credits that were read as `before`: two changes. They stay in the list of their course, marked as voided. */
export const markCreditVoided = (
  tenant: TenantStore,
  before: CreditItem,
  after: CreditItem,
  ifMatch?: IfMatch,
): Change[] => [
  update(
    creditKey(tenant, before.personId, before.id),
    voidAttributes(after),
    ifUnchanged(before.version, ifMatch),
  ),
  update(creditPointerKey(tenant, before.id), { unset: ['gsi1pk', 'gsi1sk'] }),
];

/**
 * The credits with this id, read consistently. Two reads.
 * @throws Failure 404
 */
export async function requireCredit(tenant: TenantStore, id: string): Promise<CreditItem> {
  const pointer = await tenant.get(creditPointerKey(tenant, id), { consistent: true });
  const credit = pointer && (await tenant.get(creditKey(tenant, pointer.personId, id), { consistent: true }));
  if (!credit) throw notFound('credit', id);
  return credit;
}
