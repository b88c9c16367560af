// Columns of exports (docs/interface/crm.md#exports).
import { describe, expect, it } from 'vitest';
import { chooseColumns } from './columns.ts';

const columns = [{ name: 'id' }, { name: 'email', isEmail: true }, { name: 'city' }] as const;

describe('an export has', () => {
  it('all columns that the caller may see, or those that are requested, in their order', () => {
    expect(chooseColumns(columns, undefined, true)).toEqual(['id', 'email', 'city']);
    expect(chooseColumns(columns, undefined, false)).toEqual(['id', 'city']);
    expect(chooseColumns(columns, ['city', 'id'], false)).toEqual(['city', 'id']);
  });

  it('no column that the list does not have, and none twice', () => {
    expect(() => chooseColumns(columns, ['id', 'zip'], true)).toThrow(
      'columns[1] must be one of id, email, city, but was zip.',
    );
    expect(() => chooseColumns(columns, ['id', 'city', 'id'], true)).toThrow(
      'The column id is in columns twice.',
    );
  });
});
