// Finds and counts the bills that match a filter.

import type { Caller } from '../../../shared/auth/access/access.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { createWorkQueue } from '../../../shared/data/work/work-queue.ts';
import { type ErrorDetail, invalid } from '../../../shared/errors/failure.ts';
import { listSessions } from '../../../shared/legislature/sessions/sessions.ts';
import type { CountedList } from '../../../shared/lists/counted-list.ts';
import { loadCountedPage, type PageRequest, takePage } from '../../../shared/lists/page.ts';
import { FEW_RECORDS } from '../../../shared/search/find-by-hints.ts';
import { type BillRow, billList, listForBill } from '../bills/record/bill-row.ts';
import { billIdsWithNumber, listRows, rowsById } from '../bills/record/store.ts';
import type { BillSettings } from '../bills/settings/bill-settings.ts';
import { billListKinds, filteredStatuses, matchesBillFilter, selectsAllTracked } from './filter.ts';
import { findCandidates } from './find-candidates.ts';
import { type BillOrder, sortBills } from './order.ts';
import type { BillFilter } from './schemas.ts';

interface BillQuery {
  readonly filter: BillFilter;
  readonly settings: BillSettings;
  readonly caller: Caller;
}

const sessionRequired: ErrorDetail = {
  code: 'REQUIRED_FIELD',
  message:
    'sessionId or billNumber must be sent to list bills that are not tracked, or with a token a text to search in all sessions: searchText, text or title.',
  target: 'sessionId',
};

/** How many lists are read at once. */
const CONCURRENT_LISTS = 8;

/** A row that is read by its id costs half a read unit, in which a list has four of the largest rows, and more of others. */
const ROWS_PER_READ = 6;

/**
 * The sessions whose untracked bills are read: those of the filter, or for a search by a caller with a token all of the
 * filter's states. Without a token such a search is refused, because it reads every bill.
 */
async function listSearchedSessions(tenant: TenantStore, { filter, caller }: BillQuery): Promise<number[]> {
  const { sessionId, sessionIds = [], stateIds = [] } = filter;
  const named = [...new Set([...(sessionId === undefined ? [] : [sessionId]), ...sessionIds])];
  if (named.length > 0) return named;
  const isSearch = [filter.searchText, filter.text, filter.title].some((text) => text?.trim());
  if (!isSearch || caller.kind === 'anonymous') throw invalid([sessionRequired]);
  const sessions = await listSessions(tenant);
  return sessions
    .filter(({ stateId }) => stateIds.length === 0 || stateIds.includes(stateId))
    .map(({ id }) => id);
}

/** Whether it costs less to read some bills by their ids than all rows of the lists. */
async function areFewOf(lists: readonly CountedList<BillRow>[], bills: number): Promise<boolean> {
  if (bills <= FEW_RECORDS) return true;
  const inTurn = createWorkQueue(CONCURRENT_LISTS);
  const totals = await Promise.all(lists.map((list) => inTurn(() => list.total())));
  return bills * ROWS_PER_READ <= totals.reduce((sum, total) => sum + total, 0);
}

/**
 * The rows of all bills that match, unsorted. A bill number in the filter is looked up directly. A text is looked up in the
 * index of words, which may find too many bills: the filter decides by their rows. The lists are read for words that many of
 * their bills have.
 */
async function findRows(tenant: TenantStore, query: BillQuery): Promise<BillRow[]> {
  const { filter, settings } = query;
  const selectMatching = (rows: readonly BillRow[]): BillRow[] =>
    rows.filter((row) => matchesBillFilter(row, filter, { settings, tenantCode: tenant.code }));
  const ids = await billIdsWithNumber(tenant, filter.billNumber ?? '');
  if (ids) return selectMatching(await rowsById(tenant, ids));
  const kinds = billListKinds(filteredStatuses(filter, settings));
  const sessions = kinds.includes('untracked') ? await listSearchedSessions(tenant, query) : [];
  const lists = kinds.flatMap((kind) =>
    kind === 'untracked'
      ? sessions.map((session) => billList(tenant, kind, session))
      : [billList(tenant, kind)],
  );
  const candidates = await findCandidates(tenant, filter);
  if (candidates && (await areFewOf(lists, candidates.length))) {
    const names = new Set(lists.map(({ listing }) => listing.name));
    const rows = await rowsById(tenant, candidates);
    return selectMatching(rows.filter((row) => names.has(listForBill(tenant, row).listing.name)));
  }
  // Each list is filtered as soon as it is read, so that not all of them are held at once.
  const inTurn = createWorkQueue(CONCURRENT_LISTS);
  const found = lists.map((list) => inTurn(async () => selectMatching(await listRows(list, tenant))));
  return (await Promise.all(found)).flat();
}

/**
 * A page of the bills that match a filter, and the number of all of them.
 *
 * All tracked bills, the latest action first, are a counted list: every page costs the same. A bill number and the words of
 * a text are looked up, at a cost that does not depend on the number of bills. Other filters and orders, and words that many
 * bills have, read the short rows of the tracked bills (or of the archived ones, or of the untracked ones of a session): one
 * read unit for some eight bills.
 * @throws Failure 400 when the filter selects untracked bills without a session, a bill number or a text
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
