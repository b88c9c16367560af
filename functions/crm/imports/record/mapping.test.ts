// Which columns of a file are which fields (docs/interface/crm.md#imports).
import { describe, expect, it } from 'vitest';
import type { ImportColumn } from './import.ts';
import { applyMapping, assertIsComplete, proposeMapping } from './mapping.ts';

const column = (heading: string, field: string | null = null): ImportColumn => ({
  heading,
  samples: [],
  field,
});
const stored = [column('Name', 'name'), column('Town', 'city'), column('x')];
const apply = (...sent: { readonly index: number; readonly field: string | null }[]) =>
  applyMapping('organizations', stored, sent, []);
const listFaults = (...sent: Parameters<typeof apply>) =>
  apply(...sent).faults.map(({ code, target }) => `${code} ${target}`);

it('headings propose fields; others propose none', () => {
  const proposed = proposeMapping(
    'organizations',
    [column('Organization Name'), column('Favourite colour')],
    [],
  );
  expect(proposed.map(({ field }) => field)).toEqual(['name', null]);
});

describe('a mapping', () => {
  it('changes the columns that are sent, and null leaves one out', () => {
    const { columns, faults } = apply({ index: 1, field: null }, { index: 2, field: 'city' });
    expect(columns.map(({ field }) => field)).toEqual(['name', null, 'city']);
    expect(faults).toEqual([]);
  });

  it('names columns of the file, the last one included', () => {
    expect(listFaults({ index: 2, field: null })).toEqual([]);
    expect(listFaults({ index: 3, field: null })).toEqual(['UNKNOWN_VALUE columns[0].index']);
  });

  it('names a column once, a field that exists, and a field once in the file', () => {
    expect(listFaults({ index: 2, field: null }, { index: 2, field: null })).toEqual([
      'DUPLICATE_VALUE columns[1].index',
    ]);
    expect(listFaults({ index: 2, field: 'colour' })).toEqual(['UNKNOWN_VALUE columns[0].field']);
    expect(listFaults({ index: 2, field: 'city' })).toEqual(['DUPLICATE_VALUE columns[0].field']);
  });
});

describe('a file has what each record needs:', () => {
  it('a name of organizations', () => {
    expect(() => assertIsComplete('organizations', stored)).not.toThrow();
    expect(() => assertIsComplete('organizations', [column('Town', 'city')])).toThrow(
      'No column is mapped to a name',
    );
  });

  it('a committee and a person of memberships', () => {
    expect(() =>
      assertIsComplete('memberships', [column('c', 'committee'), column('e', 'email')]),
    ).not.toThrow();
    expect(() => assertIsComplete('memberships', [column('c', 'committeeId')])).toThrow(
      'No column is mapped to a person',
    );
    expect(() => assertIsComplete('memberships', [])).toThrow(/a committee.*a person/);
  });
});
