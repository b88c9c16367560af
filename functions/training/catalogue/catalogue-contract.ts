// What the public catalogues of awards, courses and classes have in common: filters, and the parts of their contracts
// (docs/interface/training.md#catalogue-of-awards, #catalogue-of-courses, #catalogue-of-classes).
import * as z from 'zod';
import type { Permission } from '../../../shared/auth/permissions/permissions.ts';
import { commonFilters, day, dayRange, listBody, textList } from '../../../shared/lists/list-body.ts';

/** A column of a list, for clients that let people choose columns. */
const Column = z
  .strictObject({ id: z.string(), name: z.string(), isSortable: z.boolean() })
  .meta({ id: 'Column' });

/** The first and the last day, in the time zone of the tenant; null when there is nothing. */
export const DayExtent = z
  .strictObject({ minStartDate: z.iso.date().nullable(), maxEndDate: z.iso.date().nullable() })
  .meta({ id: 'DayExtent' });

/** The filters of awards and of courses. */
export const catalogueFilters = (records: 'awards' | 'courses') => ({
  ...commonFilters,
  tags: textList().meta({ description: `Tags; ${records} with any of them.` }),
  createdDateRange: dayRange(),
});

/**
 * The bodies of a list and of a count with the same filters.
 * @param fields the sort fields of the list, each with further names that callers use
 */
export const catalogueRequests = <const F extends string, S extends z.ZodRawShape>(
  kind: 'Award' | 'Course',
  fields: Readonly<Record<F, readonly string[]>>,
  filters: S,
) => ({
  list: listBody(fields, filters).meta({ id: `Catalogue${kind}ListRequest` }),
  count: z.object(filters).meta({
    id: `Catalogue${kind}CountRequest`,
    description: 'The filters of the list, without filterBody around them.',
  }),
});

/** The response of a count of these records. */
export const countResponse = (records: string) => ({
  200: { description: `The number of ${records}.`, body: z.int() },
});

/** The parts of the contracts of one catalogue that do not depend on its records. */
export function catalogueConfigs<const T extends string, const P extends Permission>(tag: T, permission: P) {
  const shared = { area: 'training', tags: [tag], access: { permission, token: 'tenant' } } as const;
  const search = { ...shared, method: 'POST', repeatable: true } as const;
  return {
    /** Gets a record or a list without filters. */
    get: { ...shared, method: 'GET' },
    /** Finds records by the filters of a body. */
    search,
    /** Counts the records that a search finds. */
    count: { ...search, description: 'Equals the totalCount of the list with the same filters.' },
    /** Lists the columns of a list. */
    columns: {
      ...shared,
      method: 'GET',
      responses: { 200: { description: 'The columns.', body: z.array(Column) } },
      budget: { roundTrips: 1, readUnits: 3 },
      example: {},
    },
    /** Gets the values of a filter, as of a day. */
    onDay: {
      ...shared,
      method: 'GET',
      params: z.object({
        date: day().meta({ description: 'Only what existed at the end of that day.' }),
      }),
      example: { params: { date: '2099-12-31' } },
    },
  } as const;
}
