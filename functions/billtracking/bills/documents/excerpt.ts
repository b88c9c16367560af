// The part of a text that shows why a search found it.
import { foldWords } from '../../../../shared/search/words.ts';
import { tellingWords } from '../../word-search.ts';
import { splitParagraphs } from './record/text.ts';

const MAX_EXCERPT = 300;

/** The paragraph that has the most words of a search, around the first of them. */
export function findExcerpt(text: string, search: string): string {
  const beginnings = tellingWords(foldWords(search));
  const countIn = (paragraph: string): number => {
    const words = foldWords(paragraph);
    return beginnings.filter((beginning) => words.some((word) => word.startsWith(beginning))).length;
  };
  let [best, most] = ['', 0];
  for (const paragraph of splitParagraphs(text)) {
    const count = countIn(paragraph);
    if (count > most) [best, most] = [paragraph, count];
    if (most === beginnings.length) break;
  }
  if (best.length <= MAX_EXCERPT) return best;
  const words = best.split(' ');
  const at = words.findIndex((word) => countIn(word) > 0);
  const excerpt = words
    .slice(Math.max(0, at - 12))
    .join(' ')
    .slice(0, MAX_EXCERPT);
  return `${at > 12 ? '… ' : ''}${excerpt.replace(/\s\S*$/, '')} …`;
}
