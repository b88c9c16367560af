// By what a text finds people: their words, an e-mail address, or a number (docs/interface/crm.md#search).
import { foldId } from '../../../shared/search/name-words.ts';
import { toNumberTerm } from '../../../shared/search/numbers.ts';
import { collectWords, type SearchIndex } from '../../../shared/search/search-index.ts';
import type { SearchType } from '../lists/list.ts';

/** Where a search of people looks, and for which beginnings of words. Without a word nothing is found. */
export interface PeopleSearch {
  readonly index: Extract<SearchIndex, 'people' | 'people-emails' | 'people-numbers'>;
  readonly terms: readonly string[];
}

/** Whether a text may be an id such as AM-1023: one word with letters, digits and signs. */
const isTypedId = (text: string): boolean =>
  /^(?=.*\p{L})(?=.*\d)[\p{L}\d]+(?:[-_./][\p{L}\d]+)+$/u.test(text);

const findByNumber = (text: string): PeopleSearch | undefined => {
  const term = toNumberTerm(text);
  return term === undefined ? undefined : { index: 'people-numbers', terms: [term] };
};

const findByEmail = (text: string, showsEmails: boolean): PeopleSearch => ({
  index: 'people-emails',
  terms: showsEmails ? [text.trim().toLowerCase()] : [],
});

/** What a text searches: with an @ addresses, where the caller sees them; with digits alone numbers; otherwise words. */
export function findPeopleSearch(text: string, showsEmails: boolean): PeopleSearch {
  const sought = text.trim();
  if (sought.includes('@') && showsEmails) return findByEmail(sought, showsEmails);
  const words = isTypedId(sought) ? [foldId(sought)] : collectWords([text]);
  return findByNumber(sought) ?? { index: 'people', terms: words };
}

/** The texts of a list's filter, by their kind. */
interface SearchTexts {
  readonly searchText?: string | undefined;
  readonly searchEmailText?: string | undefined;
  readonly searchContactText?: string | undefined;
  readonly search: readonly {
    readonly searchText?: string | undefined;
    readonly searchType?: SearchType | undefined;
  }[];
}

/** What a list searches: a person has to be found by each. Existing callers send a text more than once. */
export function listPeopleSearches(
  { search, searchText, searchEmailText, searchContactText }: SearchTexts,
  showsEmails: boolean,
): PeopleSearch[] {
  const kinds: Readonly<Record<SearchType, (text: string) => PeopleSearch>> = {
    searchText: (text) => findPeopleSearch(text, showsEmails),
    searchEmailText: (text) => findByEmail(text, showsEmails),
    searchContactText: (text) => findByNumber(text) ?? findByEmail(text, showsEmails),
  };
  const sent: SearchTexts['search'] = [
    { searchType: 'searchText', searchText },
    { searchType: 'searchEmailText', searchText: searchEmailText },
    { searchType: 'searchContactText', searchText: searchContactText },
    ...search,
  ];
  const searches = new Map(
    sent.flatMap(({ searchType = 'searchText', searchText: text }) => {
      const found = text === undefined ? undefined : kinds[searchType](text);
      return found ? [[JSON.stringify(found), found] as const] : [];
    }),
  );
  return [...searches.values()];
}
