// Matches the words of a search with the words of a text, without a search index.
import { commonWords, foldWords } from '../../shared/search/words.ts';

/** At most this many different words of a summary are searched. */
export const MAX_WORDS = 300;

/** The distinct words of a text without case and accents, except those of the other texts. */
export function extractWords(text: string, others: readonly string[] = []): string[] {
  const known = new Set(others.flatMap(foldWords));
  return [...new Set(foldWords(text))].filter((word) => !known.has(word)).slice(0, MAX_WORDS);
}

/** The folded words of a search that count beside others. */
export const tellingWords = (searched: readonly string[]): string[] =>
  searched.filter((word) => !commonWords.has(word));

/**
 * Whether each word of the search begins a word of the text. Common words beside others do not count; a search for
 * nothing but common words, such as "IT" or "to be", finds the texts that have each of them. An empty search matches
 * every text; a search without letters and digits, such as `%%%`, matches none.
 */
export function matchesWords(search: string, text: string): boolean {
  const searched = foldWords(search);
  if (searched.length === 0) return search.trim() === '';
  const words = foldWords(text);
  const telling = tellingWords(searched);
  return telling.length === 0
    ? searched.every((word) => words.includes(word))
    : telling.every((beginning) => words.some((word) => word.startsWith(beginning)));
}
