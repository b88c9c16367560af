// A page of the awards in the order asked for, with the exact number of all.
import type { CountedList } from '../../../shared/data/counted-list.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { inOrder, pageFrom } from '../listing.ts';
import type { AwardItem } from './award.ts';
import type { AwardQuery } from './contract.ts';
import { awardsById, awardsByName, catalogueUpTo, hasAwardsSince } from './store.ts';

interface AwardPage {
  readonly awards: readonly AwardItem[];
  readonly total: number;
}

/** A page of a counted list read from its end: the two pages that its rows lie in, each at its flat cost. */
async function descending(
  list: CountedList<AwardItem>,
  { page, pageSize }: Pick<AwardQuery, 'page' | 'pageSize'>,
): Promise<AwardPage> {
  const total = await list.total();
  const end = total - (page - 1) * pageSize;
  if (end <= 0) return { awards: [], total };
  const start = Math.max(0, end - pageSize);
  const numbers = [...new Set([start, end - 1].map((row) => Math.floor(row / pageSize)))];
  const pages = await Promise.all(numbers.map((pageIndex) => list.page({ pageIndex, pageSize })));
  const before = (numbers[0] ?? 0) * pageSize;
  const rows = pages.flatMap(({ items }) => items).slice(start - before, end - before);
  return { awards: rows.reverse(), total };
}

/**
 * The page of awards a caller asks for.
 *
 * By name, its cost is that of a page, wherever it is in the list; also with a selectedDate, as long as no award was
 * created since. Other orders, and dates before the newest award, read the catalogue's entries up to that date.
 *
 * @param moment only awards that existed then; undefined is now
 */
export async function pageOfAwards(
  tenant: TenantStore,
  query: AwardQuery,
  moment: Date | undefined,
  now: Date,
): Promise<AwardPage> {
  const { page, pageSize, sortBy, sortDirection } = query;
  const isPast = moment !== undefined && moment < now;
  if (sortBy === 'name' && !(isPast && (await hasAwardsSince(tenant, moment)))) {
    const list = awardsByName(tenant);
    if (sortDirection === 'desc') return descending(list, query);
    const { items, total } = await list.page({ pageIndex: page - 1, pageSize });
    return { awards: items, total };
  }
  const entries = await catalogueUpTo(tenant, isPast ? moment : undefined);
  const wanted = pageFrom(inOrder(entries, sortBy, sortDirection), query);
  return {
    awards: await awardsById(
      tenant,
      wanted.map(({ id }) => id),
    ),
    total: entries.length,
  };
}
