// Proves the folding of names (docs/data.md#names: "diacritics and case folded").
import { describe, expect, it } from 'vitest';
import { foldForSort } from './fold-for-sort.ts';

describe('foldForSort', () => {
  it.each([
    ['José', 'jose'],
    ["O'Neill", 'oneill'],
    ['O’Neill', 'oneill'],
    ['Smith-Jones', 'smith-jones'],
    ['  Van   Dyke ', 'van-dyke'],
    ['Łukasz Øst', 'lukasz-ost'],
    ['STRAẞE', 'strasse'],
    ['Anders, Jr.', 'anders-jr'],
    ['山田', '山田'],
    ['#1 Street', '1-street'],
    ['', ''],
  ])('folds %j to %j', (name, folded) => {
    expect(foldForSort(name)).toBe(folded);
  });

  it('gives the same for both encodings of an accent', () => {
    expect(foldForSort('Jos\u0065\u0301')).toBe(foldForSort('Jos\u00e9'));
  });

  it('puts the shorter name first once the key separator follows', () => {
    expect(`${foldForSort('Van')}#zoe` < `${foldForSort('Van Dyke')}#anna`).toBe(true);
  });

  it('is idempotent and stays short enough for a sort key', () => {
    const long = foldForSort('Ab '.repeat(500));
    expect(long.length).toBeLessThanOrEqual(100);
    expect(foldForSort(long)).toBe(long);
  });
});
