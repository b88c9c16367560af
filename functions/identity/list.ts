// Lists of area C: pages by an opaque cursor that names the last entry.
import * as z from 'zod';
import type { Position } from '../../shared/data/store.ts';
import { type Failure, invalid } from '../../shared/errors/failure.ts';
import { integerWithDefault, optionalText } from '../../shared/http/lenient.ts';

/** The query parameters of a list. */
export const listQuery = {
  pageSize: integerWithDefault(50, 1, 200).meta({ description: 'Entries per page, 1 to 200.' }),
  cursor: optionalText(2000).meta({ description: 'The nextCursor of the previous page.' }),
};

/** A page of a list: its entries, and the cursor of the next page when there may be one. */
export const pageSchema = <S extends z.ZodType>(items: S) =>
  z.strictObject({
    items: z.array(items),
    nextCursor: z.string().optional().meta({ description: 'Absent on the last page.' }),
  });

const CursorParts = z.array(z.string().min(1).max(1024)).min(1).max(4);

/** Encodes a cursor from the parts that name the last entry. */
export const encodeCursor = (parts: readonly string[]): string =>
  Buffer.from(JSON.stringify(parts), 'utf8').toString('base64url');

/**
 * Decodes a cursor into its parts.
 * @throws Failure 400 when it is not a cursor of this list
 */
export function decodeCursor(cursor: string, count: number): readonly string[] {
  try {
    const parts = CursorParts.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
    if (parts.length === count) return parts;
  } catch {
    // Falls through: the caller does not need to know why it is invalid.
  }
  throw invalidCursor();
}

/** The failure for an invalid cursor, or one of another list. */
export const invalidCursor = (): Failure =>
  invalid([
    {
      code: 'INVALID_FORMAT',
      message: 'cursor must be the nextCursor of an earlier page of this list, unchanged.',
      target: 'cursor',
    },
  ]);

/** The range to query for the page after `cursor`; `positionOf` makes the last entry's position from its parts. */
export function buildPageRange(
  query: { readonly pageSize: number; readonly cursor?: string | undefined },
  count: number,
  positionOf: (parts: readonly string[]) => Position,
): { readonly limit: number; readonly after?: Position } {
  if (query.cursor === undefined) return { limit: query.pageSize };
  return { limit: query.pageSize, after: positionOf(decodeCursor(query.cursor, count)) };
}
