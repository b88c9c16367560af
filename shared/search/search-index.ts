// The search index: one row per word of a record, so that a search reads the rows of one word and nothing else.
//
// The rows are written in the transaction of their record: who has just entered somebody finds them at once, and no row
// can be missing or left behind. A row holds all words of its record, so the other words of a search are compared
// without another read. Rows are in the order word, then name: a word itself comes before the words that begin with it.
import type { Key, Partition, TenantStore } from '../data/store.ts';
import { decodeCursor, encodeCursor } from '../lists/cursor.ts';
import { foldWords } from './words.ts';

/**
 * What can be searched. E-mail addresses are an index of their own, because not all callers see them, and so are numbers, which
 * are found from their end.
 */
export type SearchIndex =
  | 'people'
  | 'people-emails'
  | 'people-numbers'
  | 'organizations'
  | 'committees'
  | 'groups';

/** A word of a record. */
interface SearchRow {
  readonly type: 'search-row';
  readonly id: string;
  /** All words of the record, in alphabetical order, separated by spaces. */
  readonly words: string;
}

/** A row with its key. */
export interface SearchEntry {
  readonly key: Key<SearchRow>;
  readonly item: SearchRow;
}

/** A record as the index knows it. */
export interface SearchedRecord {
  readonly id: string;
  /** Its place in the order by name; unique. */
  readonly sort: string;
  /** The folded words by which it is found. */
  readonly words: readonly string[];
}

/** More words are not indexed: a record and its rows have to fit into one transaction. */
export const MAX_WORDS = 20;
const MAX_WORD_LENGTH = 40;
/** The most rows that one page reads: about twelve read units. A search that needs more continues with its cursor. */
const MAX_ROWS = 480;
/** How many rows are read at once when several words have to match. */
const ROWS_PER_READ = 120;

/** Words are spread over partitions by their first character. */
const partitionName = (index: SearchIndex, word: string): string => `SEARCH#${index}#${[...word][0] ?? ''}`;

const cutWord = (word: string): string => [...word].slice(0, MAX_WORD_LENGTH).join('');

/** The distinct folded words of some texts. */
export const collectWords = (texts: readonly (string | undefined)[]): string[] => [
  ...new Set(texts.flatMap((text) => foldWords(text ?? ''))),
];

/** The rows of a record. */
export function buildSearchEntries(
  tenant: TenantStore,
  index: SearchIndex,
  { id, sort, words: all }: SearchedRecord,
): SearchEntry[] {
  const words = [...new Set(all.map(cutWord))].slice(0, MAX_WORDS).sort();
  const item: SearchRow = { type: 'search-row', id, words: words.join(' ') };
  return words.map((word) => ({ key: tenant.key(partitionName(index, word), `${word}#${sort}`), item }));
}

/** A page of a search. */
export interface SearchPage {
  readonly ids: readonly string[];
  /** The places of the records in the order by name, in the order of the ids. */
  readonly sorts: readonly string[];
  /** The cursor of the next page. A page may be short and still have one: then other records had to be passed over. */
  readonly next: string | undefined;
}

/**
 * The ids of the records that have, for each of the searched words, a word that begins with it. Costs at most some twelve
 * read units a page, however many records there are. Without a word nothing is found.
 *
 * @param terms folded words
 * @throws Failure VALIDATION_ERROR when the cursor is not one of this search
 */
export async function searchIndex(
  tenant: TenantStore,
  index: SearchIndex,
  terms: readonly string[],
  { pageSize, cursor }: { readonly pageSize: number; readonly cursor?: string | undefined },
): Promise<SearchPage> {
  const searched = [...new Set(terms.map(cutWord))];
  // The longest word is probably the rarest.
  const driver = searched.reduce((longest, term) => (term.length > longest.length ? term : longest), '');
  if (driver === '') return { ids: [], sorts: [], next: undefined };
  const others = searched.filter((term) => term !== driver);
  const listing = JSON.stringify([index, driver, ...others]);
  const partition: Partition<SearchRow & { readonly sk: string }> = tenant.partition(
    partitionName(index, driver),
  );
  const ids: string[] = [];
  const sorts: string[] = [];
  let position = cursor === undefined ? undefined : decodeCursor(listing, cursor);
  for (let read = 0; ; ) {
    const limit = Math.min(others.length > 0 ? ROWS_PER_READ : pageSize - ids.length + 1, MAX_ROWS - read);
    const { items, next } = await tenant.query(partition, {
      beginsWith: driver,
      limit,
      ...(position !== undefined && { after: { pk: partition.name, sk: position } }),
    });
    read += items.length;
    for (const row of items) {
      if (ids.length === pageSize) return { ids, sorts, next: encodeCursor(listing, position ?? '') };
      position = row.sk;
      if (!matches(row, driver, others)) continue;
      ids.push(row.id);
      sorts.push(row.sk.slice(row.sk.indexOf('#') + 1));
    }
    if (next === undefined) return { ids, sorts, next: undefined };
    if (ids.length === pageSize || read >= MAX_ROWS)
      return { ids, sorts, next: encodeCursor(listing, position ?? '') };
  }
}

/**
 * The ids of the records that have this word, as they are now. Words are shortened in the index, so a long word also finds
 * records with another one that begins with it.
 */
export async function findByWord(tenant: TenantStore, index: SearchIndex, word: string): Promise<string[]> {
  const cut = cutWord(word);
  const rows = await tenant.queryAll(tenant.partition<SearchRow>(partitionName(index, cut)), {
    beginsWith: `${cut}#`,
    consistent: true,
  });
  return rows.map(({ id }) => id);
}

/** Whether a row counts: the other words match, and it is the record's first row for the searched word. */
function matches(
  { words: all, sk }: { readonly words: string; readonly sk: string },
  driver: string,
  others: readonly string[],
): boolean {
  const words = all.split(' ');
  const first = words.find((word) => word.startsWith(driver));
  return (
    first !== undefined &&
    sk.startsWith(`${first}#`) &&
    others.every((term) => words.some((word) => word.startsWith(term)))
  );
}
