// Which of the bills that are there a search may find: by the hints of its words, or else the latest of the lists.
import type { TenantStore } from '../../../shared/data/store.ts';
import { listSessions } from '../../../shared/legislature/sessions/sessions.ts';
import { findByHints, intersect } from '../../../shared/search/find-by-hints.ts';
import { areHintsComplete } from '../../../shared/search/word-hints.ts';
import { type BillRow, billList } from '../bills/record/bill-row.ts';
import { rowsById } from '../bills/record/store.ts';
import { parseTerm } from './find-terms.ts';
import type { SearchCriteria } from './search.ts';

/** So many bills are compared at most. */
const MAX_COMPARED = 300;
/** So many lists are read for a search whose words no hints find. */
const MAX_LISTS = 6;

/** Rows that a search may find, and whether they are all of them. */
export interface Candidates {
  readonly rows: readonly BillRow[];
  readonly isComplete: boolean;
}

const findByTerm = (tenant: TenantStore, term: string): Promise<ReadonlySet<string> | undefined> =>
  findByHints(
    tenant,
    'bills',
    parseTerm(term).map(({ word }) => word),
  );

/** The ids of bills that may have the words of a search; undefined when hints do not tell. */
async function findByTerms(
  tenant: TenantStore,
  { allOf, anyOf }: SearchCriteria,
): Promise<ReadonlySet<string> | undefined> {
  if (allOf.length + anyOf.length === 0 || !(await areHintsComplete(tenant, 'bills'))) return undefined;
  const [all, any] = await Promise.all([
    Promise.all(allOf.map((term) => findByTerm(tenant, term))),
    Promise.all(anyOf.map((term) => findByTerm(tenant, term))),
  ]);
  const known = all.filter((ids) => ids !== undefined);
  const knownAny = any.filter((ids) => ids !== undefined);
  // One of several words that hints do not find may be in any bill.
  if (any.length > 0 && knownAny.length === any.length)
    known.push(new Set(knownAny.flatMap((ids) => [...ids])));
  const [first, ...others] = known;
  return first && others.reduce(intersect, first);
}

/** Whether a row satisfies the conditions that rows show. */
const mayMatch =
  ({ stateIds, sessionIds, committeeIds }: SearchCriteria) =>
  ({ stateId, sessionId, committees }: BillRow): boolean =>
    (stateIds.length === 0 || stateIds.includes(stateId)) &&
    (sessionIds.length === 0 || sessionIds.includes(sessionId)) &&
    (committeeIds.length === 0 || committees.some(({ id }) => committeeIds.includes(id)));

/** The latest rows of the tracked bills, and of the sessions that the search names or else the latest ones. */
async function readLatestRows(tenant: TenantStore, criteria: SearchCriteria): Promise<Candidates> {
  const sessions = (await listSessions(tenant))
    .filter(
      ({ id, stateId }) =>
        (criteria.sessionIds.length === 0 || criteria.sessionIds.includes(id)) &&
        (criteria.stateIds.length === 0 || criteria.stateIds.includes(stateId)),
    )
    .sort((a, b) => ((a.startDate ?? '') < (b.startDate ?? '') ? 1 : -1));
  const lists = [
    billList(tenant, 'tracked'),
    ...sessions.slice(0, MAX_LISTS).map(({ id }) => billList(tenant, 'untracked', id)),
  ];
  const pages = await Promise.all(
    lists.map(({ listing }) => tenant.query<BillRow>(listing, { limit: MAX_COMPARED })),
  );
  return {
    rows: pages.flatMap(({ items }) => items),
    isComplete: sessions.length <= MAX_LISTS && pages.every(({ next }) => next === undefined),
  };
}

/** At most some 300 bills that the search may find. */
export async function findSearchCandidates(
  tenant: TenantStore,
  criteria: SearchCriteria,
): Promise<Candidates> {
  const ids = await findByTerms(tenant, criteria);
  const found = ids
    ? {
        rows: await rowsById(tenant, [...ids].slice(0, 2 * MAX_COMPARED)),
        isComplete: ids.size <= 2 * MAX_COMPARED,
      }
    : await readLatestRows(tenant, criteria);
  const rows = found.rows
    .filter(mayMatch(criteria))
    .sort((a, b) => ((a.lastActionOn ?? '') < (b.lastActionOn ?? '') ? 1 : -1));
  return { rows: rows.slice(0, MAX_COMPARED), isComplete: found.isComplete && rows.length <= MAX_COMPARED };
}
