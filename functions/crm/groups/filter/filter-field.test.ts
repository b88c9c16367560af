// The filter of a group (docs/interface/groups.md#members-by-a-filter).
import { expect, it } from 'vitest';
import { hasValues, isOneFilter } from './filter-field.ts';

const rule = (...selectedValues: string[]) => ({ fieldId: 'tags', filterType: 4, selectedValues }) as const;

it('a filter has a rule with a value: without one all people would pass', () => {
  expect(hasValues([rule(), rule('', 'vip')])).toBe(true);
  expect([hasValues([]), hasValues([rule()]), hasValues([rule('', '')])]).toEqual([false, false, false]);
});

it('a request names a filter or a view, not both', () => {
  expect(isOneFilter({ filterBody: { filterRules: [] }, viewId: 'v' })).toBe(false);
  expect([
    isOneFilter({ viewId: 'v' }),
    isOneFilter({ filterBody: {}, viewId: null }),
    isOneFilter({}),
  ]).toEqual([true, true, true]);
});
