// Cursors of a listing: where a page ended, as one opaque text that is good for that listing only.
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { invalid } from '../errors/failure.ts';

/** Identifies a listing without revealing its name. */
const hashListing = (listing: string): string =>
  createHash('sha256').update(listing).digest('base64url').slice(0, 8);

/** DynamoDB takes sort keys of up to 1,024 bytes; a forged longer one must not reach it. */
const sortText = z
  .string()
  .min(1)
  .refine((sort) => Buffer.byteLength(sort) <= 1024);
const cursorContent = z.tuple([z.string(), sortText]);

/** The cursor after the row with this sort text: base64url (RFC 4648 5) of JSON. */
export const encodeCursor = (listing: string, sort: string): string =>
  Buffer.from(JSON.stringify([hashListing(listing), sort])).toString('base64url');

/**
 * The sort text after which a cursor continues.
 * @throws Failure VALIDATION_ERROR when it is not a cursor, or belongs to another listing
 */
export function decodeCursor(listing: string, cursor: string, target = 'cursor'): string {
  const refusal = invalid([
    {
      code: 'INVALID_FORMAT',
      message: `${target} is not a cursor of this list: leave it out to start, or send a next cursor unchanged.`,
      target,
    },
  ]);
  let content: unknown;
  try {
    content = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    throw refusal;
  }
  const read = cursorContent.safeParse(content);
  if (!read.success || read.data[0] !== hashListing(listing)) throw refusal;
  return read.data[1];
}
