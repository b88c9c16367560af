// The filters of existing callers as the parameters of reports (docs/interface/lists.md#filter-rules).

import { type ErrorDetail, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { isGuid } from '../../../../shared/values/guid.ts';
import type { FilterRules } from './contract.ts';

/** The ids of the filters; an empty list does not filter. */
export interface FilterIds {
  readonly courseIds: readonly string[];
  readonly personIds: readonly string[];
}

/**
 * Parses filter rules.
 * @throws Failure 400 with an error for each value that is not an id
 */
export function parseFilterRules(rules: FilterRules): FilterIds {
  const details = rules.flatMap(({ selectedValues }, rule) =>
    selectedValues.flatMap((value, index): ErrorDetail[] => {
      const target = `filterBody.filterRules[${rule}].selectedValues[${index}]`;
      const message = `${target} must be a UUID such as 3f2504e0-4f89-41d3-9a0c-0305e82c3301.`;
      return isGuid(value) ? [] : [{ code: 'INVALID_FORMAT', message, target }];
    }),
  );
  throwIfInvalid(details);
  const idsOfField = (field: FilterRules[number]['fieldId']): string[] =>
    rules
      .filter(({ fieldId }) => fieldId === field)
      .flatMap(({ selectedValues }) => selectedValues.map((value) => value.toLowerCase()));
  return { courseIds: idsOfField('courses'), personIds: idsOfField('peopleids') };
}
