// Cursors of lists: where a page ended, as one opaque text.
import { createHash } from 'node:crypto';
import { type Failure, invalid } from '../errors/failure.ts';

/** Writes a position as an opaque text: base64url (RFC 4648 5) of JSON. */
export const packCursor = (position: unknown): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

/** What a cursor contains; undefined when it contains no JSON. */
function unpack(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}

/** The texts in a cursor, as many; undefined when it contains anything else. */
export function unpackTexts(cursor: string, count: number): readonly string[] | undefined {
  const content = unpack(cursor);
  const isText = (part: unknown): part is string =>
    typeof part === 'string' && part !== '' && part.length <= 1024;
  return Array.isArray(content) && content.length === count && content.every(isText) ? content : undefined;
}

/** The failure for a text that is no cursor of the list. */
export const invalidCursor = (message: string, target = 'cursor'): Failure =>
  invalid([{ code: 'INVALID_FORMAT', message, target }]);

/** Identifies a listing without revealing its name. */
const hashListing = (listing: string): string =>
  createHash('sha256').update(listing).digest('base64url').slice(0, 8);

/** DynamoDB takes sort keys of up to 1,024 bytes; a forged longer one must not reach it. */
const isSortText = (sort: unknown): sort is string =>
  typeof sort === 'string' && sort !== '' && Buffer.byteLength(sort) <= 1024;

/** The cursor after the row with this sort text, good for this listing only. */
export const encodeCursor = (listing: string, sort: string): string =>
  packCursor([hashListing(listing), sort]);

/**
 * The sort text after which a cursor continues.
 * @throws Failure VALIDATION_ERROR when it is not a cursor, or belongs to another listing
 */
export function decodeCursor(listing: string, cursor: string, target = 'cursor'): string {
  const content = unpack(cursor);
  const [hash, sort, ...more]: unknown[] = Array.isArray(content) ? content : [];
  if (hash === hashListing(listing) && isSortText(sort) && more.length === 0) return sort;
  throw invalidCursor(
    `${target} is not a cursor of this list: leave it out to start, or send a next cursor unchanged.`,
    target,
  );
}

/** A page, and the cursor of the next page if there is one. */
export interface CursorPage<T> {
  readonly items: readonly T[];
  readonly next: string | undefined;
}

/** How many rows to query for a page: one more shows whether another page follows, and one is the cursor's own row. */
const cursorPageLimit = (pageSize: number): number => pageSize + 2;

/**
 * Cuts the rows of a query to a page.
 *
 * @param found the rows in the order of the list, `cursorPageLimit` of them, from the cursor's own row on
 * @param after the sort text in the cursor; undefined on the first page
 */
function cutCursorPage<T>(
  listing: string,
  found: readonly T[],
  {
    pageSize,
    after,
    sortOf,
  }: {
    readonly pageSize: number;
    readonly after: string | undefined;
    readonly sortOf: (row: T) => string;
  },
): CursorPage<T> {
  const following = found.filter((row) => sortOf(row) !== after);
  const items = following.slice(0, pageSize);
  const last = items.at(-1);
  const hasNext = following.length > pageSize && last !== undefined;
  return { items, next: hasNext ? encodeCursor(listing, sortOf(last)) : undefined };
}

/**
 * The page of a listing after a cursor.
 *
 * @param listing its name: cursors of other listings are refused
 * @param sortOf the sort text of a row
 * @param query the rows in the order of the list, at most `limit`, after the sort text in the cursor (its own row may be among them)
 * @throws Failure VALIDATION_ERROR when the cursor is not one of this listing
 */
export async function readCursorPage<T>(
  listing: string,
  { pageSize, cursor }: { readonly pageSize: number; readonly cursor?: string | undefined },
  sortOf: (row: T) => string,
  query: (limit: number, after: string | undefined) => Promise<readonly T[]>,
): Promise<CursorPage<T>> {
  const after = cursor === undefined ? undefined : decodeCursor(listing, cursor);
  return cutCursorPage(listing, await query(cursorPageLimit(pageSize), after), { pageSize, after, sortOf });
}
