// Compares a bill that is new or whose content changed with the tenant's saved searches, once for all of them.
import type { ChangeEvent } from '../../../shared/change-feed/change-event.ts';
import { decideAndCommit } from '../../../shared/data/decide-and-commit.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { billById } from '../bills/store.ts';
import { buildMatch } from './match.ts';
import { indexBill, listExcerpts, matchesSearch } from './match-bill.ts';
import type { BillSearchItem } from './search.ts';
import { allSearches, insertMatch, searchesThatFound } from './store.ts';

/** The fields of a bill on which a search depends: a change of others, such as its tracking, is not compared. */
const searchedContent: ReadonlySet<string> = new Set([
  'title',
  'alternateTitle',
  'summary',
  'subjects',
  'sponsors',
  'committees',
  'stateId',
  'sessionId',
]);

/** Whether a change may make a search find a bill. */
const mayBeFound = ({ type, data }: ChangeEvent): boolean =>
  type === 'bill.created' ||
  (type === 'bill.updated' && data.fields.some((field) => searchedContent.has(field)));

/** DynamoDB's limit of a transaction is 100 changes. */
const MATCHES_PER_TRANSACTION = 90;

/**
 * Records which searches find the bill of a change. A bill is found once by each, however often this is called: each
 * record is written on the condition that there is none. An archived bill alerts nobody.
 * @param searches all of the tenant's by default
 * @returns how many searches found it now
 */
export async function matchChange(
  tenant: TenantStore,
  change: ChangeEvent,
  now: Date,
  searches?: readonly BillSearchItem[],
): Promise<number> {
  if (!mayBeFound(change)) return 0;
  const all = searches ?? (await allSearches(tenant));
  const bill = all.length > 0 ? await billById(tenant, change.subject, { consistent: true }) : undefined;
  if (!bill || bill.trackingStatus === 'ARCHIVED') return 0;
  const indexed = indexBill(bill);
  const matching = all.filter(
    ({ criteria, createdDate }) => createdDate <= change.time && matchesSearch(indexed, criteria),
  );
  let count = 0;
  for (let start = 0; start < matching.length; start += MATCHES_PER_TRANSACTION) {
    const batch = matching.slice(start, start + MATCHES_PER_TRANSACTION);
    const { found } = await decideAndCommit(async () => {
      const known = await searchesThatFound(
        tenant,
        bill.id,
        batch.map(({ id }) => id),
      );
      const found = batch.filter(({ id }) => !known.has(id));
      return {
        found,
        changes: found.map((search) =>
          insertMatch(tenant, buildMatch(search, bill, listExcerpts(indexed, search.criteria), now)),
        ),
      };
    });
    count += found.length;
  }
  return count;
}
