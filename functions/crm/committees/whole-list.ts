// Pages of lists that are read as a whole: what belongs to one committee, and a tenant's definitions.
import * as z from 'zod';
import { takePage } from '../../../shared/lists/page.ts';
import { pageNumberField, pageSizeField } from '../../../shared/lists/query.ts';
import { pageSchema } from '../lists/list.ts';

const pageFields = {
  pageIndex: pageNumberField(0).meta({ description: 'The number of the page, from 0.', example: 0 }),
  pageSize: pageSizeField({ byDefault: 100, largest: 1000 }).meta({
    description: 'Entries per page, 1 to 1000.',
    example: 100,
  }),
};

/** The query parameters of such a list, with more of its own. */
export const wholeListQuery = <S extends z.ZodRawShape>(more: S) => z.object({ ...pageFields, ...more });

/** A page of such a list: without cursor, because nothing is saved by one. */
export const wholeListSchema = <S extends z.ZodType>(entry: S) =>
  pageSchema(entry).omit({ nextCursor: true });

/** The requested page. */
export const takeWholeListPage = <T>(
  entries: readonly T[],
  { pageIndex, pageSize }: { readonly pageIndex: number; readonly pageSize: number },
) => ({
  data: takePage(entries, { page: pageIndex + 1, pageSize }),
  totalCount: entries.length,
  pageIndex,
  pageSize,
  hasNextPage: (pageIndex + 1) * pageSize < entries.length,
});
