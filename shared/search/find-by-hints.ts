// Finds the records that may have several words, by hints.
import type { TenantStore } from '../data/store.ts';
import { canFindByHints, findHinted, type HintIndex } from './word-hints.ts';

/** The most hints that are read for a word, about seventeen read units: a search that needs more reads the lists. */
export const MAX_HINTS = 2000;
/** So many words are looked up: the longest, and of equally long ones numbers, which are probably the rarest. */
const MAX_WORDS = 3;
const estimateRarity = (word: string): number => word.length + (/\d/.test(word) ? 0.5 : 0);

/** So many records are read one by one without asking whether reading a list is cheaper. */
export const FEW_RECORDS = 20;

export const intersect = (some: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...some].filter((id) => others.has(id)));

/**
 * The ids of the records that may have words with all of these beginnings; undefined when the words are too common. The next
 * word is looked up only while there are many records: reading a few of them costs less.
 */
export async function findByHints(
  tenant: TenantStore,
  index: HintIndex,
  beginnings: readonly string[],
): Promise<ReadonlySet<string> | undefined> {
  const words = [...new Set(beginnings)]
    .filter(canFindByHints)
    .sort((a, b) => estimateRarity(b) - estimateRarity(a))
    .slice(0, MAX_WORDS);
  let found: ReadonlySet<string> | undefined;
  for (const word of words) {
    if (found && found.size <= FEW_RECORDS) break;
    const ids = await findHinted(tenant, index, word, { limit: MAX_HINTS });
    if (ids) found = found ? intersect(found, ids) : ids;
  }
  return found;
}
