// The bills that a filter wants: a page of them in an order, and their number, both by the same rule.
import type { TenantStore } from '../../../shared/data/store.ts';
import { type ErrorDetail, invalid } from '../../../shared/errors/failure.ts';
import { type BillRow, billsOnShelf, type Shelf } from '../bills/bill-row.ts';
import type { BillSettings } from '../bills/settings/bill-settings.ts';
import { billIdsWithNumber, rowsById, rowsOf } from '../bills/store.ts';
import type { WantedPage } from '../envelopes.ts';
import { type BillFilter, isWanted, shelvesOf, statusesOf, wantsAllTracked } from './filter.ts';
import { type BillOrder, inBillOrder } from './order.ts';

interface Asked {
  readonly filter: BillFilter;
  readonly settings: BillSettings;
}

const sessionRequired: ErrorDetail = {
  code: 'REQUIRED_FIELD',
  message: 'sessionId must say of which session bills that are not tracked are wanted, or billNumber which.',
  target: 'sessionId',
};

/** The rows of some shelves. What is not tracked is read by session. */
async function rowsOn(
  tenant: TenantStore,
  shelves: readonly Shelf[],
  { sessionId, sessionIds = [] }: BillFilter,
): Promise<BillRow[]> {
  const sessions = [...new Set([...(sessionId === undefined ? [] : [sessionId]), ...sessionIds])];
  if (shelves.includes('untracked') && sessions.length === 0) throw invalid([sessionRequired]);
  const lists = shelves.flatMap((shelf) =>
    shelf === 'untracked'
      ? sessions.map((session) => billsOnShelf(tenant, shelf, session))
      : [billsOnShelf(tenant, shelf)],
  );
  return (await Promise.all(lists.map((list) => rowsOf(list, tenant)))).flat();
}

/** The rows of all bills that a filter wants, in no order: found by their number where the filter tells one. */
async function wantedRows(tenant: TenantStore, { filter, settings }: Asked): Promise<BillRow[]> {
  const ids = await billIdsWithNumber(tenant, filter.billNumber ?? '');
  const rows = ids
    ? await rowsById(tenant, ids)
    : await rowsOn(tenant, shelvesOf(statusesOf(filter, settings)), filter);
  return rows.filter((row) => isWanted(row, filter, { settings, tenantCode: tenant.code }));
}

/**
 * A page of the bills that a filter wants, and the number of all.
 *
 * Everything that is tracked, the latest action first, is a counted list: a page costs the same wherever it is. Filters and
 * other orders read the short rows of what is tracked (or archived, or not tracked in a session): a read unit for some
 * ten. A bill number is looked up: that costs the same however many bills there are.
 * @throws Failure 400 when bills that are not tracked are asked for without a session and without a number
 */
export async function wantedBills(
  tenant: TenantStore,
  asked: Asked,
  { sortBy, isAscending, pageNumber, pageSize }: WantedPage & { sortBy: BillOrder; isAscending: boolean },
): Promise<{ readonly rows: readonly BillRow[]; readonly total: number }> {
  const isLatestFirst = sortBy.startsWith('LastAction') && !isAscending;
  if (isLatestFirst && wantsAllTracked(asked.filter)) {
    const { items, total } = await billsOnShelf(tenant, 'tracked').page({
      pageIndex: pageNumber - 1,
      pageSize,
    });
    return { rows: items, total };
  }
  const rows = inBillOrder(await wantedRows(tenant, asked), sortBy, isAscending, asked.settings);
  return { rows: rows.slice((pageNumber - 1) * pageSize, pageNumber * pageSize), total: rows.length };
}

/** The number of bills that a filter wants; read from the counters alone when it is all that are tracked. */
export const numberOfWanted = async (tenant: TenantStore, asked: Asked): Promise<number> =>
  wantsAllTracked(asked.filter)
    ? billsOnShelf(tenant, 'tracked').total()
    : (await wantedRows(tenant, asked)).length;
