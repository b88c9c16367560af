// Short entries of a kind of record, from which it is found other than by its own list: all in the order of creation,
// and those that are offered (active) once more by name, counted, for the public catalogue.
//
// Some 25 entries make a read unit. They are all read for orders other than by name, for filters, for the catalogue of
// a past day, and for what a filter can be set to. A counted list for each order would cost every change of a record
// another four writes.
import { type Change, put, remove } from '../../../shared/data/changes.ts';
import { type CountedList, countedList } from '../../../shared/data/counted-list.ts';
import type { Key, Position, TenantStore } from '../../../shared/data/store.ts';
import { nameSort } from '../name-sort.ts';
import type { Catalogue } from './page.ts';

/** What every entry tells. */
export interface CatalogueEntry {
  readonly id: string;
  readonly name: string;
  readonly isActive: boolean;
  readonly createdDate: string;
}

export interface CatalogueEntries<E extends CatalogueEntry> {
  /** The entries in the order of creation, up to a moment when one is given. */
  readonly listCreatedUpTo: (moment: Date | undefined) => Promise<E[]>;
  /** Whether anything was created after a moment. One short read. */
  readonly hasSince: (moment: Date) => Promise<boolean>;
  /** The entries of what is offered, by name. */
  readonly activeByName: CountedList<E>;
  /** Writes an entry; the counters of what is offered are `counts`. */
  readonly putEntry: (entry: E) => Change;
  readonly removeEntry: (entry: E) => Change;
  /** Changes of the counters for an entry that comes, changes or goes. */
  readonly buildCountChanges: (before: E | undefined, after: E | undefined) => Promise<Change[]>;
}

/** The entries of a kind, kept under `<kind>-CATALOGUE`, those that are offered listed under `OFFERED-<kind>S`. */
export function catalogueEntries<E extends CatalogueEntry>(
  tenant: TenantStore,
  kind: 'AWARD' | 'COURSE',
): CatalogueEntries<E> {
  const partition = `${kind}-CATALOGUE`;
  const offered = countedList<E>(tenant, `OFFERED-${kind}S`);
  const keyOf = ({ createdDate, id }: CatalogueEntry): Key<E> =>
    tenant.key(partition, `${createdDate}#${id}`);
  return {
    activeByName: offered,
    async listCreatedUpTo(moment) {
      const found: E[] = [];
      let after: Position | undefined;
      do {
        const page = await tenant.query(tenant.partition<E>(partition), {
          // Nothing in an id sorts after a tilde.
          ...(moment && { to: `${moment.toISOString()}#~` }),
          ...(after && { after }),
        });
        found.push(...page.items);
        after = page.next;
      } while (after);
      return found;
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

/** What is offered, by name or through the entries: as a catalogue whose records are the entries themselves. */
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
