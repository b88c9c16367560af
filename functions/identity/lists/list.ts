// Lists of area C: pages by an opaque cursor that names the last entry.
import * as z from 'zod';
import type { Page, Position } from '../../../shared/data/store.ts';
import type { Failure } from '../../../shared/errors/failure.ts';
import { optionalText } from '../../../shared/http/lenient.ts';
import { invalidCursor, packCursor, unpackTexts } from '../../../shared/lists/cursor.ts';
import { pageSizeField } from '../../../shared/lists/query.ts';

/** The query parameters of a list. */
export const listQuery = {
  pageSize: pageSizeField().meta({ description: 'Entries per page, 1 to 200.' }),
  cursor: optionalText(2000).meta({ description: 'The nextCursor of the previous page.' }),
};

/** A page of a list: its entries, and the cursor of the next page when there may be one. */
export const pageSchema = <S extends z.ZodType>(items: S) =>
  z.strictObject({
    items: z.array(items),
    nextCursor: z.string().optional().meta({ description: 'Absent on the last page.' }),
  });

/** A page of the interface; `partsOf` names its last entry for the cursor. */
export function presentPage<T, V>(
  { items, next }: Page<T>,
  present: (item: T) => V,
  partsOf: (last: T) => readonly string[],
) {
  const last = items.at(-1);
  return { items: items.map(present), ...(next && last && { nextCursor: packCursor(partsOf(last)) }) };
}

/** The failure for an invalid cursor, or one of another list. */
export const refuseCursor = (): Failure =>
  invalidCursor('cursor must be the nextCursor of an earlier page of this list, unchanged.');

/**
 * Decodes a cursor into the parts that name the last entry of its page.
 * @throws Failure 400 when it is not a cursor of this list
 */
export function decodeCursor(cursor: string, count: number): readonly string[] {
  const parts = unpackTexts(cursor, count);
  if (!parts) throw refuseCursor();
  return parts;
}

/** The range to query for the page after `cursor`; `positionOf` makes the last entry's position from its parts. */
export function buildPageRange(
  query: { readonly pageSize: number; readonly cursor?: string | undefined },
  count: number,
  positionOf: (parts: readonly string[]) => Position,
): { readonly limit: number; readonly after?: Position } {
  if (query.cursor === undefined) return { limit: query.pageSize };
  return { limit: query.pageSize, after: positionOf(decodeCursor(query.cursor, count)) };
}
