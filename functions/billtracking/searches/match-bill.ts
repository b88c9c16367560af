// Decides whether a bill satisfies a saved search, and shows where.
import { foldForSort } from '../../../shared/lists/fold-for-sort.ts';
import type { BillContent } from '../bills/bill.ts';
import {
  buildExcerpt,
  type ExcerptPart,
  findTerm,
  type IndexedText,
  indexText,
  type TextRange,
} from './find-terms.ts';
import type { SearchCriteria, SearchTerms } from './search.ts';

/** The texts of a bill in which words are looked for. */
export const searchedFields = ['title', 'alternateTitle', 'summary', 'subjects'] as const;
export type SearchedField = (typeof searchedFields)[number];

/** The part of a bill that searches read. */
export type SearchableBill = Pick<
  BillContent,
  Exclude<SearchedField, 'subjects'> | 'subjects' | 'sponsors' | 'committees' | 'stateId' | 'sessionId'
>;

/** A bill whose words were read once, for all searches. */
export interface IndexedBill {
  readonly bill: SearchableBill;
  readonly texts: ReadonlyMap<SearchedField, IndexedText>;
}

/** Reads the words of a bill. */
export const indexBill = (bill: SearchableBill): IndexedBill => ({
  bill,
  texts: new Map(
    searchedFields.map((field) => [
      field,
      indexText(field === 'subjects' ? bill.subjects.join('; ') : (bill[field] ?? '')),
    ]),
  ),
});

/** What matched in one text of a bill. */
export interface Excerpt {
  readonly field: SearchedField;
  readonly parts: readonly ExcerptPart[];
}

const isEmptyOrIncludesAny = <T>(searched: readonly T[], values: readonly T[]): boolean =>
  searched.length === 0 || values.some((value) => searched.includes(value));

const hasTerm = ({ texts }: IndexedBill, term: string): boolean =>
  [...texts.values()].some((text) => findTerm(text, term).length > 0);

const matchesTerms = (bill: IndexedBill, { allOf, anyOf, noneOf }: SearchTerms): boolean =>
  allOf.every((term) => hasTerm(bill, term)) &&
  (anyOf.length === 0 || anyOf.some((term) => hasTerm(bill, term))) &&
  !noneOf.some((term) => hasTerm(bill, term));

/** The names by which a sponsor is named: the id of the person, the whole name, and its last word. */
const sponsorNames = ({ name, personId }: BillContent['sponsors'][number]): string[] => [
  ...(personId === undefined ? [] : [foldForSort(personId)]),
  foldForSort(name),
  foldForSort(name.split(' ').at(-1) ?? ''),
];

/** Whether a bill satisfies every condition of a search. */
export const matchesSearch = (indexed: IndexedBill, criteria: SearchCriteria): boolean => {
  const { bill } = indexed;
  return (
    isEmptyOrIncludesAny(criteria.stateIds, [bill.stateId]) &&
    isEmptyOrIncludesAny(criteria.sessionIds, [bill.sessionId]) &&
    isEmptyOrIncludesAny(
      criteria.committeeIds,
      bill.committees.map(({ id }) => id),
    ) &&
    isEmptyOrIncludesAny(criteria.subjects.map(foldForSort), bill.subjects.map(foldForSort)) &&
    isEmptyOrIncludesAny(criteria.sponsors.map(foldForSort), bill.sponsors.flatMap(sponsorNames)) &&
    matchesTerms(indexed, criteria)
  );
};

/** The parts of a bill in which the words of a search are, with the words marked. */
export const listExcerpts = ({ texts }: IndexedBill, { allOf, anyOf }: SearchTerms): readonly Excerpt[] =>
  [...texts].flatMap(([field, text]): Excerpt[] => {
    const ranges: TextRange[] = [...allOf, ...anyOf].flatMap((term) => findTerm(text, term));
    return ranges.length === 0 ? [] : [{ field, parts: buildExcerpt(text, ranges) }];
  });
