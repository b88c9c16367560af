// Proves what a search finds (docs/interface/lists.md#search-text).
import { describe, expect, it } from 'vitest';
import { createChoiceFilter, createTextFilter } from './search-text.ts';

describe('a search', () => {
  it('finds every word, in any order, case and accent, also parts of words', () => {
    const finds = createTextFilter('  nunez BUDG ');
    expect(finds?.('Budgets after Núñez')).toBe(true);
    expect(finds?.('Budgets', undefined, 'Núñez')).toBe(true);
    expect(finds?.('Budgets')).toBe(false);
  });

  it('looks at the whole of a long name', () => {
    expect(createTextFilter('end')?.(`${'word '.repeat(60)}end`)).toBe(true);
  });

  it('is none without a word', () => {
    for (const typed of [undefined, '', ' ', '?!']) expect(createTextFilter(typed)).toBeUndefined();
  });
});

describe('a choice', () => {
  it('is met by any of its texts, in any case', () => {
    const meets = createChoiceFilter(['Elected Officials', 'b']);
    expect(meets?.('clerks', 'elected officials')).toBe(true);
    expect(meets?.('clerks', 'elected')).toBe(false);
    expect(meets?.()).toBe(false);
    expect(createChoiceFilter([])).toBeUndefined();
  });
});
