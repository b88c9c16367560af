// Loads pages of a catalogue in the requested order, with the exact total.
import type { CountedList } from '../../../../shared/data/counted-list.ts';
import { sortEntries, takePage } from '../../listing.ts';

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

interface PageRequest<F extends string> {
  readonly page: number;
  readonly pageSize: number;
  readonly sortBy: F;
  readonly sortDirection: 'asc' | 'desc';
}

/** The filter of a list. */
interface CatalogueFilter<E> {
  /** Only records that existed at this past moment; all when undefined. */
  readonly moment?: Date | undefined;
  /** Only entries that match; all when undefined. */
  readonly matches?: ((entry: E) => boolean) | undefined;
}

interface CataloguePage<T> {
  readonly items: readonly T[];
  readonly total: number;
}

/** A page of a counted list in descending order: reads the two ascending pages that contain its rows. */
export async function descendingPage<T>(
  list: CountedList<T>,
  page: number,
  pageSize: number,
): Promise<CataloguePage<T>> {
  const total = await list.total();
  const end = total - (page - 1) * pageSize;
  if (end <= 0) return { items: [], total };
  const start = Math.max(0, end - pageSize);
  const numbers = [...new Set([start, end - 1].map((row) => Math.floor(row / pageSize)))];
  const pages = await Promise.all(numbers.map((pageIndex) => list.page({ pageIndex, pageSize })));
  const before = (numbers[0] ?? 0) * pageSize;
  const rows = pages.flatMap(({ items }) => items).slice(start - before, end - before);
  return { items: rows.reverse(), total };
}

/** A page of a counted list in either direction, and the exact total. */
export const countedPage = <T>(
  list: CountedList<T>,
  { page, pageSize, sortDirection }: Omit<PageRequest<string>, 'sortBy'>,
): Promise<CataloguePage<T>> =>
  sortDirection === 'desc'
    ? descendingPage(list, page, pageSize)
    : list.page({ pageIndex: page - 1, pageSize });

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
>(catalogue: Catalogue<T, E>, wanted: PageRequest<F>, by: CatalogueFilter<E>): Promise<CataloguePage<T>> {
  const { sortBy, sortDirection } = wanted;
  if (sortBy === 'name' && (await canReadByName(catalogue, by))) return countedPage(catalogue.byName, wanted);
  const entries = await listMatchingEntries(catalogue, by);
  const items = await catalogue.load(takePage(sortEntries(entries, sortBy, sortDirection), wanted));
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
