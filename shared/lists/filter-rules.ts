// Filters of existing callers by field (docs/interface/lists.md#filter-rules).
import * as z from 'zod';
import { blankToUndefined } from '../http/lenient.ts';
import { isBlank } from '../values/blank.ts';
import { conversionTo } from '../values/conversions.ts';
import { textList } from './list-body.ts';

/** The values that a field may have; an entry matches with any of them. */
export interface FilterRule<F extends string = string> {
  readonly fieldId: F;
  readonly selectedValues: readonly string[];
}

/** The schema of filter rules by these fields, in any case. */
export const filterRulesField = <const F extends readonly [string, ...string[]]>(fields: F) =>
  createRulesField(fields, z.enum(fields));

/** The schema of filter rules by these fields, in any case, and by fields that a tenant defined, by their ids. */
export const filterRulesWithCustomFields = <const F extends readonly [string, ...string[]]>(fields: F) =>
  createRulesField(
    fields,
    z.union([z.enum(fields), z.guid().transform((id) => id.toLowerCase())], {
      error: `must be one of ${fields.join(', ')}, or the id of a custom field`,
    }),
  );

/** The kinds of filter, by the numbers of existing callers: one of some values, and values of two kinds of their own. */
export const filterTypes = { oneOf: 1, oneOfFixed: 4, timeWorked: 202, customField: 301 } as const;

const filterType = z
  .preprocess(conversionTo({ to: 'number' }), z.literal(Object.values(filterTypes)).optional())
  .optional()
  .meta({ description: 'How existing callers call the kind of the field, which the field says by itself.' });

const createRulesField = <S extends z.ZodType<string>>(fields: readonly string[], fieldId: S) => {
  const byName = fields.map((field): [string, string] => [field.toLowerCase(), field]);
  return z
    .preprocess(
      blankToUndefined,
      z
        .array(
          z.object({
            fieldId: z.preprocess(conversionTo({ to: 'named word', byName }), fieldId),
            filterType,
            selectedValues: textList(),
          }),
        )
        .max(100)
        .optional(),
    )
    .default([]);
};

/**
 * A filter that an entry passes when, for each field with values, one of its own values is among them, in any case. A
 * rule without values has no effect.
 */
export function createRuleFilter<T, F extends string>(
  rules: readonly FilterRule<F>[],
  getValues: (entry: T, field: F) => readonly (string | undefined)[],
): ((entry: T) => boolean) | undefined {
  const wanted = Map.groupBy(
    rules.filter(({ selectedValues }) => selectedValues.some((value) => !isBlank(value))),
    ({ fieldId }) => fieldId,
  );
  if (wanted.size === 0) return undefined;
  const sets = [...wanted].map(
    ([field, own]) =>
      [
        field,
        new Set(own.flatMap(({ selectedValues }) => selectedValues.map((value) => value.toLowerCase()))),
      ] as const,
  );
  return (entry) =>
    sets.every(([field, values]) =>
      getValues(entry, field).some((value) => values.has(value?.toLowerCase() ?? '')),
    );
}
