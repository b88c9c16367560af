// What a request may ask of a list: page, size, order.
import * as z from 'zod';
import { integerWithDefault } from '../http/lenient.ts';
import { conversionTo } from '../values/conversions.ts';

/** The largest page number; cursors reach any page. */
const LAST_PAGE = 1_000_000;

/** The schema of a page's number, from `first` on. */
export const pageNumberField = (first: 0 | 1 = 1) => integerWithDefault(first, first, LAST_PAGE);

/** The entries of a page by default, and at most (docs/interface/limits.md#page-sizes). */
export const pageSizes = { byDefault: 50, largest: 200 } as const;

/** The schema of the number of entries per page, from 1 on. */
export const pageSizeField = ({
  byDefault = pageSizes.byDefault,
  largest = pageSizes.largest,
}: {
  readonly byDefault?: number;
  readonly largest?: number;
} = {}) => integerWithDefault(byDefault, 1, largest);

/** The schema of one of some words, in any case and with or without spaces; the first by default. */
export const oneOfOrFirst = <const W extends readonly [string, ...string[]]>(words: W) =>
  z.preprocess(conversionTo({ to: 'word', words, orFirst: words[0] }), z.enum(words)).prefault(words[0]);

/**
 * The schema of a sort field, in any case; the first by default.
 *
 * @param otherNames further names of fields that callers use, in lower case
 */
export const sortField = <const F extends readonly [string, ...string[]]>(
  fields: F,
  otherNames: Readonly<Record<string, F[number]>> = {},
) => {
  const byName = new Map(Object.entries(otherNames));
  for (const field of fields) byName.set(field.toLowerCase(), field);
  const conversion = conversionTo({ to: 'named word', byName: [...byName], orFirst: fields[0] });
  return z.preprocess(conversion, z.enum(fields)).prefault(fields[0]);
};

/** Whether a request sorts in ascending order: existing callers send the field in two spellings. */
export const sortsAscending = (
  input: { readonly isAscending?: boolean | undefined; readonly isAsscending?: boolean | undefined },
  byDefault: boolean,
): boolean => input.isAscending ?? input.isAsscending ?? byDefault;
