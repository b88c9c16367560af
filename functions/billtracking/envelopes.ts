// The success envelopes of area D: data with a message, and pages
// (docs/interface/billtracking.md#success-envelope).
import * as z from 'zod';
import { lenientInteger, optionalBoolean, optionalText } from '../../shared/http/lenient.ts';
import { ok } from '../../shared/http/reply.ts';
import type { PageRequest } from '../../shared/lists/page.ts';
import { pageNumberField, pageSizeField, sortField } from '../../shared/lists/query.ts';
import { isBlank } from '../../shared/values/blank.ts';
import { conversionTo } from '../../shared/values/conversions.ts';

/** The schema of the success envelope around data. */
export const successEnvelope = <S extends z.ZodType>(data: S) =>
  z.strictObject({ data, success: z.literal(true), message: z.string() });

/** 200 with the success envelope. */
export const successReply = <D>(data: D, message: string, extras?: Parameters<typeof ok>[1]) =>
  ok({ data, success: true as const, message }, extras);

const PagingModel = z
  .strictObject({
    pageNumber: z.int().meta({ description: 'From 1.' }),
    pageSize: z.int(),
    totalRecords: z.int(),
    totalPages: z.int(),
  })
  .meta({ id: 'PagingModel', description: 'The position of a page in the whole list.' });

/** The schema of the page envelope around entries. */
export const pageEnvelope = <S extends z.ZodType>(entry: S) =>
  z.strictObject({ collection: z.array(entry), pagingModel: PagingModel });

/** The page that a caller requests. */
export interface PagingFields {
  /** From 1. */
  readonly pageNumber: number;
  readonly pageSize: number;
}

/** The requested page of a list. */
export const toPageRequest = ({ pageNumber: page, pageSize }: PagingFields): PageRequest => ({
  page,
  pageSize,
});

/** 200 with one page of a list. */
export const pageReply = <E>(
  collection: readonly E[],
  { pageNumber, pageSize }: PagingFields,
  totalRecords: number,
) =>
  ok({
    collection,
    pagingModel: { pageNumber, pageSize, totalRecords, totalPages: Math.ceil(totalRecords / pageSize) },
  });

/**
 * The paging fields of a list's body (docs/interface/lists.md#lists-of-area-d), as existing callers send them: numbers
 * as strings, blanks, and `isAsscending` as well as `isAscending`. The first sort field is the default; sort fields are
 * matched ignoring case.
 */
export const pagingFields = <const F extends readonly [string, ...string[]]>(
  fields: F,
  { isAscending }: { readonly isAscending: boolean },
) => {
  const direction = optionalBoolean();
  return {
    pageNumber: pageNumberField().meta({ description: 'From 1.', example: 1 }),
    pageSize: pageSizeField({ largest: 1000 }).meta({ description: 'Entries per page.', example: 20 }),
    sortBy: sortField(fields),
    isAscending: direction.meta({ description: `By default ${isAscending}.` }),
    isAsscending: direction.meta({
      description: 'The same as isAscending, in the spelling of some callers.',
    }),
  };
};

/** A date in a filter: YYYY-MM-DD, or MM-DD-YYYY as existing callers send it; blank is absent. */
export const filterDate = () =>
  z
    .preprocess((input) => {
      if (isBlank(input)) return undefined;
      const [, month = '', day = '', year = ''] =
        /^(\d{1,2})-(\d{1,2})-(\d{4})$/.exec(typeof input === 'string' ? input : '') ?? [];
      return year === '' ? input : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    }, z.iso.date().optional())
    .optional()
    .meta({ format: 'date', example: '2027-02-01' });

const dropBlanks = conversionTo({ to: 'list' });

/** A list of integer ids, as numbers or strings; blank is absent. */
export const idList = () =>
  z.preprocess(dropBlanks, z.array(lenientInteger(0)).max(500).optional()).optional();

/** A list of texts; blank is absent. */
export const textList = () =>
  z.preprocess(dropBlanks, z.array(z.string().max(200)).max(200).optional()).optional();

/** A list of some words, which are in capitals, in any case; others are invalid. Blank is absent. */
export const wordList = <const W extends readonly [string, ...string[]]>(words: W) =>
  z
    .preprocess(
      dropBlanks,
      z.preprocess(
        (sent) =>
          Array.isArray(sent)
            ? sent.map((word) => (typeof word === 'string' ? word.trim().toUpperCase() : word))
            : sent,
        z.array(z.enum(words)).max(200).optional(),
      ),
    )
    .optional();

/** The text search fields of list filters (docs/interface/billtracking.md#common-filters). */
export const textSearchFields = { text: optionalText(200), searchFields: textList() };
