// The changes that write records of a collection: the records, their places in lists, their counts and short entries.
import { type Change, ifAbsent, put, remove } from '../../data/changes.ts';
import type { TenantStore } from '../../data/store.ts';
import { type IfMatch, ifUnchanged } from '../../http/etag.ts';
import type { StoredRecord } from '../record/stored.ts';
import type { Collection, RelatedEntry } from './collection.ts';
import { buildValueChanges, selectNewValues } from './listed-values.ts';

/** A record to write; without `before` it is new. */
export interface RecordWrite<C extends object, K extends string> {
  readonly before: (C & StoredRecord<K>) | undefined;
  readonly after: C & StoredRecord<K>;
}

/**
 * The changes that write these records, and remove others, with their lists, counts, entries and new values. A record that somebody else has written meanwhile is a
 * conflict: with If-Match it is refused, otherwise the rule is run again.
 */
export async function buildRecordChanges<C extends object, K extends string>(
  tenant: TenantStore,
  collection: Collection<C, K>,
  writes: readonly RecordWrite<C, K>[],
  ifMatch?: IfMatch,
  removed: readonly (C & StoredRecord<K>)[] = [],
): Promise<Change[]> {
  const puts = writes.map(({ before, after }) =>
    put(collection.key(tenant, after), after, {
      ...(before
        ? ifUnchanged(before.version, ifMatch)
        : { condition: ifAbsent, onConflict: 'retry' as const }),
      listed: { listing: collection.listing(tenant, after), sort: collection.sort(after) },
    }),
  );
  const removals = removed.flatMap((record) => [
    remove(collection.key(tenant, record), ifUnchanged(record.version, undefined)),
    ...(collection.entries?.(tenant, record) ?? []).map(({ key }) => remove(key)),
  ]);
  const changes = [
    ...puts,
    ...removals,
    ...writes.flatMap((each) => buildEntryChanges(tenant, collection, each)),
  ];
  const counters = collection.counters?.(
    tenant,
    [...removed, ...writes.flatMap(({ before }) => before ?? [])],
    writes.map(({ after }) => after),
  );
  const values = writes.flatMap(({ before, after }) =>
    selectNewValues((before && collection.values?.(before)) ?? [], collection.values?.(after) ?? []),
  );
  const deltas = writes.flatMap(({ before, after }) => {
    const [from, to] = [before && collection.sort(before), collection.sort(after)];
    if (from === to) return [];
    return [...(from === undefined ? [] : [{ sort: from, by: -1 as const }]), { sort: to, by: 1 as const }];
  });
  const leaving = removed.map((record) => ({ sort: collection.sort(record), by: -1 as const }));
  const [counts, listed] = await Promise.all([
    collection.counted?.(tenant).changesFor([...deltas, ...leaving]) ?? [],
    buildValueChanges(tenant, values),
  ]);
  return [...changes, ...(counters ?? []), ...counts, ...listed];
}

/**
 * Updates the related entries of a record: former ones are removed, new and changed ones are written, and what is left to
 * a function is marked.
 */
export function buildEntryChanges<C extends object, K extends string>(
  tenant: TenantStore,
  { entries, marks }: Collection<C, K>,
  { before, after }: RecordWrite<C, K>,
): Change[] {
  const address = ({ key }: RelatedEntry): string => JSON.stringify([key.pk, key.sk]);
  const current = new Map(
    ((before && entries?.(tenant, before)) ?? []).map((entry) => [address(entry), entry]),
  );
  const next = new Map((entries?.(tenant, after) ?? []).map((entry) => [address(entry), entry]));
  return [
    ...(marks?.(tenant, { before, after }) ?? []),
    ...[...current].flatMap(([at, { key }]) => (next.has(at) ? [] : [remove(key)])),
    ...[...next].flatMap(([at, { key, item }]) =>
      JSON.stringify(current.get(at)?.item) === JSON.stringify(item) ? [] : [put(key, item)],
    ),
  ];
}
