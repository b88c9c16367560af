// Which bills may match the texts of a filter, by the hints of their words.
import type { TenantStore } from '../../../shared/data/store.ts';
import {
  billNumberKeys,
  compactBillNumber,
  hasBillNumberForm,
} from '../../../shared/legislature/bill-number.ts';
import { findByHints, intersect, MAX_HINTS } from '../../../shared/search/find-by-hints.ts';
import { areHintsComplete, canFindByHints, findHinted } from '../../../shared/search/word-hints.ts';
import { foldWords } from '../../../shared/search/words.ts';
import { tellingWords } from '../word-search.ts';
import type { BillFilter } from './schemas.ts';

/** The ids of bills that may have all words of a text; undefined when its words are too common. */
const findByWords = (tenant: TenantStore, text: string): Promise<ReadonlySet<string> | undefined> =>
  findByHints(tenant, 'bills', tellingWords(foldWords(text)));

/** The ids of bills that may have a text as their number; undefined when they are not found by hints. */
async function findByNumber(tenant: TenantStore, text: string): Promise<ReadonlySet<string> | undefined> {
  if (!hasBillNumberForm(text)) return new Set();
  const numbers = [compactBillNumber(text), ...billNumberKeys(text).map((key) => key.replaceAll('-', ''))];
  const words = new Set(numbers.flatMap((number) => foldWords(number).slice(0, 1)));
  if (![...words].every(canFindByHints)) return undefined;
  const found = await Promise.all(
    [...words].map((word) => findHinted(tenant, 'bills', word, { limit: MAX_HINTS, isWhole: true })),
  );
  return found.every((ids) => ids !== undefined) ? new Set(found.flatMap((ids) => [...ids])) : undefined;
}

/** The ids of bills that have the words of a text, or the text as their number. */
async function findByText(tenant: TenantStore, text: string): Promise<ReadonlySet<string> | undefined> {
  const [byWords, byNumber] = await Promise.all([findByWords(tenant, text), findByNumber(tenant, text)]);
  return byWords && byNumber && new Set([...byWords, ...byNumber]);
}

/**
 * The ids of all bills that match the texts of a filter, and perhaps of others; undefined when hints do not tell: a filter
 * without a text, words that are too common, or a tenant whose bills do not all have hints.
 */
export async function findCandidates(
  tenant: TenantStore,
  { title = '', text = '', searchText = '' }: Pick<BillFilter, 'title' | 'text' | 'searchText'>,
): Promise<readonly string[] | undefined> {
  const searches = [
    ...(title.trim() ? [findByWords(tenant, title)] : []),
    ...[text, searchText].filter((each) => each.trim()).map((each) => findByText(tenant, each)),
  ];
  if (searches.length === 0) return undefined;
  const [isComplete, ...found] = await Promise.all([areHintsComplete(tenant, 'bills'), ...searches]);
  const [first, ...others] = found.filter((ids) => ids !== undefined);
  return isComplete && first ? [...others.reduce(intersect, first)] : undefined;
}
