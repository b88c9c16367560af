// Merges of people, and of organizations: two records become one, the removed id stands for the other one, and for 30 days
// it can be undone.

import { tenantKey } from '../../auth/accounts/records.ts';
import { type Change, check, ifPresent, put, remove, update } from '../../data/changes.ts';
import type { DueKind } from '../../data/due-partition.ts';
import { type MergedKind, type OpenMerge, openMergeAttribute } from '../../data/open-merge.ts';
import { measureValue } from '../../data/size/item-size.ts';
import type { Key, Partition, TenantStore } from '../../data/store.ts';
import { Failure } from '../../errors/failure.ts';
import { MAX_MERGES, mergeKey } from '../../merges/former-ids.ts';
import { bytesPerPart } from '../../values/split-bytes.ts';
import type { MergeKind } from './merge-kind.ts';

/** Days within which a merge can be undone. */
export const UNDO_DAYS = 30;
/** Milliseconds after which no request can still write to a record that it read before the merge. */
const SETTLE_TIME = 60_000;

/**
 * The merge of a record into another one.
 *
 * | from    | event                                        | to      |
 * |---------|----------------------------------------------|---------|
 * | (none), undone | merged                                | running |
 * | running | all references are with the remaining record | done    |
 * | running, done | undone                                 | undoing |
 * | undoing | all references are back                      | undone  |
 */
export interface MergeItem {
  readonly type: 'person-merge' | 'organization-merge';
  /** The removed record. */
  readonly id: string;
  readonly into: string;
  /** The job moves references while a merge is `running`, and back while it is `undoing`. */
  readonly status: 'running' | 'done' | 'undoing' | 'undone';
  /** Differs from call to call, so that each is a change, which calls the function. */
  readonly mark: string;
  readonly version: number;
  readonly mergedDate: string;
  /** By the platform's clock, unlike `mergedDate`. */
  readonly startedAt: string;
  /** The subject. */
  readonly mergedBy: string;
  /** How many items of each type follow the merge. */
  readonly moved: Readonly<Record<string, number>>;
  /** What could not follow, and what could not be undone, in words. */
  readonly notMoved: readonly string[];
  readonly notUndone: readonly string[];
}

/** What an undo restores: the removed record, and the other one before and after the merge. */
export interface MergedRecords<C extends object, R extends object> {
  readonly removed: R;
  readonly before: C;
  readonly after: C;
}

/** What an undo restores, as it is stored: three large records are an item each. */
interface MergedRecordsItem<C extends object, R extends object> extends Partial<MergedRecords<C, R>> {
  readonly type: 'merged-records' | 'merged-organizations';
  /** Epoch seconds: personal data is kept no longer than it can be restored. */
  readonly ttl: number;
}

/** Says that a merge into a record exists. */
interface MergeIntoItem {
  readonly type: 'person-merge-into' | 'organization-merge-into';
  readonly from: string;
}

/** A kind, where the content of its records does not matter. */
type AnyKind = MergedKind;

const recordNames = ['removed', 'before', 'after'] as const;
const mergedRecordsKeys = <C extends object, R extends object>(
  tenant: TenantStore,
  { partition }: MergeKind<C, R>,
  id: string,
): Key<MergedRecordsItem<C, R>>[] =>
  recordNames.map((name, index) =>
    tenant.key(`${partition}#${id}`, index === 0 ? 'MERGED-RECORDS' : `MERGED-RECORDS#${name}`),
  );

/** What undos of the merges of these records restore, in their order. One round trip, and another one for large records. */
export async function loadMergedRecords<C extends object, R extends object>(
  tenant: TenantStore,
  kind: MergeKind<C, R>,
  ids: readonly string[],
): Promise<(MergedRecords<C, R> | undefined)[]> {
  const keys = ids.map((id) => mergedRecordsKeys(tenant, kind, id));
  const read = (wanted: readonly Key<MergedRecordsItem<C, R>>[]) =>
    tenant.getMany(wanted, { consistent: true });
  const first = await read(keys.flatMap(([key]) => key ?? []));
  return Promise.all(
    first.map(async (item, index) => {
      const parts = item?.removed && !item.before ? await read(keys[index]?.slice(1) ?? []) : [];
      const { removed, before, after }: Partial<MergedRecords<C, R>> = Object.assign({}, item, ...parts);
      return removed && before && after ? { removed, before, after } : undefined;
    }),
  );
}

/** The changes that store what an undo restores. */
function putMergedRecords<C extends object, R extends object>(
  tenant: TenantStore,
  kind: MergeKind<C, R>,
  id: string,
  records: MergedRecords<C, R>,
  ttl: number,
): Change[] {
  const keys = mergedRecordsKeys(tenant, kind, id);
  const { removed, before, after } = records;
  const parts: Partial<MergedRecords<C, R>>[] =
    measureValue(records) <= bytesPerPart ? [records] : [{ removed }, { before }, { after }];
  return parts.flatMap((part, index) => {
    const key = keys[index];
    return key ? [put(key, { type: kind.recordsType, ...part, ttl }, { isCopy: true })] : [];
  });
}
const mergeIntoKey = (
  tenant: TenantStore,
  { partition }: AnyKind,
  into: string,
  from: string,
): Key<MergeIntoItem> => tenant.key(`${partition}#${into}`, `MERGE-OF#${from}`);

/** Merges that the function has not finished, or has to look at once more. */
export const openMerges = (tenant: TenantStore, { partition }: AnyKind): Partition<MergeItem> =>
  tenant.dueListing(`${partition}-MERGES`);

/** Open merges of a kind as work that is due. */
export const openMergesDue = ({ partition }: AnyKind): DueKind => ({
  listing: `${partition}-MERGES`,
  moment: 'ISO 8601',
});

/** The last moment at which a merge can be undone. */
export const getUndoEnd = ({ mergedDate }: Pick<MergeItem, 'mergedDate'>): Date =>
  new Date(Date.parse(mergedDate) + UNDO_DAYS * 86_400_000);

/** Whether a merge can still be undone. */
export const isUndoable = (merge: Pick<MergeItem, 'mergedDate'>, now: Date): boolean =>
  now <= getUndoEnd(merge);

/** Whether nobody who read the removed record before the merge can still be writing. */
export const isSettled = (
  { startedAt }: Pick<MergeItem, 'startedAt'>,
  now: Date,
  { settleTime = SETTLE_TIME }: Pick<MergeKind, 'settleTime'> = {},
): boolean => now.getTime() - Date.parse(startedAt) > settleTime;

/** Writes a merge that was read as `before`; an open one is listed for the scheduled function. */
export const putMerge = (
  tenant: TenantStore,
  kind: AnyKind,
  before: MergeItem | undefined,
  after: Omit<MergeItem, 'type' | 'version'>,
  isOpen: boolean,
): Change =>
  put(
    mergeKey<MergeItem>(tenant, kind, after.id),
    { ...after, type: `${kind.what}-merge`, version: (before?.version ?? 0) + 1 },
    {
      condition: before
        ? {
            expression: '#version = :expectedVersion',
            names: { '#version': 'version' },
            values: { ':expectedVersion': before.version },
          }
        : { expression: 'attribute_not_exists(pk)' },
      onConflict: 'retry',
      ...(isOpen && {
        listed: { listing: openMerges(tenant, kind), sort: `${after.startedAt}#${after.id}` },
      }),
    },
  );

/** Lets every read follow the merge from the commit of this change on, under the ids of both records. */
export const followMerge = (
  tenant: TenantStore,
  { what, partition }: AnyKind,
  { id: from, into }: Pick<MergeItem, 'id' | 'into'>,
  status: OpenMerge['status'],
  name: string,
): Change =>
  update(
    tenantKey(tenant),
    { set: { [openMergeAttribute(from)]: { what, partition, from, into, name, status } } },
    { condition: ifPresent, onConflict: 'retry' },
  );

/** Ends that: all references are where they belong. */
export const unfollowMerge = (tenant: TenantStore, { id }: Pick<MergeItem, 'id'>): Change =>
  update(
    tenantKey(tenant),
    { unset: [openMergeAttribute(id)] },
    { condition: ifPresent, onConflict: 'retry' },
  );

/** The content of a stored merge, without what says where it is stored. */
export const pickMerge = (merge: MergeItem): MergeItem => ({
  type: merge.type,
  id: merge.id,
  into: merge.into,
  status: merge.status,
  mark: merge.mark,
  version: merge.version,
  mergedDate: merge.mergedDate,
  startedAt: merge.startedAt,
  mergedBy: merge.mergedBy,
  moved: merge.moved,
  notMoved: merge.notMoved,
  notUndone: merge.notUndone,
});

/** The changes that begin a merge: its progress, what an undo restores, and the entry with the other record. */
export const beginMerge = <C extends object, R extends object>(
  tenant: TenantStore,
  kind: MergeKind<C, R>,
  before: MergeItem | undefined,
  merge: Omit<MergeItem, 'type' | 'version' | 'status' | 'moved' | 'notMoved' | 'notUndone'>,
  records: MergedRecords<C, R>,
): Change[] => [
  putMerge(
    tenant,
    kind,
    before,
    { ...merge, status: 'running', moved: {}, notMoved: [], notUndone: [] },
    true,
  ),
  ...putMergedRecords(
    tenant,
    kind,
    merge.id,
    records,
    Math.ceil(Date.parse(merge.startedAt) / 1000) + (UNDO_DAYS + 1) * 86_400,
  ),
  put(mergeIntoKey(tenant, kind, merge.into, merge.id), {
    type: `${kind.what}-merge-into`,
    from: merge.id,
  }),
];

/** Removes what an undone merge no longer needs. */
export const endUndo = <C extends object, R extends object>(
  tenant: TenantStore,
  kind: MergeKind<C, R>,
  { id, into }: MergeItem,
): Change[] => [
  ...mergedRecordsKeys(tenant, kind, id).map((key) => remove(key)),
  remove(mergeIntoKey(tenant, kind, into, id)),
];

/** The merge of this record into another one. One read. */
export const mergeById = (tenant: TenantStore, kind: AnyKind, id: string): Promise<MergeItem | undefined> =>
  tenant.get(mergeKey<MergeItem>(tenant, kind, id), { consistent: true });

const ended = new Failure('CONFLICT', 'The merge has another state by now.', { target: 'merge-state' });

/** Whether a step was refused because the merge has another state than it was read in. */
export const isOtherState = (error: unknown): boolean =>
  error instanceof Failure && error.target === ended.target;

/** The commit succeeds only while the merge is in the state that it was read in: what was undone meanwhile stays undone. */
export const guardState = (
  tenant: TenantStore,
  kind: AnyKind,
  { id, status, startedAt }: MergeItem,
): Change =>
  check(
    mergeKey(tenant, kind, id),
    {
      expression: '#status = :status AND #startedAt = :startedAt',
      names: { '#status': 'status', '#startedAt': 'startedAt' },
      values: { ':status': status, ':startedAt': startedAt },
    },
    ended,
  );

/** The merges of other records into this one. A query and a read for each. */
export async function mergesInto(
  tenant: TenantStore,
  kind: AnyKind,
  id: string,
): Promise<readonly MergeItem[]> {
  const entries = await tenant.queryAll(tenant.partition<MergeIntoItem>(`${kind.partition}#${id}`), {
    beginsWith: 'MERGE-OF#',
    consistent: true,
  });
  if (entries.length === 0) return [];
  const merges = await tenant.getMany(
    entries.map(({ from }) => mergeKey<MergeItem>(tenant, kind, from)),
    { consistent: true },
  );
  return merges.filter((merge) => merge !== undefined);
}

/** For those of these records that were merged: the id of the record that each was merged into. */
export async function listMergedInto(
  tenant: TenantStore,
  kind: AnyKind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const merges = await tenant.getMany(
    ids.map((id) => mergeKey<MergeItem>(tenant, kind, id)),
    { consistent: true },
  );
  return new Map(
    merges.flatMap((merge) =>
      merge && (merge.status === 'running' || merge.status === 'done')
        ? [[merge.id, merge.into] as const]
        : [],
    ),
  );
}

/** The record for which a removed id stands, if it was merged. Two reads for each merge. */
export async function survivorById<C extends object, R extends object>(
  tenant: TenantStore,
  kind: MergeKind<C, R>,
  id: string,
): Promise<R | undefined> {
  let at = id;
  for (let count = 0; count < MAX_MERGES; count += 1) {
    const merge = await mergeById(tenant, kind, at);
    if (!merge || merge.status === 'undone') return undefined;
    at = merge.into;
    const found = await tenant.get(kind.key(tenant, at), { consistent: true });
    if (found) return found;
  }
  return undefined;
}
