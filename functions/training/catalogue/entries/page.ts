// Loads pages of a catalogue in the requested order, with the exact total.
import type { CountedList } from '../../../../shared/lists/counted-list.ts';
import {
  loadCountedPage,
  type PageRequest,
  type TotaledPage,
  takePage,
} from '../../../../shared/lists/page.ts';
import { type Direction, sortByField } from '../../../../shared/lists/sort.ts';

/**
 * Records of one kind, found in two ways: through a counted list by name, where every page costs the same, and through
 * short entries in the order of creation, which are all read for other sort orders and for filters.
 */
export interface Catalogue<T, E extends { readonly id: string; readonly name: string }> {
  readonly byName: CountedList<T>;
  /** The entries of records created up to an optional moment. */
  readonly listEntriesUpTo: (moment: Date | undefined) => Promise<readonly E[]>;
  /** Whether a record was created after a moment. One short read. */
  readonly hasSince: (moment: Date) => Promise<boolean>;
  /** The records of these entries, in their order. */
  readonly load: (entries: readonly E[]) => Promise<readonly T[]>;
}

interface CatalogueQuery<F extends string> extends PageRequest {
  readonly sortBy: F;
  readonly sortDirection: Direction;
}

/** The filter of a list. */
interface CatalogueFilter<E> {
  /** Only records that existed at this past moment; all when undefined. */
  readonly moment?: Date | undefined;
  /** Only entries that match; all when undefined. */
  readonly matches?: ((entry: E) => boolean) | undefined;
}

const canReadByName = async <T, E extends { readonly id: string; readonly name: string }>(
  { hasSince }: Catalogue<T, E>,
  { moment, matches }: CatalogueFilter<E>,
): Promise<boolean> => !matches && !(moment && (await hasSince(moment)));

const listMatchingEntries = async <T, E extends { readonly id: string; readonly name: string }>(
  catalogue: Catalogue<T, E>,
  { moment, matches }: CatalogueFilter<E>,
): Promise<readonly E[]> => {
  const entries = await catalogue.listEntriesUpTo(moment);
  return matches ? entries.filter(matches) : entries;
};

/**
 * Loads the requested page.
 *
 * By name and without a filter, every page costs the same; also with a moment, if no record was created since. Other
 * sort orders, filters, and moments before the newest record read all entries, 25 to a read unit.
 */
export async function loadCataloguePage<
  T,
  E extends { readonly id: string; readonly name: string },
  F extends keyof E & string,
>(catalogue: Catalogue<T, E>, query: CatalogueQuery<F>, by: CatalogueFilter<E>): Promise<TotaledPage<T>> {
  const { sortBy, sortDirection } = query;
  if (sortBy === 'name' && (await canReadByName(catalogue, by)))
    return loadCountedPage(catalogue.byName, query);
  const entries = await listMatchingEntries(catalogue, by);
  const items = await catalogue.load(takePage(sortByField(entries, sortBy, sortDirection), query));
  return { items, total: entries.length };
}

/** Counts the records on all pages. Without a filter, only counters are read. */
export async function countCatalogue<T, E extends { readonly id: string; readonly name: string }>(
  catalogue: Catalogue<T, E>,
  by: CatalogueFilter<E>,
): Promise<number> {
  if (await canReadByName(catalogue, by)) return catalogue.byName.total();
  return (await listMatchingEntries(catalogue, by)).length;
}
