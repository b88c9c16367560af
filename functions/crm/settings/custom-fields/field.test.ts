// Custom fields (docs/interface/crm.md#custom-fields).
import { describe, expect, it } from 'vitest';
import type { CustomFieldItem } from '../../../../shared/directory/record/custom-field.ts';
import { assertSameKind, buildField } from './field.ts';

const field = (sequence: number, tabGroup = 'Details'): CustomFieldItem => ({
  ...{
    type: 'people-field',
    id: `f${sequence}`,
    name: 'f',

    controlTypeId: 0,
    tab: 'Details',
  },
  ...{
    tabGroup,
    sequence,
    isRequired: false,
    version: 1,
    schemaVersion: 1,
    createdDate: '',
    modifiedDate: '',
  },
});
const input = { name: 'Shirt size', controlTypeId: 0 } as const;

describe('a new custom field', () => {
  it('comes last in its group, and first in an empty one', () => {
    expect(buildField(input, [field(4), field(9, 'Other')]).sequence).toBe(5);
    expect(buildField({ ...input, tabGroup: 'New' }, [field(4)]).sequence).toBe(1);
    expect(buildField({ ...input, sequence: 2 }, [field(4)]).sequence).toBe(2);
  });

  it('is the two hundredth, but not the one after it', () => {
    const others = (count: number) => Array.from({ length: count }, (_, index) => field(index));
    expect(() => buildField(input, others(199))).not.toThrow();
    expect(() => buildField(input, others(200))).toThrow('at most 200 are possible');
  });
});

it('a field keeps the kind of its values', () => {
  const before = buildField(input, []);
  expect(() => assertSameKind(before, { ...before, name: 'Size' })).not.toThrow();
  expect(() => assertSameKind(before, { ...before, controlTypeId: 1 })).toThrow('stays 0');
});
