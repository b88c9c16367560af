// The body that existing callers send for lists, and the page they read: numbers may be strings, absent values blank,
// dates of either form (gap-facts.md 3.6 and 4.3). The filters of each list stand in its contract.
import * as z from 'zod';
import { integerOr, text } from '../../shared/http/lenient.ts';

/** Pages are numbered up to here. */
const LAST_PAGE = 1_000_000;
/** Entries of a page unless told, and at most (interface.md 8). */
const USUAL = 50;
const MOST = 200;

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

/** `03-01-2027`, `03/01/2027` and `2027-03-01T00:00:00` as 2027-03-01; whatever else as it is. */
function isoDay(value: unknown): unknown {
  if (isBlank(value)) return undefined;
  if (typeof value !== 'string') return value;
  const american = /^(\d\d)[-/](\d\d)[-/](\d{4})$/.exec(value.trim());
  if (american) return `${american[3]}-${american[1]}-${american[2]}`;
  return /^(\d{4}-\d\d-\d\d)T[\d:.]+(Z|[+-]\d\d:?\d\d)?$/.exec(value.trim())?.[1] ?? value.trim();
}

const eitherForm = 'a date as YYYY-MM-DD or MM-DD-YYYY';

/** A day that must be there, such as the one in a path. */
export const day = () =>
  z
    .preprocess(isoDay, z.iso.date(eitherForm))
    .meta({ description: 'YYYY-MM-DD or MM-DD-YYYY.', example: '2027-03-01' });

/** An optional day; blank is absent. */
export const optionalDay = () =>
  z
    .preprocess(isoDay, z.iso.date(eitherForm).optional())
    .optional()
    .meta({ description: 'YYYY-MM-DD or MM-DD-YYYY.', example: '2027-03-01' });

const orNothing = (value: unknown): unknown => (isBlank(value) ? undefined : value);

/** Days from one to another, both included; either end may be left open. */
export const dayRange = () =>
  z
    .preprocess(orNothing, z.object({ startDate: optionalDay(), endDate: optionalDay() }).optional())
    .optional()
    .meta({ description: 'From startDate to endDate, both included.' });

const numeric = (value: unknown): unknown =>
  isBlank(value)
    ? undefined
    : typeof value === 'string' && /^\d{1,9}(\.\d{1,4})?$/.test(value.trim())
      ? Number(value)
      : value;
const amount = () => z.preprocess(numeric, z.number().min(0).optional()).optional();

/** Numbers from `min` to `max`, both included; either end may be left open. */
export const numberRange = () =>
  z.preprocess(orNothing, z.object({ min: amount(), max: amount() }).optional()).optional();

const listed = (value: unknown): unknown => {
  if (isBlank(value)) return [];
  const entries = Array.isArray(value) ? value : [value];
  return entries.filter((one) => !isBlank(one)).map((one) => (typeof one === 'number' ? String(one) : one));
};

/** Any number of texts: none when absent or blank, one when it is a text alone. No text means no filter. */
export const texts = () => z.preprocess(listed, z.array(z.string().max(200)).max(100)).default([]);

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
  (sent) => (isBlank(sent) ? 'asc' : typeof sent === 'string' ? sent.trim().toLowerCase() : sent),
  z.enum(['asc', 'desc']),
);

/** Filters that every list has. */
export const filters = {
  searchText: text(200).meta({ description: 'Words that the name holds, in any case.' }),
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
    itemCount: integerOr(0, 0, MOST).meta({
      description: `Entries per page, 1 to ${MOST}; ${USUAL} unless told.`,
      example: 10,
    }),
    pageSize: integerOr(0, 0, MOST).meta({ description: 'The same; counts when itemCount is left out.' }),
    pageNumber: integerOr(1, 1, LAST_PAGE).meta({
      description: 'The number of the page, from 1.',
      example: 1,
    }),
    sortBy: sortBy(fields).default(Object.keys(fields)[0] as never),
    sortDirection: direction.default('asc'),
    filterBody: z.preprocess((sent) => orNothing(sent) ?? {}, z.object(filter)).prefault({} as never),
  });

/** The page that a list body asks for, as lists of area A know it. */
export const pageWanted = ({
  itemCount,
  pageSize,
  pageNumber,
}: {
  readonly itemCount: number;
  readonly pageSize: number;
  readonly pageNumber: number;
}): { readonly page: number; readonly pageSize: number } => ({
  page: pageNumber,
  pageSize: itemCount || pageSize || USUAL,
});

/** A page of a list as existing callers read it. */
export const listPage = <S extends z.ZodType>(entry: S) =>
  z.strictObject({
    itemCount: z.int().meta({ description: 'The number of entries on this page.' }),
    totalCount: z.int().meta({ description: 'The number of entries on all pages.' }),
    result: z.array(entry),
  });

/** The entries of a page and the number of all, as existing callers read them. */
export const shownPage = <T>(result: readonly T[], totalCount: number) => ({
  itemCount: result.length,
  totalCount,
  result,
});
