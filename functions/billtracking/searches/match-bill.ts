// Decides whether a bill satisfies a saved search, and shows where.
import { foldForSort } from '../../../shared/lists/fold-for-sort.ts';
import type { BillContent } from '../bills/record/bill.ts';
import {
  buildExcerpt,
  buildExcerpts,
  type ExcerptPart,
  findTerm,
  type IndexedText,
  indexText,
  type TextRange,
} from './find-terms.ts';
import type { SearchCriteria } from './search.ts';

/** The texts of a bill in which words are looked for. */
export const searchedFields = ['title', 'alternateTitle', 'summary', 'subjects'] as const;
type SearchedField = (typeof searchedFields)[number];
/** The parts that an excerpt may be of. */
export const excerptFields = [...searchedFields, 'text'] as const;
type ExcerptField = (typeof excerptFields)[number];

/** The part of a bill that searches read. */
export type SearchableBill = Pick<
  BillContent,
  Exclude<SearchedField, 'subjects'> | 'subjects' | 'sponsors' | 'committees' | 'stateId' | 'sessionId'
>;

/** A bill whose words were read once, for all searches. */
export interface IndexedBill {
  readonly bill: SearchableBill;
  readonly texts: ReadonlyMap<SearchedField, IndexedText>;
  /** The text of one of its documents, for searches that look into texts. */
  readonly document?: IndexedDocument | undefined;
}

/** A document of a bill whose words were read. */
interface IndexedDocument {
  readonly id: string;
  readonly title: string;
  readonly text: IndexedText;
}

/** Reads the words of a document. */
export const indexDocument = ({ id, title }: Pick<IndexedDocument, 'id' | 'title'>, text: string) => ({
  id,
  title,
  text: indexText(text.replace(/\s+/g, ' ').trim()),
});

/** Reads the words of a bill. */
export const indexBill = (bill: SearchableBill, document?: IndexedDocument): IndexedBill => ({
  bill,
  document,
  texts: new Map(
    searchedFields.map((field) => [
      field,
      indexText(field === 'subjects' ? bill.subjects.join('; ') : (bill[field] ?? '')),
    ]),
  ),
});

/** What matched in one text of a bill. */
export interface Excerpt {
  readonly field: ExcerptField;
  /** The document in whose text it is. */
  readonly document?: { readonly id: string; readonly title: string } | undefined;
  readonly parts: readonly ExcerptPart[];
}

const isEmptyOrIncludesAny = <T>(searched: readonly T[], values: readonly T[]): boolean =>
  searched.length === 0 || values.some((value) => searched.includes(value));

const matchesTerms = (
  { texts, document }: IndexedBill,
  { allOf, anyOf, noneOf, inTexts }: SearchCriteria,
): boolean => {
  const searched = [...texts.values(), ...(inTexts && document ? [document.text] : [])];
  const hasTerm = (term: string): boolean => searched.some((text) => findTerm(text, term).length > 0);
  return allOf.every(hasTerm) && (anyOf.length === 0 || anyOf.some(hasTerm)) && !noneOf.some(hasTerm);
};

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

/** So many passages of a text are shown. */
const MAX_PASSAGES = 3;

/** The parts of a bill in which the words of a search are, with the words marked. */
export function listExcerpts(
  { texts, document }: IndexedBill,
  { allOf, anyOf, inTexts }: Pick<SearchCriteria, 'allOf' | 'anyOf' | 'inTexts'>,
): readonly Excerpt[] {
  const findRanges = (text: IndexedText): TextRange[] =>
    [...allOf, ...anyOf].flatMap((term) => findTerm(text, term));
  const ofFields = [...texts].flatMap(([field, text]): Excerpt[] => {
    const ranges = findRanges(text);
    return ranges.length === 0 ? [] : [{ field, parts: buildExcerpt(text, ranges) }];
  });
  if (!inTexts || !document) return ofFields;
  const { id, title, text } = document;
  const passages = buildExcerpts(text, findRanges(text), MAX_PASSAGES);
  return [
    ...ofFields,
    ...passages.map((parts): Excerpt => ({ field: 'text', document: { id, title }, parts })),
  ];
}
