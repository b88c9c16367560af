// Short entries of a kind of record: all in the order of creation, and the active ones also in a counted list by name,
// for the public catalogue.
//
// About 25 entries make a read unit. All are read for sort orders other than by name, for filters and their options,
// and for the catalogue of a past day. A counted list for each sort order would add four writes to every change of a
// record.
import { type Change, put, remove } from '../../../../shared/data/changes.ts';
import type { Key, Range, TenantStore } from '../../../../shared/data/store.ts';
import { type CountedList, countedList } from '../../../../shared/lists/counted-list.ts';
import { nameSort } from '../../../../shared/lists/sort.ts';
import type { Catalogue } from './page.ts';

/** The fields of every entry. */
export interface CatalogueEntry {
  readonly id: string;
  readonly name: string;
  readonly isActive: boolean;
  readonly createdDate: string;
}

export interface CatalogueEntries<E extends CatalogueEntry> {
  /** The entries in the order of creation, up to an optional moment. */
  readonly listCreatedUpTo: (moment: Date | undefined) => Promise<E[]>;
  /** The first so many entries in this order, and the others when they are needed. */
  readonly listFirst: (
    limit: number,
    moment?: Date,
  ) => Promise<{ readonly first: readonly E[]; readonly listOthers: (() => Promise<E[]>) | undefined }>;
  /** Whether a record was created after a moment. One short read. */
  readonly hasSince: (moment: Date) => Promise<boolean>;
  /** The active entries, by name. */
  readonly activeByName: CountedList<E>;
  /** Writes an entry, without the counters of the active entries. */
  readonly putEntry: (entry: E) => Change;
  readonly removeEntry: (entry: E) => Change;
  /** Changes the counters for an entry that is added, changed or removed. */
  readonly buildCountChanges: (before: E | undefined, after: E | undefined) => Promise<Change[]>;
}

/** The entries of a kind, stored under `<kind>-CATALOGUE`; the active ones are listed under `OFFERED-<kind>S`. */
export function catalogueEntries<E extends CatalogueEntry>(
  tenant: TenantStore,
  kind: 'AWARD' | 'COURSE',
): CatalogueEntries<E> {
  const partition = `${kind}-CATALOGUE`;
  const offered = countedList<E>(tenant, `OFFERED-${kind}S`);
  const keyOf = ({ createdDate, id }: CatalogueEntry): Key<E> =>
    tenant.key(partition, `${createdDate}#${id}`);
  // A tilde sorts after every id.
  const upTo = (moment: Date | undefined): Range => (moment ? { to: `${moment.toISOString()}#~` } : {});
  return {
    activeByName: offered,
    listCreatedUpTo: (moment) => tenant.queryAll(tenant.partition<E>(partition), upTo(moment)),
    async listFirst(limit, moment) {
      const range = upTo(moment);
      const { items, next } = await tenant.query(tenant.partition<E>(partition), { ...range, limit });
      return {
        first: items,
        listOthers:
          next && (() => tenant.queryAll(tenant.partition<E>(partition), { ...range, after: next })),
      };
    },
    async hasSince(moment) {
      const newest = await tenant.query(tenant.partition<E>(partition), { backward: true, limit: 1 });
      return newest.items.some(({ createdDate }) => createdDate > moment.toISOString());
    },
    putEntry: (entry) =>
      put(
        keyOf(entry),
        entry,
        entry.isActive ? { listed: { listing: offered.listing, sort: nameSort(entry) } } : {},
      ),
    removeEntry: (entry) => remove(keyOf(entry)),
    async buildCountChanges(before, after) {
      const from = before?.isActive ? nameSort(before) : undefined;
      const to = after?.isActive ? nameSort(after) : undefined;
      if (from === to) return [];
      return offered.changesFor([
        ...(from === undefined ? [] : [{ sort: from, by: -1 as const }]),
        ...(to === undefined ? [] : [{ sort: to, by: 1 as const }]),
      ]);
    },
  };
}

/** The catalogue of active entries; its records are the entries themselves. */
export const activeCatalogue = <E extends CatalogueEntry>({
  activeByName,
  listCreatedUpTo,
  hasSince,
}: CatalogueEntries<E>): Catalogue<E, E> => ({
  byName: activeByName,
  listEntriesUpTo: async (moment) => (await listCreatedUpTo(moment)).filter(({ isActive }) => isActive),
  hasSince,
  load: async (entries) => entries,
});
