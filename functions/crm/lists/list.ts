// Lists of area B: pages by number or by cursor, with an exact total (docs/interface/lists.md#lists-of-area-b).
import * as z from 'zod';
import {
  blankToUndefined,
  optionalBoolean,
  optionalOneOf,
  optionalText,
} from '../../../shared/http/lenient.ts';
import type { CountedList, CountedPage } from '../../../shared/lists/counted-list.ts';
import { invalidCursor } from '../../../shared/lists/cursor.ts';
import { takePage } from '../../../shared/lists/page.ts';
import { pageNumberField, pageSizeField } from '../../../shared/lists/query.ts';
import { conversionTo } from '../../../shared/values/conversions.ts';

/** The query parameters of a list. */
export const listQuery = (size: { readonly byDefault: number; readonly largest: number }) =>
  z.object({
    pageIndex: pageNumberField(0).meta({
      description: 'The number of the page, from 0.',
      example: 0,
    }),
    pageSize: pageSizeField(size).meta({
      description: `Entries per page, 1 to ${size.largest}.`,
      example: Math.min(size.byDefault, 50),
    }),
    cursor: optionalText(2000).meta({
      description:
        'The nextCursor of the previous page, with the same pageSize. It replaces pageIndex, and no entry is skipped or repeated when others are added or removed meanwhile.',
    }),
  });

const searchSize = { byDefault: 20, largest: 100 } as const;

const searchCursor = optionalText(2000).meta({ description: 'The nextCursor of the previous page.' });

/** The query parameters of a search. */
export const searchQuery = z.object({
  pageSize: pageSizeField(searchSize).meta({
    description: `Entries per page, 1 to ${searchSize.largest}.`,
    example: 20,
  }),
  cursor: searchCursor,
});

/** The filters that every list with a search has. */
const commonFilters = z.strictObject({
  searchText: optionalText(200).meta({ description: 'Words to find.', example: 'fair' }),
  isActive: optionalBoolean().meta({
    description:
      'Only active ones, or only others; all by default. Without searchText the whole list is read for it; with searchText a page may have fewer entries than pageSize.',
  }),
});

/** The body of a list with a search and these filters (docs/interface/lists.md#lists-of-area-b). */
const pagingBodyWith = <S extends z.ZodType>(filter: S) =>
  z.object({
    pageIndex: pageNumberField(0).meta({ description: 'The number of the page, from 0.', example: 0 }),
    pageSize: pageSizeField({ byDefault: 20, largest: 1000 }).meta({
      description: `Entries per page, 1 to 1000; in a search at most ${searchSize.largest}.`,
      example: 20,
    }),
    cursor: searchCursor,
    filter: z.preprocess(conversionTo({ to: 'object' }), filter).prefault({} as never),
  });

/** The body of a list with a search. */
export const pagingBody = pagingBodyWith(commonFilters).meta({ id: 'PagingRequest' });

/** The body of a list with a search and filter rules. */
export const pagingBodyWithRules = <S extends z.ZodType>(filterRules: S) =>
  pagingBodyWith(commonFilters.extend({ filterRules }));

/** What a search by kind looks for. */
const searchTypes = ['searchText', 'searchEmailText', 'searchContactText'] as const;
export type SearchType = (typeof searchTypes)[number];

/** Searches by kind, as existing callers send them in addition to searchText. */
export const searchesField = z
  .preprocess(
    blankToUndefined,
    z
      .array(z.object({ searchText: optionalText(200), searchType: optionalOneOf(searchTypes) }))
      .max(10)
      .optional(),
  )
  .default([])
  .meta({
    description: 'Searches by kind, as existing callers send them; people have to be found by each.',
  });

/** A page of a list or of a search. */
export const searchPageSchema = <S extends z.ZodType>(entry: S) =>
  pageSchema(entry).extend({
    totalCount: z.int().nullable().meta({
      description:
        'The number of entries on all pages; null for a search with more than one page, which reads no further than the page.',
    }),
  });

/** A page of a list. */
export const pageSchema = <S extends z.ZodType>(entry: S) =>
  z.strictObject({
    data: z.array(entry),
    totalCount: z.int().meta({ description: 'The number of entries on all pages.' }),
    pageIndex: z.int().meta({ description: 'The number of this page, from 0.' }),
    pageSize: z.int(),
    hasNextPage: z.boolean(),
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: 'The cursor of the next page; null on the last one.' }),
  });

/** The page that a caller requests. */
interface PageRequest {
  readonly pageIndex: number;
  readonly pageSize: number;
  readonly cursor?: string | undefined;
}

/**
 * The requested page, with its entries presented. The cursor includes the number of its page, so that pageIndex is
 * right on every page.
 *
 * @throws Failure VALIDATION_ERROR when the cursor is not one of this list
 */
export async function presentPage<T, V>(
  list: CountedList<T>,
  pageRequest: PageRequest,
  presentAll: (entries: readonly T[]) => Promise<readonly V[]> | readonly V[],
) {
  const { pageSize } = pageRequest;
  const { pageIndex, page } = await readPage(list, pageRequest);
  return {
    data: [...(await presentAll(page.items))],
    totalCount: page.total,
    pageIndex,
    pageSize,
    hasNextPage: page.hasNext,
    nextCursor: page.next === undefined ? null : `${pageIndex + 1}.${page.next}`,
  };
}

/**
 * The requested page of entries that were selected from a whole list, without presenting them. Its cursor is the number of
 * the next page.
 *
 * @throws Failure VALIDATION_ERROR when the cursor is not one of this list
 */
export function takeSelectedPage<T>(selected: readonly T[], { pageIndex, pageSize, cursor }: PageRequest) {
  const number = cursor === undefined ? pageIndex : Number(/^(\d{1,9})\.selected$/.exec(cursor)?.[1]);
  if (Number.isNaN(number))
    throw invalidCursor('cursor must be the nextCursor of an earlier page with the same filter, unchanged.');
  const hasNextPage = (number + 1) * pageSize < selected.length;
  return {
    data: takePage(selected, { page: number + 1, pageSize }),
    totalCount: selected.length,
    pageIndex: number,
    pageSize,
    hasNextPage,
    nextCursor: hasNextPage ? `${number + 1}.selected` : null,
  };
}

async function readPage<T>(
  list: CountedList<T>,
  { pageIndex, pageSize, cursor }: PageRequest,
): Promise<{ readonly pageIndex: number; readonly page: CountedPage<T> }> {
  if (cursor === undefined) return { pageIndex, page: await list.page({ pageIndex, pageSize }) };
  const parts = /^(\d{1,9})\.(.+)$/.exec(cursor);
  if (parts?.[1] === undefined || parts[2] === undefined)
    throw invalidCursor('cursor must be the nextCursor of an earlier page, unchanged.');
  return { pageIndex: Number(parts[1]), page: await list.pageAfter(parts[2], pageSize) };
}
