// Finds the templates of a list: a page by name at constant cost; any other order or filter reads all rows.

import type { TenantStore } from '../../../shared/data/store.ts';
import { foldForSort } from '../../../shared/lists/fold-for-sort.ts';
import { loadCountedPage, takePage } from '../../../shared/lists/page.ts';
import { sortsAscending } from '../../../shared/lists/query.ts';
import { sortByValue } from '../../../shared/lists/sort.ts';
import { toPageRequest } from '../envelopes.ts';
import type { TemplateFilter } from './schemas.ts';
import { type TemplateRow, templatesByName } from './store.ts';

const isNonEmpty = (values: readonly unknown[] | undefined): boolean =>
  values !== undefined && values.length > 0;

/** The searchable texts, by the names that requests use. */
const searchableTexts: Readonly<Record<string, (row: TemplateRow) => string>> = {
  name: ({ name }) => name,
  title: ({ name }) => name,
  subject: ({ subject }) => subject,
};

function matchesText(row: TemplateRow, { text, searchFields }: TemplateFilter): boolean {
  if (text === undefined) return true;
  const named = (searchFields ?? []).map((field) => field.toLowerCase());
  const known = named.filter((field) => Object.hasOwn(searchableTexts, field));
  const texts = (known.length > 0 ? known : ['name', 'subject']).map(
    (field) => searchableTexts[field]?.(row) ?? '',
  );
  return texts.some((candidate) => foldForSort(candidate).includes(foldForSort(text)));
}

/** Whether a template matches a filter. A template without dates matches any day. */
function matchesFilter(row: TemplateRow, filter: TemplateFilter): boolean {
  const { stateIds, billIds, status, startDate, endDate } = filter;
  return (
    matchesText(row, filter) &&
    (!isNonEmpty(stateIds) || (row.stateId !== undefined && (stateIds ?? []).includes(row.stateId))) &&
    (!isNonEmpty(billIds) || row.billIds.some((id) => billIds?.includes(Number(id)))) &&
    (!isNonEmpty(status) || (status ?? []).some((name) => name === row.status)) &&
    (startDate === undefined || (row.endDate ?? startDate) >= startDate) &&
    (endDate === undefined || (row.startDate ?? endDate) <= endDate)
  );
}

const hasFilter = ({ text, stateIds, billIds, status, startDate, endDate }: TemplateFilter): boolean =>
  [text, startDate, endDate].some((value) => value !== undefined) ||
  [stateIds, billIds, status].some(isNonEmpty);

const getSortKey = (row: TemplateRow, order: TemplateFilter['sortBy']): string =>
  order === 'name' ? foldForSort(row.name) : (row[order] ?? '');

/** A page of the matching templates, and their total number. */
export async function findTemplates(
  tenant: TenantStore,
  filter: TemplateFilter,
): Promise<{ readonly rows: readonly TemplateRow[]; readonly total: number }> {
  const { sortBy } = filter;
  const page = toPageRequest(filter);
  const isAscending = sortsAscending(filter, true);
  const byName = templatesByName(tenant);
  if (sortBy === 'name' && isAscending && !hasFilter(filter)) {
    const { items, total } = await loadCountedPage(byName, page);
    return { rows: items, total };
  }
  const all = (await byName.between({})).filter((row) => matchesFilter(row, filter));
  const rows = sortByValue(all, (row) => getSortKey(row, sortBy), isAscending ? 'asc' : 'desc');
  return { rows: takePage(rows, page), total: rows.length };
}
