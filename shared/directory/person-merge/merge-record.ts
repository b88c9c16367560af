// Merges of people: two records become one, the removed id stands for the other one, and for 30 days it can be undone.
import { type Change, put, remove } from '../../data/changes.ts';
import type { Key, Partition, TenantStore } from '../../data/store.ts';
import type { PersonContent } from '../person.ts';
import { type PersonItem, personKey } from '../person-store.ts';

/** Days within which a merge can be undone. */
const UNDO_DAYS = 30;
/** Milliseconds after which no request can still write to a person that it read before the merge. */
const SETTLE_TIME = 60_000;

/** The merge of a person into another one. */
export interface PersonMergeItem {
  readonly type: 'person-merge';
  /** The removed person. */
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
export interface MergedRecordsItem {
  readonly type: 'merged-records';
  readonly removed: PersonItem;
  readonly before: PersonContent;
  readonly after: PersonContent;
  /** Epoch seconds: personal data is kept no longer than it can be restored. */
  readonly ttl: number;
}

/** Says that a merge into a person exists. */
interface MergeIntoItem {
  readonly type: 'person-merge-into';
  readonly from: string;
}

const mergeKey = (tenant: TenantStore, id: string): Key<PersonMergeItem> =>
  tenant.key(`PERSON#${id}`, 'MERGE');
export const mergedRecordsKey = (tenant: TenantStore, id: string): Key<MergedRecordsItem> =>
  tenant.key(`PERSON#${id}`, 'MERGED-RECORDS');
const mergeIntoKey = (tenant: TenantStore, into: string, from: string): Key<MergeIntoItem> =>
  tenant.key(`PERSON#${into}`, `MERGE-OF#${from}`);

/** Merges that the function has not finished, or has to look at once more. */
export const openMerges = (tenant: TenantStore): Partition<PersonMergeItem> =>
  tenant.listing('PERSON-MERGES');

/** The last moment at which a merge can be undone. */
export const getUndoEnd = ({ mergedDate }: Pick<PersonMergeItem, 'mergedDate'>): Date =>
  new Date(Date.parse(mergedDate) + UNDO_DAYS * 86_400_000);

/** Whether no request that read the removed person before the merge can still be writing. */
export const isSettled = ({ startedAt }: Pick<PersonMergeItem, 'startedAt'>, now: Date): boolean =>
  now.getTime() - Date.parse(startedAt) > SETTLE_TIME;

/** Writes a merge that was read as `before`; an open one is listed for the scheduled function. */
export const putMerge = (
  tenant: TenantStore,
  before: PersonMergeItem | undefined,
  after: Omit<PersonMergeItem, 'type' | 'version'>,
  isOpen: boolean,
): Change =>
  put(
    mergeKey(tenant, after.id),
    { ...after, type: 'person-merge', version: (before?.version ?? 0) + 1 },
    {
      condition: before
        ? {
            expression: '#version = :expectedVersion',
            names: { '#version': 'version' },
            values: { ':expectedVersion': before.version },
          }
        : { expression: 'attribute_not_exists(pk)' },
      onConflict: 'retry',
      ...(isOpen && { listed: { listing: openMerges(tenant), sort: `${after.startedAt}#${after.id}` } }),
    },
  );

/** The content of a stored merge, without what says where it is stored. */
export const pickMerge = (merge: PersonMergeItem): PersonMergeItem => ({
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

/** The changes that begin a merge: its progress, what an undo restores, and the entry with the other person. */
export const beginMerge = (
  tenant: TenantStore,
  before: PersonMergeItem | undefined,
  merge: Omit<PersonMergeItem, 'type' | 'version' | 'status' | 'moved' | 'notMoved' | 'notUndone'>,
  records: Omit<MergedRecordsItem, 'type' | 'ttl'>,
): Change[] => [
  putMerge(tenant, before, { ...merge, status: 'running', moved: {}, notMoved: [], notUndone: [] }, true),
  put(mergedRecordsKey(tenant, merge.id), {
    type: 'merged-records',
    ...records,
    ttl: Math.ceil(Date.parse(merge.startedAt) / 1000) + (UNDO_DAYS + 1) * 86_400,
  }),
  put(mergeIntoKey(tenant, merge.into, merge.id), { type: 'person-merge-into', from: merge.id }),
];

/** Removes what an undone merge no longer needs. */
export const endUndo = (tenant: TenantStore, { id, into }: PersonMergeItem): Change[] => [
  remove(mergedRecordsKey(tenant, id)),
  remove(mergeIntoKey(tenant, into, id)),
];

/** The merge of this person into another one. One read. */
export const mergeOfPerson = (tenant: TenantStore, id: string): Promise<PersonMergeItem | undefined> =>
  tenant.get(mergeKey(tenant, id), { consistent: true });

/** The merges of other people into this one. A query and a read for each. */
export async function mergesInto(tenant: TenantStore, id: string): Promise<readonly PersonMergeItem[]> {
  const entries = await tenant.queryAll(tenant.partition<MergeIntoItem>(`PERSON#${id}`), {
    beginsWith: 'MERGE-OF#',
    consistent: true,
  });
  if (entries.length === 0) return [];
  const merges = await tenant.getMany(
    entries.map(({ from }) => mergeKey(tenant, from)),
    { consistent: true },
  );
  return merges.filter((merge) => merge !== undefined);
}

/** For those of these people who were merged: the id of the person that each was merged into. */
export async function listMergedInto(
  tenant: TenantStore,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const merges = await tenant.getMany(
    ids.map((id) => mergeKey(tenant, id)),
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

/** Merges follow one another at most so often. */
const MAX_MERGES = 20;

/** The person for whom a removed id stands, if it was merged. Two reads for each merge. */
export async function survivorById(tenant: TenantStore, id: string): Promise<PersonItem | undefined> {
  let at = id;
  for (let count = 0; count < MAX_MERGES; count += 1) {
    const merge = await mergeOfPerson(tenant, at);
    if (!merge || merge.status === 'undone') return undefined;
    at = merge.into;
    const person = await tenant.get(personKey(tenant, at), { consistent: true });
    if (person) return person;
  }
  return undefined;
}
