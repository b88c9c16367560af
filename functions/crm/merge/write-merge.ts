// The changes that merge two records, and those that separate them again.
import { isDeepStrictEqual } from 'node:util';
import type { Change } from '../../../shared/data/changes.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { nextVersion, pickContent, type StoredRecord } from '../../../shared/directory/record/stored.ts';
import type { MergeKind } from '../../../shared/directory/record-merge/merge-kind.ts';
import {
  beginMerge,
  followMerge,
  getUndoEnd,
  isUndoable,
  loadMergedRecords,
  type MergedRecords,
  type MergeItem,
  mergeById,
  pickMerge,
  putMerge,
} from '../../../shared/directory/record-merge/merge-record.ts';
import type { Collection } from '../../../shared/directory/writing/collection.ts';
import { buildRecordChanges } from '../../../shared/directory/writing/record-changes.ts';
import { conflict, notFound } from '../../../shared/errors/failure.ts';
import type { IfMatch } from '../../../shared/http/etag.ts';
import { assertNoOpenMerge } from './list-merges.ts';

/** The most changes of a transaction (DynamoDB API Reference, TransactWriteItems), and room for the stored reply. */
const MAX_CHANGES = 98;

/** Records of a type that can be merged, and how they are written. */
export interface MergeTarget<C extends object, K extends 'person' | 'organization'> {
  readonly kind: MergeKind<C, C & StoredRecord<K>>;
  readonly collection: Collection<C, K>;
  /** The name of a record, of which other records have copies. */
  readonly nameRecord: (content: C) => string;
  /** Finds what is invalid in the combined content. */
  readonly schema: { readonly shape: object; readonly safeParse: (content: unknown) => Validity };
}
interface Validity {
  readonly error?: { readonly issues: readonly { readonly path: readonly PropertyKey[] }[] } | undefined;
}

/** The parts of a request's context that a merge needs. */
interface MergeContext {
  readonly tenant: TenantStore;
  readonly now: Date;
  readonly receivedAt: Date;
  readonly newId: () => string;
}

const assertFits = (changes: readonly Change[], plural: string): void => {
  if (changes.length > MAX_CHANGES)
    throw conflict(
      `Their merge would be ${changes.length} changes at once, and at most ${MAX_CHANGES} are possible: the two ${plural} have too many names and addresses, remove some of one first.`,
    );
};

/**
 * The record that remains with its new content, the merge, and the changes.
 * @throws Failure 409 when a list of the new content, or all of it, is too long
 */
export async function buildMerge<C extends object, K extends 'person' | 'organization'>(
  {
    tenant,
    now,
    receivedAt,
    newId,
    caller,
    ifMatch,
  }: MergeContext & {
    readonly caller: { readonly subject: string };
    readonly ifMatch: IfMatch | undefined;
  },
  { kind, collection, schema, nameRecord }: MergeTarget<C, K>,
  {
    before,
    removed,
    content,
  }: {
    readonly before: C & StoredRecord<K>;
    readonly removed: C & StoredRecord<K>;
    readonly content: C;
  },
  further: readonly Change[] = [],
) {
  const tooLong = schema.safeParse(content).error?.issues[0]?.path.map(String)[0];
  if (tooLong !== undefined)
    throw conflict(
      `${tooLong} would have too many entries: choose those of one ${kind.what} for it.`,
      tooLong,
    );
  const after = nextVersion<K, C>(collection.type, before.id, content, before, now);
  const merge = {
    id: removed.id,
    into: before.id,
    mark: newId(),
    mergedDate: now.toISOString(),
    startedAt: receivedAt.toISOString(),
    mergedBy: caller.subject,
  };
  const changes = [
    ...(await buildRecordChanges(tenant, collection, [{ before, after }], ifMatch, [removed])),
    ...beginMerge(tenant, kind, await mergeById(tenant, kind, removed.id), merge, {
      removed,
      before: pickContent<C>(schema, before),
      after: content,
    }),
    followMerge(tenant, kind, merge, 'running', nameRecord(after)),
    ...further,
  ];
  assertFits(changes, kind.plural);
  const running = { ...merge, status: 'running' as const, moved: {}, notMoved: [], notUndone: [] };
  return { after, merge: running, changes };
}

/** What an undo restores. */
export interface Undoable<C extends object, K extends string> {
  readonly merge: MergeItem;
  readonly records: MergedRecords<C, C & StoredRecord<K>>;
  readonly remaining: C & StoredRecord<K>;
  /** The contents that both are to have. */
  readonly contents: { readonly remaining: C; readonly removed: C };
  /** What was changed since, and stays. */
  readonly notUndone: readonly string[];
}

/** The remaining record without what came from the other one; a field that somebody changed since stays. */
function separate<C extends object>(
  schema: { readonly shape: object },
  current: C,
  { before, after }: { readonly before: C; readonly after: C },
) {
  const content = Object.fromEntries(Object.entries(pickContent<C>(schema, current)));
  const changed: string[] = [];
  const [old, merged] = [before, after].map((each) => Object.fromEntries(Object.entries(each)));
  for (const name of Object.keys(schema.shape)) {
    if (isDeepStrictEqual(old?.[name], merged?.[name])) continue;
    if (!isDeepStrictEqual(content[name], merged?.[name])) changed.push(name);
    else if (old?.[name] === undefined) delete content[name];
    else content[name] = old[name];
  }
  return { content: content as C, changed };
}

/**
 * The merge of a record that is to be undone, and what both records become.
 * @throws Failure 404 or 409 when there is none, or it can't be undone now
 */
export async function loadUndoable<C extends object, K extends 'person' | 'organization'>(
  { tenant, now }: MergeContext,
  { kind, schema }: MergeTarget<C, K>,
  id: string,
): Promise<Undoable<C, K>> {
  const { what } = kind;
  const merge = await mergeById(tenant, kind, id);
  if (!merge || merge.status === 'undone') {
    if (merge || (await tenant.get(kind.key(tenant, id))))
      throw conflict(`The ${what} ${id} is not merged into another one.`, 'id');
    throw notFound(what, id);
  }
  await assertNoOpenMerge(tenant, kind, [id, merge.into]);
  const [[records], remaining] = await Promise.all([
    loadMergedRecords(tenant, kind, [id]),
    tenant.get(kind.key(tenant, merge.into), { consistent: true }),
  ]);
  if (!isUndoable(merge, now) || !records)
    throw conflict(`The merge can be undone until ${getUndoEnd(merge).toISOString()}.`, 'id');
  if (!remaining)
    throw conflict(
      `The ${what} ${merge.into} was merged or removed since: restore that ${what} first.`,
      'id',
    );
  const { content, changed } = separate<C>(schema, remaining, records);
  return {
    ...{ merge, records, remaining },
    contents: { remaining: content, removed: pickContent<C>(schema, records.removed) },
    notUndone: changed.map((name) => `${what} ${merge.into}: ${name} was changed since and stays.`),
  };
}

/** The restored record, the merge, and the changes that undo it. */
export async function buildUndo<C extends object, K extends 'person' | 'organization'>(
  { tenant, now, receivedAt, newId }: MergeContext,
  { kind, collection, nameRecord }: MergeTarget<C, K>,
  { merge, records, remaining, contents, notUndone }: Undoable<C, K>,
  further: readonly Change[] = [],
) {
  const restored = nextVersion<K, C>(collection.type, merge.id, contents.removed, records.removed, now);
  const undoing = {
    ...pickMerge(merge),
    status: 'undoing' as const,
    mark: newId(),
    startedAt: receivedAt.toISOString(),
    notUndone: [...notUndone],
  };
  const after = nextVersion<K, C>(collection.type, merge.into, contents.remaining, remaining, now);
  const changes = [
    ...(await buildRecordChanges(tenant, collection, [
      { before: remaining, after },
      { before: undefined, after: restored },
    ])),
    putMerge(tenant, kind, merge, undoing, true),
    followMerge(tenant, kind, merge, 'undoing', nameRecord(after)),
    ...further,
  ];
  return { restored, merge: undoing, changes };
}
