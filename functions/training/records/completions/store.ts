// Stores completions in the record of the person.
import { type Change, insert, update } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { notFound } from '../../../../shared/errors/failure.ts';
import { type IfMatch, ifUnchanged } from '../../../../shared/http/etag.ts';
import { voidAttributes } from '../training-record/credit.ts';
import {
  type CompletionItem,
  completionKey,
  recordSortPrefixes,
  trainingRecord,
} from '../training-record/training-record.ts';

/** Writes a new completion. */
export const insertCompletion = (tenant: TenantStore, completion: CompletionItem): Change =>
  insert(completionKey(tenant, completion.personId, completion), completion);

/**
 * Claims the day of a completion, so that of two requests at once only one records it.
 *
 * @param earlier how many completions of the day exist: those that were voided do not prevent another one
 */
export const claimCompletionDay = (
  tenant: TenantStore,
  { personId, courseId, completedDate }: CompletionItem,
  earlier: number,
): Change =>
  insert(
    tenant.key<{ readonly type: 'completion-day' }>(
      `COMPLETION-DAY#${personId}#${courseId}#${completedDate}`,
      `CLAIM#${earlier}`,
    ),
    { type: 'completion-day' },
  );

/** Every completion of a course by a person, also voided ones, read consistently. */
export const completionsOfCourse = (
  tenant: TenantStore,
  personId: string,
  courseId: string,
): Promise<readonly CompletionItem[]> =>
  tenant.queryAll(trainingRecord<CompletionItem>(tenant, personId), {
    beginsWith: `${recordSortPrefixes.completion}${courseId}#`,
    consistent: true,
  });

/** Voids a completion that was read as `before`. */
export const markCompletionVoided = (
  tenant: TenantStore,
  before: CompletionItem,
  after: CompletionItem,
  ifMatch?: IfMatch,
): Change =>
  update(
    completionKey(tenant, before.personId, before),
    voidAttributes(after),
    ifUnchanged(before.version, ifMatch),
  );

/**
 * A completion of a person, read consistently. Reads all completions of the person, because their keys contain the
 * course.
 * @throws Failure 404
 */
export async function requireCompletion(
  tenant: TenantStore,
  personId: string,
  id: string,
): Promise<CompletionItem> {
  const { items } = await tenant.query(trainingRecord<CompletionItem>(tenant, personId), {
    beginsWith: recordSortPrefixes.completion,
    consistent: true,
  });
  const completion = items.find((item) => item.id === id);
  if (!completion) throw notFound('completion', id);
  return completion;
}
