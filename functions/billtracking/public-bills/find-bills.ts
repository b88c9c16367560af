// Finds and counts the bills that match a filter.

import type { TenantStore } from '../../../shared/data/store.ts';
import { type ErrorDetail, invalid } from '../../../shared/errors/failure.ts';
import { loadCountedPage, type PageRequest, takePage } from '../../../shared/lists/page.ts';
import { type BillListKind, type BillRow, billList } from '../bills/bill-row.ts';
import type { BillSettings } from '../bills/settings/bill-settings.ts';
import { billIdsWithNumber, listRows, rowsById } from '../bills/store.ts';
import { billListKinds, filteredStatuses, matchesBillFilter, selectsAllTracked } from './filter.ts';
import { type BillOrder, sortBills } from './order.ts';
import type { BillFilter } from './schemas.ts';

interface BillQuery {
  readonly filter: BillFilter;
  readonly settings: BillSettings;
}

const sessionRequired: ErrorDetail = {
  code: 'REQUIRED_FIELD',
  message: 'sessionId or billNumber must be sent to list bills that are not tracked.',
  target: 'sessionId',
};

/** The rows of lists of these kinds. Untracked bills are read by session. */
async function loadRows(
  tenant: TenantStore,
  kinds: readonly BillListKind[],
  { sessionId, sessionIds = [] }: BillFilter,
): Promise<BillRow[]> {
  const sessions = [...new Set([...(sessionId === undefined ? [] : [sessionId]), ...sessionIds])];
  if (kinds.includes('untracked') && sessions.length === 0) throw invalid([sessionRequired]);
  const lists = kinds.flatMap((kind) =>
    kind === 'untracked'
      ? sessions.map((session) => billList(tenant, kind, session))
      : [billList(tenant, kind)],
  );
  return (await Promise.all(lists.map((list) => listRows(list, tenant)))).flat();
}

/** The rows of all bills that match, unsorted. A bill number in the filter is looked up directly. */
async function findRows(tenant: TenantStore, { filter, settings }: BillQuery): Promise<BillRow[]> {
  const ids = await billIdsWithNumber(tenant, filter.billNumber ?? '');
  const rows = ids
    ? await rowsById(tenant, ids)
    : await loadRows(tenant, billListKinds(filteredStatuses(filter, settings)), filter);
  return rows.filter((row) => matchesBillFilter(row, filter, { settings, tenantCode: tenant.code }));
}

/**
 * A page of the bills that match a filter, and the number of all of them.
 *
 * All tracked bills, the latest action first, are a counted list: every page costs the same. Other filters and orders
 * read the short rows of the tracked bills (or of the archived ones, or of the untracked ones of a session): one read
 * unit for some ten bills. A bill number is looked up, at a cost that does not depend on the number of bills.
 * @throws Failure 400 when the filter selects untracked bills without a session and without a bill number
 */
export async function findBills(
  tenant: TenantStore,
  query: BillQuery,
  { sortBy, isAscending, ...page }: PageRequest & { sortBy: BillOrder; isAscending: boolean },
): Promise<{ readonly rows: readonly BillRow[]; readonly total: number }> {
  const isLatestFirst = sortBy.startsWith('LastAction') && !isAscending;
  if (isLatestFirst && selectsAllTracked(query.filter)) {
    const { items, total } = await loadCountedPage(billList(tenant, 'tracked'), page);
    return { rows: items, total };
  }
  const rows = sortBills(await findRows(tenant, query), sortBy, isAscending, query.settings);
  return { rows: takePage(rows, page), total: rows.length };
}

/** The number of bills that match a filter. For all tracked bills, only the counters are read. */
export const countBills = async (tenant: TenantStore, query: BillQuery): Promise<number> =>
  selectsAllTracked(query.filter)
    ? billList(tenant, 'tracked').total()
    : (await findRows(tenant, query)).length;
