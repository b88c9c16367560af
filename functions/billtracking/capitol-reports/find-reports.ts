// Finds the reports of a list: the latest first at constant cost; any other order or filter reads all entries.

import type { TenantStore } from '../../../shared/data/store.ts';
import { foldForSort } from '../../../shared/lists/fold-for-sort.ts';
import { loadCountedPage, takePage } from '../../../shared/lists/page.ts';
import { sortsAscending } from '../../../shared/lists/query.ts';
import { sortByValue } from '../../../shared/lists/sort.ts';
import { toPageRequest } from '../envelopes.ts';
import { getReportTypeLabel } from './content/report-types.ts';
import type { ReportFilter } from './contract.ts';
import { type CapitolReportItem, reportsByAge } from './store.ts';

const isEmptyOrIncludes = (filter: readonly number[] | undefined, value: number | undefined): boolean =>
  filter === undefined || filter.length === 0 || (value !== undefined && filter.includes(value));

function matchesFilter(report: CapitolReportItem, filter: ReportFilter): boolean {
  const { text, stateIds, sessionIds, reportTypes, startDate, endDate } = filter;
  const texts = [report.title, getReportTypeLabel(report.reportType), report.session ?? ''].map(foldForSort);
  return (
    (text === undefined || texts.some((candidate) => candidate.includes(foldForSort(text)))) &&
    isEmptyOrIncludes(stateIds, report.stateId) &&
    isEmptyOrIncludes(sessionIds, report.sessionId) &&
    isEmptyOrIncludes(reportTypes, report.reportType) &&
    (startDate === undefined || report.endDate >= startDate) &&
    (endDate === undefined || report.startDate <= endDate)
  );
}

const hasFilter = ({ text, stateIds, sessionIds, reportTypes, startDate, endDate }: ReportFilter): boolean =>
  [text, startDate, endDate].some((value) => value !== undefined) ||
  [stateIds, sessionIds, reportTypes].some((ids) => ids !== undefined && ids.length > 0);

const getSortKey = (report: CapitolReportItem, order: ReportFilter['sortBy']): string => {
  const value = report[order];
  return typeof value === 'number' ? String(value).padStart(6, '0') : foldForSort(value);
};

/** A page of the matching reports, and their total number. */
export async function findReports(
  tenant: TenantStore,
  filter: ReportFilter,
): Promise<{ readonly reports: readonly CapitolReportItem[]; readonly total: number }> {
  const { sortBy } = filter;
  const page = toPageRequest(filter);
  const isAscending = sortsAscending(filter, false);
  const byAge = reportsByAge(tenant);
  if (sortBy === 'createdDate' && !isAscending && !hasFilter(filter)) {
    const { items, total } = await loadCountedPage(byAge, page);
    return { reports: items, total };
  }
  const found = (await byAge.between({})).filter((report) => matchesFilter(report, filter));
  const all = sortByValue(found, (report) => getSortKey(report, sortBy), isAscending ? 'asc' : 'desc');
  return { reports: takePage(all, page), total: all.length };
}
