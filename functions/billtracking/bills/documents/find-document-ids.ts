// Finds the documents that have all words of a search, by their hints.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { invalid } from '../../../../shared/errors/failure.ts';
import { intersect, MAX_HINTS } from '../../../../shared/search/find-by-hints.ts';
import { canFindByHints, findHinted, hintKey } from '../../../../shared/search/word-hints.ts';
import { foldWords } from '../../../../shared/search/words.ts';
import { tellingWords } from '../../word-search.ts';

/** So many words are looked up, the longest. */
const MAX_WORDS = 8;
/** The most documents that are read for a search. */
export const MAX_FOUND = 500;

/** Whether a search finds more documents than are read for one. */
export const isTooMany = (count: number): boolean => count > MAX_FOUND;

const tooCommon = () =>
  invalid([
    {
      code: 'OUT_OF_RANGE',
      message: `text must have a rarer word: more than ${MAX_FOUND} documents have all of its words.`,
      target: 'text',
    },
  ]);

/**
 * The ids of the documents. A word of the search begins a word of the text; one that very many documents have must be a
 * whole word of it. Words of one letter, and those that nearly every text has, are not looked up.
 * @throws Failure 400 when more than 500 documents have all words
 */
export async function findDocumentIds(tenant: TenantStore, search: string): Promise<readonly string[]> {
  const words = [...new Set(tellingWords(foldWords(search)))]
    .filter(canFindByHints)
    .sort((a, b) => b.length - a.length)
    .slice(0, MAX_WORDS);
  if (words.length === 0) return [];
  let found: ReadonlySet<string> | undefined;
  const common: string[] = [];
  for (const word of words) {
    const ids = await findHinted(tenant, 'bill-documents', word, { limit: MAX_HINTS });
    if (ids === undefined) common.push(word);
    else found = found ? intersect(found, ids) : ids;
    if (found?.size === 0) return [];
  }
  if (!found || isTooMany(found.size)) throw tooCommon();
  let ids = [...found];
  for (const word of common) {
    const hints = await tenant.getMany(ids.map((id) => hintKey(tenant, 'bill-documents', word, id)));
    ids = ids.filter((_, index) => hints[index] !== undefined);
  }
  return ids;
}
