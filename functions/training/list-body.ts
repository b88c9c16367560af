// The body that existing callers send for lists, and the page they read: numbers may be strings, absent values blank,
// dates of either form (docs/interface/lists.md#list-bodies). The filters of each list stand in its contract.
import * as z from 'zod';
import { invalid } from '../../shared/errors/failure.ts';
import {
  integerWithDefault,
  normalizeSpelling,
  optionalBoolean,
  optionalText,
} from '../../shared/http/lenient.ts';

/** Pages are numbered up to here. */
const LAST_PAGE = 1_000_000;
/**
 * Entries of a page unless told (docs/interface/limits.md#page-sizes), and at most: what existing callers ask for in
 * one (docs/interface/limits.md#page-sizes).
 */
const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 1000;
/** What a reply can hold: Lambda takes 6 MB, in which the body is a JSON text once more. */
const MAX_REPLY_BYTES = 5_800_000;

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

/** `03-01-2027`, `03/01/2027` and `2027-03-01T00:00:00` as 2027-03-01; whatever else as it is. */
function toIsoDay(value: unknown): unknown {
  if (isBlank(value)) return undefined;
  if (typeof value !== 'string') return value;
  const american = /^(\d\d)[-/](\d\d)[-/](\d{4})$/.exec(value.trim());
  if (american) return `${american[3]}-${american[1]}-${american[2]}`;
  return /^(\d{4}-\d\d-\d\d)T[\d:.]+(Z|[+-]\d\d:?\d\d)?$/.exec(value.trim())?.[1] ?? value.trim();
}

const dayFormats = 'a date as YYYY-MM-DD or MM-DD-YYYY';

/** A day that must be there, such as the one in a path. */
export const day = () =>
  z
    .preprocess(toIsoDay, z.iso.date(dayFormats))
    .meta({ description: 'YYYY-MM-DD or MM-DD-YYYY.', example: '2027-03-01' });

/** An optional day; blank is absent. */
export const optionalDay = () =>
  z
    .preprocess(toIsoDay, z.iso.date(dayFormats).optional())
    .optional()
    .meta({ description: 'YYYY-MM-DD or MM-DD-YYYY.', example: '2027-03-01' });

const blankToUndefined = (value: unknown): unknown => (isBlank(value) ? undefined : value);

/** Days from one to another, both included; either end may be left open. */
export const dayRange = () =>
  z
    .preprocess(blankToUndefined, z.object({ startDate: optionalDay(), endDate: optionalDay() }).optional())
    .optional()
    .meta({ description: 'From startDate to endDate, both included.' });

const toNumber = (value: unknown): unknown =>
  isBlank(value)
    ? undefined
    : typeof value === 'string' && /^\d{1,9}(\.\d{1,4})?$/.test(value.trim())
      ? Number(value)
      : value;
const amount = () => z.preprocess(toNumber, z.number().min(0).optional()).optional();

/** Numbers from `min` to `max`, both included; either end may be left open. */
export const numberRange = () =>
  z.preprocess(blankToUndefined, z.object({ min: amount(), max: amount() }).optional()).optional();

const toTextList = (value: unknown): unknown => {
  if (isBlank(value)) return [];
  const entries = Array.isArray(value) ? value : [value];
  return entries.filter((one) => !isBlank(one)).map((one) => (typeof one === 'number' ? String(one) : one));
};

/** Any number of texts: none when absent or blank, one when it is a text alone. No text means no filter. */
export const textList = () => z.preprocess(toTextList, z.array(z.string().max(200)).max(100)).default([]);

/** Any number of some words, each in any case: what is none of them is refused with their list. No word means no filter. */
export const enumList = <const W extends readonly [string, ...string[]]>(words: W) => {
  const spelled = normalizeSpelling(words);
  return z
    .preprocess(
      (sent) => {
        const entries = toTextList(sent);
        return Array.isArray(entries) ? entries.map(spelled) : entries;
      },
      z.array(z.enum(words)).max(100),
    )
    .default([]);
};

/**
 * The order of a list: fields by the names that callers have for them, in any case; the first is the order unless told.
 *
 * @example sortBy({ name: ['coursename'], creditHours: [] })
 */
const sortBy = <const F extends string>(fields: Readonly<Record<F, readonly string[]>>) => {
  const names = Object.entries<readonly string[]>(fields).flatMap(([field, others]) =>
    [field, ...others].map((name): [string, string] => [name.toLowerCase(), field]),
  );
  const canonical = new Map(names);
  const [first = ''] = Object.keys(fields);
  return z.preprocess(
    (sent) =>
      isBlank(sent)
        ? first
        : typeof sent === 'string'
          ? (canonical.get(sent.trim().toLowerCase()) ?? sent)
          : sent,
    z.enum(Object.keys(fields) as [F, ...F[]]),
  );
};

const direction = z.preprocess(
  (sent) => (isBlank(sent) ? undefined : normalizeSpelling(['asc', 'desc'])(sent)),
  z.enum(['asc', 'desc']).optional(),
);

/** Filters that every list has. */
export const commonFilters = {
  searchText: optionalText(200).meta({ description: 'Words that the name holds, in any case.' }),
  selectedDate: optionalDay().meta({ description: 'Only what existed on that day.' }),
} as const;

/**
 * The body of a list: which page, in which order, under `filterBody` the filters.
 *
 * @param fields the fields it can be ordered by, each with further names callers have for it; the first unless told
 */
export const listBody = <const F extends string, S extends z.ZodRawShape>(
  fields: Readonly<Record<F, readonly string[]>>,
  filter: S,
) =>
  z.object({
    itemCount: integerWithDefault(0, 0, MAX_PAGE_SIZE).meta({
      description: `Entries per page, 1 to ${MAX_PAGE_SIZE}; ${DEFAULT_PAGE_SIZE} unless told.`,
      example: 10,
    }),
    pageSize: integerWithDefault(0, 0, MAX_PAGE_SIZE).meta({
      description: 'The same; counts when itemCount is left out.',
    }),
    pageNumber: integerWithDefault(1, 1, LAST_PAGE).meta({
      description: 'The number of the page, from 1.',
      example: 1,
    }),
    sortBy: sortBy(fields).default(Object.keys(fields)[0] as never),
    sortDirection: direction.optional().meta({ description: 'asc unless told.' }),
    isAscending: optionalBoolean().meta({ description: 'The direction, when sortDirection is left out.' }),
    isAsscending: optionalBoolean().meta({ description: 'The same in another spelling.' }),
    filterBody: z.preprocess((sent) => blankToUndefined(sent) ?? {}, z.object(filter)).prefault({} as never),
  });

interface ListBody<F extends string> {
  readonly itemCount: number;
  readonly pageSize: number;
  readonly pageNumber: number;
  readonly sortBy: F;
  readonly sortDirection?: 'asc' | 'desc' | undefined;
  readonly isAscending?: boolean | undefined;
  readonly isAsscending?: boolean | undefined;
}

/** The page that a list body asks for, and its order, as lists of area A know them. */
export const toPageRequest = <F extends string>({
  itemCount,
  pageSize,
  pageNumber,
  sortBy: field,
  sortDirection,
  isAscending,
  isAsscending,
}: ListBody<F>) => ({
  page: pageNumber,
  pageSize: itemCount || pageSize || DEFAULT_PAGE_SIZE,
  sortBy: field,
  sortDirection: sortDirection ?? ((isAscending ?? isAsscending ?? true) ? 'asc' : 'desc'),
});

/** A page of a list as existing callers read it. */
export const listPage = <S extends z.ZodType>(entry: S) =>
  z.strictObject({
    itemCount: z.int().meta({ description: 'The number of entries on this page.' }),
    totalCount: z.int().meta({ description: 'The number of entries on all pages.' }),
    result: z.array(entry),
  });

/** How many bytes a reply with these entries is, as Lambda hands it on. */
const countReplyBytes = (entries: readonly unknown[]): number =>
  Buffer.byteLength(JSON.stringify(JSON.stringify(entries)));

/**
 * A page is answered whole or not at all: a shorter one would leave out entries that no other page has.
 * @throws Failure 400 when the entries are more than a reply can hold
 */
function assertFitsReply(entries: readonly unknown[]): void {
  const bytes = entries.length > 200 ? countReplyBytes(entries) : 0;
  if (bytes <= MAX_REPLY_BYTES) return;
  const many = Math.max(1, Math.floor(((entries.length * MAX_REPLY_BYTES) / bytes) * 0.9));
  const message = `${entries.length} entries of this list are ${(bytes / 1e6).toFixed(1)} MB, but a reply holds ${MAX_REPLY_BYTES / 1e6}; ask for pages of ${many}.`;
  throw invalid([{ code: 'OUT_OF_RANGE', message, target: 'itemCount' }]);
}

/**
 * The entries of a page and the number of all, as existing callers read them.
 * @throws Failure 400 when the entries are more than a reply can hold
 */
export function presentPage<T>(result: readonly T[], totalCount: number) {
  assertFitsReply(result);
  return { itemCount: result.length, totalCount, result };
}
