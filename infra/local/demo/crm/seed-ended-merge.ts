// A merge as it is when all references were moved.
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { MergeKind } from '../../../../shared/directory/record-merge/merge-kind.ts';
import {
  beginMerge,
  type MergedRecords,
  putMerge,
} from '../../../../shared/directory/record-merge/merge-record.ts';

/** The changes that store an ended merge of a record into `into`. */
export function buildEndedMerge<C extends object, R extends { readonly id: string }>(
  tenant: TenantStore,
  kind: MergeKind<C, R>,
  into: string,
  now: Date,
  records: MergedRecords<C, R>,
): Change[] {
  const moment = now.toISOString();
  const begun = { mark: 'demo', mergedDate: moment, startedAt: moment, mergedBy: 'demo' };
  const merge = { ...begun, id: records.removed.id, into };
  const [, ...others] = beginMerge(tenant, kind, undefined, merge, records);
  const ended = { ...merge, status: 'done' as const, moved: {}, notMoved: [], notUndone: [] };
  return [putMerge(tenant, kind, undefined, ended, false), ...others];
}
