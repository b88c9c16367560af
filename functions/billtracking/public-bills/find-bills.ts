// The bills that a filter wants: a page of them in an order, and their number, both by the same rule.
import type { TenantStore } from '../../../shared/data/store.ts';
import { type ErrorDetail, invalid } from '../../../shared/errors/failure.ts';
import { type BillListKind, type BillRow, billList } from '../bills/bill-row.ts';
import type { BillSettings } from '../bills/settings/bill-settings.ts';
import { billIdsWithNumber, listRows, rowsById } from '../bills/store.ts';
import type { PageRequest } from '../envelopes.ts';
import {
  type BillFilter,
  billListKinds,
  filteredStatuses,
  matchesBillFilter,
  selectsAllTracked,
} from './filter.ts';
import { type BillOrder, sortBills } from './order.ts';

interface BillQuery {
  readonly filter: BillFilter;
  readonly settings: BillSettings;
}

const sessionRequired: ErrorDetail = {
  code: 'REQUIRED_FIELD',
  message: 'sessionId must say of which session bills that are not tracked are wanted, or billNumber which.',
  target: 'sessionId',
};

/** The rows of some shelves. What is not tracked is read by session. */
async function loadRows(
  tenant: TenantStore,
  shelves: readonly BillListKind[],
  { sessionId, sessionIds = [] }: BillFilter,
): Promise<BillRow[]> {
  const sessions = [...new Set([...(sessionId === undefined ? [] : [sessionId]), ...sessionIds])];
  if (shelves.includes('untracked') && sessions.length === 0) throw invalid([sessionRequired]);
  const lists = shelves.flatMap((shelf) =>
    shelf === 'untracked'
      ? sessions.map((session) => billList(tenant, shelf, session))
      : [billList(tenant, shelf)],
  );
  return (await Promise.all(lists.map((list) => listRows(list, tenant)))).flat();
}

/** The rows of all bills that a filter wants, in no order: found by their number where the filter tells one. */
async function findRows(tenant: TenantStore, { filter, settings }: BillQuery): Promise<BillRow[]> {
  const ids = await billIdsWithNumber(tenant, filter.billNumber ?? '');
  const rows = ids
    ? await rowsById(tenant, ids)
    : await loadRows(tenant, billListKinds(filteredStatuses(filter, settings)), filter);
  return rows.filter((row) => matchesBillFilter(row, filter, { settings, tenantCode: tenant.code }));
}

/**
 * A page of the bills that a filter wants, and the number of all.
 *
 * Everything that is tracked, the latest action first, is a counted list: a page costs the same wherever it is. Filters and
 * other orders read the short rows of what is tracked (or archived, or not tracked in a session): a read unit for some
 * ten. A bill number is looked up: that costs the same however many bills there are.
 * @throws Failure 400 when bills that are not tracked are asked for without a session and without a number
 */
export async function findBills(
  tenant: TenantStore,
  asked: BillQuery,
  { sortBy, isAscending, pageNumber, pageSize }: PageRequest & { sortBy: BillOrder; isAscending: boolean },
): Promise<{ readonly rows: readonly BillRow[]; readonly total: number }> {
  const isLatestFirst = sortBy.startsWith('LastAction') && !isAscending;
  if (isLatestFirst && selectsAllTracked(asked.filter)) {
    const { items, total } = await billList(tenant, 'tracked').page({
      pageIndex: pageNumber - 1,
      pageSize,
    });
    return { rows: items, total };
  }
  const rows = sortBills(await findRows(tenant, asked), sortBy, isAscending, asked.settings);
  return { rows: rows.slice((pageNumber - 1) * pageSize, pageNumber * pageSize), total: rows.length };
}

/** The number of bills that a filter wants; read from the counters alone when it is all that are tracked. */
export const countBills = async (tenant: TenantStore, asked: BillQuery): Promise<number> =>
  selectsAllTracked(asked.filter)
    ? billList(tenant, 'tracked').total()
    : (await findRows(tenant, asked)).length;
