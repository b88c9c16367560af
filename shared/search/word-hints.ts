// Hints: which records of an index may have a word. For records with too many words for a search row each in their own
// transaction: bills with their summaries, and courses, which are found by parts of words.
//
// A hint is only a key, so that a read unit has more than a hundred. It is written before its record has the word and stays
// when the record loses it, so none is ever missing; the record decides whether it is found. Where a tenant has records
// from before the index, it is used only once it is complete (npm run admin -- rebuild-directory).
import { type Change, put, remove } from '../data/changes.ts';
import { ERASED_NAME } from '../data/erased-ids.ts';
import type { Key, Partition, TenantStore } from '../data/store.ts';
import { writeBatches } from '../data/write-batches.ts';
import { commonWords, foldWords } from './words.ts';

/** What can be searched by hints. */
export type HintIndex = 'bills' | 'bill-documents' | 'courses';

/** A word of a record; both are in the key. */
interface WordHint {
  readonly type: 'word-hint';
}

/** The mark that every record of an index has its hints. */
interface CompleteHints {
  readonly type: 'word-hints-complete';
}

/** Hints are in partitions by so many characters of their word. */
const PARTITION_LENGTH = 2;
const CONCURRENT_BATCHES = 4;

/**
 * Words without hints: those that nearly every text has, and what an erasure writes in place of a name. That is ASCII: the
 * patterns that fold any text take a cold start a millisecond.
 */
const wordsWithoutHints: readonly string[] = [...commonWords, ...ERASED_NAME.toLowerCase().split(' ')];

const firstCharacters = (word: string): string => [...word].slice(0, PARTITION_LENGTH).join('');
const isLongEnough = (word: string): boolean => [...word].length >= PARTITION_LENGTH;

const hintsOf = (tenant: TenantStore, index: HintIndex, word: string): Partition<{ readonly sk: string }> =>
  tenant.partition(`WORDS#${index}#${firstCharacters(word)}`);
/** Where the hint of a record's word is. */
export const hintKey = (tenant: TenantStore, index: HintIndex, word: string, id: string): Key<WordHint> =>
  tenant.key(`WORDS#${index}#${firstCharacters(word)}`, `${word}#${id}`);
const completeKey = (tenant: TenantStore, index: HintIndex): Key<CompleteHints> =>
  tenant.key(`WORDS#${index}`, 'COMPLETE');

/** The distinct ones of some folded words that get hints. */
export const selectHintedWords = (words: readonly string[]): string[] => [
  ...new Set(words.filter((word) => isLongEnough(word) && !wordsWithoutHints.includes(word))),
];

/** The distinct words of some texts that get hints. */
export const collectHintedWords = (texts: readonly string[]): string[] =>
  selectHintedWords(texts.flatMap(foldWords));

/** Whether hints find every record that has a word with this beginning: no word without hints begins with it. */
export const canFindByHints = (beginning: string): boolean =>
  isLongEnough(beginning) && !wordsWithoutHints.some((word) => word.startsWith(beginning));

/** A record with words that get hints. */
export interface HintedRecord {
  readonly id: string;
  readonly words: readonly string[];
}

const buildChanges = (
  records: readonly HintedRecord[],
  build: (word: string, id: string) => Change,
): Change[] => records.flatMap(({ id, words }) => words.map((word) => build(word, id)));

/** Writes hints. One write unit each, 25 per round trip; writing one again changes nothing. */
export const putHints = (
  tenant: TenantStore,
  index: HintIndex,
  records: readonly HintedRecord[],
): Promise<void> =>
  writeBatches(
    buildChanges(records, (word, id) => put(hintKey(tenant, index, word, id), { type: 'word-hint' })),
    CONCURRENT_BATCHES,
  );

/** Removes the hints of records that no longer exist. */
export const removeHints = (
  tenant: TenantStore,
  index: HintIndex,
  records: readonly HintedRecord[],
): Promise<void> =>
  writeBatches(
    buildChanges(records, (word, id) => remove(hintKey(tenant, index, word, id))),
    CONCURRENT_BATCHES,
  );

/**
 * The ids of the records that may have a word with this beginning, or this very word; undefined when there are more than
 * `limit` hints. One read unit for more than a hundred hints.
 */
export async function findHinted(
  tenant: TenantStore,
  index: HintIndex,
  word: string,
  { limit, isWhole = false }: { readonly limit?: number; readonly isWhole?: boolean },
): Promise<ReadonlySet<string> | undefined> {
  const hints = await tenant.queryAll(hintsOf(tenant, index, word), {
    beginsWith: isWhole ? `${word}#` : word,
    ...(limit !== undefined && { limit: limit + 1 }),
    only: ['sk'],
  });
  if (limit !== undefined && hints.length > limit) return undefined;
  return new Set(hints.map(({ sk }) => sk.slice(sk.lastIndexOf('#') + 1)));
}

/** Whether every record of the index has its hints. One read. */
export const areHintsComplete = async (tenant: TenantStore, index: HintIndex): Promise<boolean> =>
  (await tenant.get(completeKey(tenant, index))) !== undefined;

/** Marks an index as complete: for a tenant without records, or once all of them have their hints. */
export const markHintsComplete = (tenant: TenantStore, index: HintIndex): Change =>
  put(completeKey(tenant, index), { type: 'word-hints-complete' });
