// Lists of area B: pages by number or by cursor, with an exact total (docs/interface/lists.md#lists-of-area-b).
import * as z from 'zod';
import type { CountedList, CountedPage } from '../../shared/data/counted-list.ts';
import { invalid } from '../../shared/errors/failure.ts';
import { integerWithDefault, optionalText } from '../../shared/http/lenient.ts';

/** The largest page number; cursors reach any page. */
const MAX_PAGE_INDEX = 1_000_000;

/** The query parameters of a list. */
export const listQuery = ({ pageSize, largest }: { readonly pageSize: number; readonly largest: number }) =>
  z.object({
    pageIndex: integerWithDefault(0, 0, MAX_PAGE_INDEX).meta({
      description: 'The number of the page, from 0.',
      example: 0,
    }),
    pageSize: integerWithDefault(pageSize, 1, largest).meta({
      description: `Entries per page, 1 to ${largest}.`,
      example: Math.min(pageSize, 50),
    }),
    cursor: optionalText(2000).meta({
      description:
        'The nextCursor of the previous page, with the same pageSize. It replaces pageIndex, and no entry is skipped or repeated when others are added or removed meanwhile.',
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
  present: (entry: T) => V,
) {
  const { pageSize } = pageRequest;
  const { pageIndex, page } = await readPage(list, pageRequest);
  return {
    data: page.items.map(present),
    totalCount: page.total,
    pageIndex,
    pageSize,
    hasNextPage: page.hasNext,
    nextCursor: page.next === undefined ? null : `${pageIndex + 1}.${page.next}`,
  };
}

async function readPage<T>(
  list: CountedList<T>,
  { pageIndex, pageSize, cursor }: PageRequest,
): Promise<{ readonly pageIndex: number; readonly page: CountedPage<T> }> {
  if (cursor === undefined) return { pageIndex, page: await list.page({ pageIndex, pageSize }) };
  const parts = /^(\d{1,9})\.(.+)$/.exec(cursor);
  if (parts?.[1] === undefined || parts[2] === undefined) {
    throw invalid([
      {
        code: 'INVALID_FORMAT',
        message: 'cursor must be the nextCursor of an earlier page, unchanged.',
        target: 'cursor',
      },
    ]);
  }
  return { pageIndex: Number(parts[1]), page: await list.pageAfter(parts[2], pageSize) };
}
