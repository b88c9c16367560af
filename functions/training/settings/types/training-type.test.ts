// The rules of level, object and credit types (docs/interface/training.md#types).
import { describe, expect, it } from 'vitest';
import { foldName } from '../../listing/fold-name.ts';
import { applyTypeInput, assertNotInUse, buildType, typeNumber } from './training-type.ts';

const now = new Date('2027-03-01T12:00:00Z');
const later = new Date('2027-03-02T12:00:00Z');
const fellow = buildType('levelType', '1', { name: 'Fellow' }, now);

describe('a type', () => {
  it('is active by default', () => {
    expect(fellow).toMatchObject({ isActive: true, uses: 0, version: 1 });
    expect(buildType('objectType', '2', { name: 'Licence', isActive: false }, now).isActive).toBe(false);
  });

  it('keeps the fields that are not sent, or sent as null, when it is changed', () => {
    expect(applyTypeInput(fellow, { isActive: false }, later)).toEqual({
      ...fellow,
      isActive: false,
      version: 2,
      modifiedDate: later.toISOString(),
    });
    expect(applyTypeInput(fellow, { name: null, isActive: null }, later)).toMatchObject({ name: 'Fellow' });
  });

  it('has an equal name when only case, width or spacing differ', () => {
    expect(foldName('  FELLOW   of the Guild ')).toBe('fellow of the guild');
    expect(foldName('Ｆellow')).toBe('fellow');
    expect(foldName('!')).not.toBe(foldName('?'));
  });

  it('can be removed only when no record uses it', () => {
    expect(() => assertNotInUse(fellow)).not.toThrow();
    expect(() => assertNotInUse({ ...fellow, uses: 1 })).toThrow(/^1 record has the level type Fellow/);
  });
});

it('the number of a type is a positive integer that depends only on the id, not on its case', () => {
  const id = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
  expect(typeNumber(id)).toBe(typeNumber(id.toUpperCase()));
  expect(typeNumber(id)).toBe(1952583192);
  const numbers = Array.from({ length: 500 }, (_, index) =>
    typeNumber(`00000000-0000-4000-8000-${String(index).padStart(12, '0')}`),
  );
  expect(new Set(numbers).size).toBe(500);
  expect(numbers.every((number) => Number.isInteger(number) && number > 0 && number < 2 ** 31)).toBe(true);
});
