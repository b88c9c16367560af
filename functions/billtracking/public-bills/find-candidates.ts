// Which bills may match the texts of a filter, by the hints of their words.
import type { TenantStore } from '../../../shared/data/store.ts';
import { areHintsComplete, canFindByHints, findHinted } from '../../../shared/search/word-hints.ts';
import { foldWords } from '../../../shared/search/words.ts';
import { normalizeBillNumber } from '../bills/bill.ts';
import { tellingWords } from '../word-search.ts';
import type { BillFilter } from './schemas.ts';

/** The most hints that are read for a word, about seventeen read units: a search that needs more reads the lists. */
const MAX_HINTS = 2000;
/** So many words of a text are looked up: the longest, and of equally long ones numbers, which are probably the rarest. */
const MAX_WORDS = 3;
const rarity = (word: string): number => word.length + (/\d/.test(word) ? 0.5 : 0);

/** So many bills are read one by one without asking whether reading the lists is cheaper. */
export const FEW_BILLS = 20;

const intersect = (some: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...some].filter((id) => others.has(id)));

/**
 * The ids of bills that may have all words of a text; undefined when its words are too common. The next word is looked up
 * only while there are many bills: reading a few of them costs less.
 */
async function findByWords(tenant: TenantStore, text: string): Promise<ReadonlySet<string> | undefined> {
  const words = tellingWords(foldWords(text))
    .filter(canFindByHints)
    .sort((a, b) => rarity(b) - rarity(a))
    .slice(0, MAX_WORDS);
  let found: ReadonlySet<string> | undefined;
  for (const word of words) {
    if (found && found.size <= FEW_BILLS) break;
    const ids = await findHinted(tenant, 'bills', word, { limit: MAX_HINTS });
    if (ids) found = found ? intersect(found, ids) : ids;
  }
  return found;
}

/** The ids of bills that may have a text as their number; undefined when they are not found by hints. */
async function findByNumber(tenant: TenantStore, text: string): Promise<ReadonlySet<string> | undefined> {
  const number = normalizeBillNumber(text);
  if (!/\d/.test(number)) return new Set();
  const [word = ''] = foldWords(number);
  return canFindByHints(word)
    ? findHinted(tenant, 'bills', word, { limit: MAX_HINTS, isWhole: true })
    : undefined;
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
