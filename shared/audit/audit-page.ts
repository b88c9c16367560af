// Reads the audit page by page, newest first: at most two queries a page, however long the audit is.
import type { Partition, Store } from '../data/store.ts';
import { type AuditItem, auditSort, recordsAudit, settingsAudit } from './audit.ts';

/** Which records to list. */
export interface AuditFilter {
  /** The subject who made the change. */
  readonly actor?: string | undefined;
  /** The type of the changed record, or the name of the setting. */
  readonly type?: string | undefined;
  /** The id of the changed record, or of the entry of the setting. */
  readonly record?: string | undefined;
  /** ISO 8601 UTC, inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** A page, and the position after it when there may be more. */
export interface AuditPage {
  readonly items: readonly AuditItem[];
  readonly next: string | undefined;
}

/** So many records of each kind are read for a page that names an actor, a type or a record. */
export const filteredReadLimit = 500;

/** The type of the changed record, or the name of the setting. */
export const getRecordType = (item: AuditItem): string =>
  item.type === 'audit' ? item.recordType : item.setting;
/** The id of the changed record; a setting without entries has none. */
export const getRecordId = (item: AuditItem): string | undefined =>
  item.type === 'audit' ? item.recordId : item.entry;

const matches = (item: AuditItem, { actor, type, record }: AuditFilter): boolean =>
  (actor === undefined || item.by === actor) &&
  (type === undefined || getRecordType(item) === type) &&
  (record === undefined || getRecordId(item) === record);

/**
 * The page of the audit after a position (`next` of the page before). With a filter by actor, type or record, a page
 * reads a limited number of records, so it may have fewer than `pageSize`, even none, although more follow.
 */
export async function loadAuditPage(
  store: Store,
  filter: AuditFilter,
  { pageSize, after }: { readonly pageSize: number; readonly after?: string | undefined },
): Promise<AuditPage> {
  const from = filter.from ?? '';
  // A tilde sorts after every record of the moment.
  const to = after ?? (filter.to === undefined ? '~' : `${filter.to}~`);
  if (from > to) return { items: [], next: undefined };
  const isFiltered = [filter.actor, filter.type, filter.record].some((part) => part !== undefined);
  // One more record to know whether a page follows, and one more because the range includes the position's own record.
  const limit = Math.max(pageSize + 2, isFiltered ? filteredReadLimit : 0);
  const partitions: Partition<AuditItem>[] = [recordsAudit(store), settingsAudit(store)];
  const read = await Promise.all(
    partitions.map((partition) =>
      store.query(partition, { ...(from === '' ? { to } : { from, to }), limit, backward: true }),
    ),
  );
  // Below the last record of a list that was not read to its end, the order of both lists is not known yet.
  const horizons = read.map(({ items, next }) => (next ? (items.at(-1) ?? undefined) : undefined));
  const horizon =
    horizons
      .map((item) => (item ? auditSort(item) : ''))
      .sort()
      .at(-1) ?? '';
  const known = read
    .flatMap(({ items }) => items)
    .map((item) => ({ item, sort: auditSort(item) }))
    .filter(({ sort }) => sort >= horizon && sort !== after)
    .sort((a, b) => (a.sort < b.sort ? 1 : -1));
  const found = known.filter(({ item }) => matches(item, filter));
  const page = found.slice(0, pageSize);
  const isMore = found.length > pageSize || horizon !== '';
  const last = found.length >= pageSize ? page.at(-1) : known.at(-1);
  return { items: page.map(({ item }) => item), next: isMore ? last?.sort : undefined };
}
