// The list requests and pages of existing callers: numbers can be strings, absent values blank, dates of either form
// (docs/interface/lists.md#list-bodies). The filters of each list are in its contract.
import * as z from 'zod';
import { invalid } from '../errors/failure.ts';
import {
  blankToUndefined,
  integerWithDefault,
  optionalBoolean,
  optionalInteger,
  optionalOneOf,
  optionalText,
} from '../http/lenient.ts';
import { countReplyBytes, MAX_REPLY_BYTES } from '../http/reply-size.ts';
import { dayInZone } from '../time/day-in-zone.ts';
import { getRequestZone } from '../time/request-zone.ts';
import { isBlank } from '../values/blank.ts';
import { conversionTo } from '../values/conversions.ts';
import { pageNumberField, sortField, sortsAscending } from './query.ts';
import { directions } from './sort.ts';

/**
 * Entries of a page by default (docs/interface/limits.md#page-sizes), and at most: what existing callers ask for in
 * one (docs/interface/limits.md#page-sizes).
 */
export const DEFAULT_PAGE_SIZE = 50;
export const MAX_PAGE_SIZE = 1000;

/**
 * Converts `03-01-2027`, `03/01/2027` and `2027-03-01T00:00:00` to 2027-03-01, and a moment with an offset to its day in
 * the time zone of the tenant; other values stay as they are.
 */
function toIsoDay(value: unknown): unknown {
  if (isBlank(value)) return undefined;
  if (typeof value !== 'string') return value;
  const american = /^(\d\d)[-/](\d\d)[-/](\d{4})$/.exec(value.trim());
  if (american) return `${american[3]}-${american[1]}-${american[2]}`;
  return dayInZone(value.trim(), getRequestZone()) ?? value.trim();
}

const dayFormats = 'a date as YYYY-MM-DD or MM-DD-YYYY';

/** A required day, such as one in a path. */
export const day = () =>
  z
    .preprocess(toIsoDay, z.iso.date(dayFormats))
    .meta({ description: 'YYYY-MM-DD or MM-DD-YYYY.', example: '2027-03-01' });

/** An optional day; blank means absent. */
export const optionalDay = () =>
  z
    .preprocess(toIsoDay, z.iso.date(dayFormats).optional())
    .optional()
    .meta({ description: 'YYYY-MM-DD or MM-DD-YYYY.', example: '2027-03-01' });

/** From one day to another, both included; either end can be open. */
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

/** Numbers from `min` to `max`, both included; either end can be open. */
export const numberRange = () =>
  z.preprocess(blankToUndefined, z.object({ min: amount(), max: amount() }).optional()).optional();

const toTextList = (value: unknown): unknown => {
  if (isBlank(value)) return [];
  const entries = Array.isArray(value) ? value : [value];
  return entries
    .filter((entry) => !isBlank(entry))
    .map((entry) => (typeof entry === 'number' ? String(entry) : entry));
};

/** A list of texts; also a single text, or blank for none. An empty list does not filter. */
export const textList = () => z.preprocess(toTextList, z.array(z.string().max(200)).max(100)).default([]);

/** A list of some words, in any case; other words are invalid. An empty list does not filter. */
export const enumList = <const W extends readonly [string, ...string[]]>(words: W) =>
  z
    .preprocess(
      toTextList,
      z.preprocess(conversionTo({ to: 'words', words }), z.array(z.enum(words)).max(100)),
    )
    .default([]);

/**
 * The sort field of a list by the names that callers use, in any case; by default the first.
 *
 * @example sortBy({ name: ['coursename'], creditHours: [] })
 */
const sortBy = <const F extends string>(fields: Readonly<Record<F, readonly string[]>>) => {
  const names = Object.keys(fields) as [F, ...F[]];
  const otherNames = names.flatMap((field) =>
    fields[field].map((name): [string, F] => [name.toLowerCase(), field]),
  );
  return sortField(names, Object.fromEntries(otherNames));
};

/** The filters of every list. */
export const commonFilters = {
  searchText: optionalText(200).meta({ description: 'Words in the name, in any case.' }),
  selectedDate: optionalDay().meta({ description: 'Only records that existed on that day.' }),
} as const;

/** What existing callers repeat among the filters; the page is that of the body. */
const repeatedPage = optionalInteger(0).meta({ description: 'Sent by existing callers; it has no effect.' });

/** The filters of a list that refuses names which it does not know: a filter that is ignored selects everything. */
export const knownFilters = <S extends z.ZodRawShape>(filter: S) =>
  z.strictObject({ ...filter, pageNumber: repeatedPage, pageSize: repeatedPage });

/**
 * The body of a list request: page, order, and the filters in `filterBody`.
 *
 * @param fields the sort fields, each with further names that callers use; the first is the default
 * @param filter the filters: an object, or the fields of one that ignores other names
 */
export const listBody = <const F extends string, S extends z.ZodRawShape>(
  fields: Readonly<Record<F, readonly string[]>>,
  filter: S | z.ZodObject<S>,
) => {
  const filters = filter instanceof z.ZodObject ? filter : z.object(filter);
  const filterBody = z.preprocess(conversionTo({ to: 'object' }), filters);
  return z.object({
    itemCount: integerWithDefault(0, 0, MAX_PAGE_SIZE).meta({
      description: `Entries per page, 1 to ${MAX_PAGE_SIZE}; ${DEFAULT_PAGE_SIZE} by default.`,
      example: 10,
    }),
    pageSize: integerWithDefault(0, 0, MAX_PAGE_SIZE).meta({
      description: 'Same as itemCount; used when itemCount is absent.',
    }),
    pageNumber: pageNumberField().meta({ description: 'The number of the page, from 1.', example: 1 }),
    sortBy: sortBy(fields),
    sortDirection: optionalOneOf(directions).meta({ description: 'asc by default.' }),
    isAscending: optionalBoolean().meta({ description: 'The direction, when sortDirection is absent.' }),
    isAsscending: optionalBoolean().meta({ description: 'Same as isAscending, in another spelling.' }),
    // A default that is itself invalid would tell that the field can be left out.
    filterBody: filterBody.safeParse({}).success ? filterBody.prefault({} as never) : filterBody,
  });
};

interface ListBody<F extends string> {
  readonly itemCount: number;
  readonly pageSize: number;
  readonly pageNumber: number;
  readonly sortBy: F;
  readonly sortDirection?: 'asc' | 'desc' | undefined;
  readonly isAscending?: boolean | undefined;
  readonly isAsscending?: boolean | undefined;
}

/** The page and order that a list body requests. */
export const toPageRequest = <F extends string>({
  itemCount,
  pageSize,
  pageNumber: page,
  sortBy: field,
  sortDirection,
  ...ascending
}: ListBody<F>) => ({
  page,
  pageSize: itemCount || pageSize || DEFAULT_PAGE_SIZE,
  sortBy: field,
  sortDirection: sortDirection ?? (sortsAscending(ascending, true) ? 'asc' : 'desc'),
});

/** The page schema of existing callers. */
export const listPage = <S extends z.ZodType>(entry: S) =>
  z.strictObject({
    itemCount: z.int().meta({ description: 'The number of entries on this page.' }),
    totalCount: z.int().meta({ description: 'The number of entries on all pages.' }),
    result: z.array(entry),
  });

/**
 * Asserts that the page fits into a reply. A shortened page would leave out entries that no other page has.
 * @throws Failure 400 when the entries are too large for a reply
 */
function assertFitsReply(entries: readonly unknown[]): void {
  const bytes = entries.length > 200 ? countReplyBytes(JSON.stringify(entries)) : 0;
  if (bytes <= MAX_REPLY_BYTES) return;
  const many = Math.max(1, Math.floor(((entries.length * MAX_REPLY_BYTES) / bytes) * 0.9));
  const message = `${entries.length} entries of this list are ${(bytes / 1e6).toFixed(1)} MB, but a reply can have at most ${MAX_REPLY_BYTES / 1e6} MB; request pages of ${many}.`;
  throw invalid([{ code: 'OUT_OF_RANGE', message, target: 'itemCount' }]);
}

/**
 * Presents a page and the total number of entries.
 * @throws Failure 400 when the entries are too large for a reply
 */
export function presentPage<T>(result: readonly T[], totalCount: number) {
  assertFitsReply(result);
  return { itemCount: result.length, totalCount, result };
}
