// Compares a bill that is new or whose content changed with the tenant's saved searches, once for all of them.
import type { ChangeEvent } from '../../../shared/change-feed/change-event.ts';
import { decideAndCommit } from '../../../shared/data/decide-and-commit.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import type { BillItem } from '../bills/record/bill.ts';
import { billById } from '../bills/record/store.ts';
import { buildMatch } from './match.ts';
import { indexBill, indexDocument, listExcerpts, matchesSearch } from './match-bill.ts';
import type { BillSearchItem } from './search.ts';
import { findSearchedText, findTextOfDocument, type SearchedText } from './searched-text.ts';
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

/** Whether a change brings a text, into which only the searches that say so look. */
const bringsText = ({ type }: ChangeEvent): boolean => type === 'bill-document.created';

/** The bill of a change, and the text into which searches look: that of a new document, or else its latest one. */
async function loadSearched(
  tenant: TenantStore,
  change: ChangeEvent,
  looksIntoTexts: boolean,
  now: Date,
): Promise<{ readonly bill: BillItem; readonly text: SearchedText | undefined } | undefined> {
  if (bringsText(change)) {
    const text = await findTextOfDocument(tenant, change.subject, now);
    const bill = text && (await billById(tenant, text.billId, { consistent: true }));
    return bill && { bill, text };
  }
  const bill = await billById(tenant, change.subject, { consistent: true });
  return bill && { bill, text: looksIntoTexts ? await findSearchedText(tenant, bill.id, now) : undefined };
}

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
  if (!mayBeFound(change) && !bringsText(change)) return 0;
  const saved = searches ?? (await allSearches(tenant));
  const looking = saved.filter(({ criteria }) => criteria.inTexts);
  const all = bringsText(change) ? looking : saved;
  const searched = all.length > 0 ? await loadSearched(tenant, change, looking.length > 0, now) : undefined;
  if (!searched || searched.bill.trackingStatus === 'ARCHIVED') return 0;
  const { bill, text } = searched;
  const indexed = indexBill(bill, text && indexDocument(text, text.text));
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
