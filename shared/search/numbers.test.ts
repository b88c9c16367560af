import { describe, expect, it } from 'vitest';
import { MIN_DIGITS, toNumberTerm, toNumberWord } from './numbers.ts';

/** Whether a searched text finds a stored number. */
const finds = (text: string, stored: string): boolean => {
  const term = toNumberTerm(text);
  return term !== undefined && toNumberWord(stored).some((word) => word.startsWith(term));
};

describe('a number', () => {
  it.each([
    ['410-555-0134', '(410) 555-0134'],
    ['4105550134', '+1 410 555 0134'],
    ['+1 (410) 555-0134', '410.555.0134'],
    ['001 410 555 0134', '410 555 0134'],
    ['555-0134', '410-555-0134 x12'],
    ['0134', '410-555-0134 ext. 12'],
    // A 0 stands for the country's code within the country (ITU-T E.123).
    ['+353 1 234 5678', '01 234 5678'],
    ['01 234 5678', '+353 1 234 5678'],
    ['+44 20 7946 0958', '020 7946 0958'],
    ['４１０５５５０１３４', '410-555-0134'],
  ])('%s finds %s', (text, stored) => expect(finds(text, stored)).toBe(true));

  it.each([
    ['410-555-0135', '410-555-0134'],
    ['301-555-0134', '410-555-0134'],
    ['410-555', '410-555-0134'],
    ['12', '410-555-0134 x12'],
  ])('%s does not find %s', (text, stored) => expect(finds(text, stored)).toBe(false));

  it('has four digits at least, and nothing but digits and what separates them', () => {
    expect(toNumberTerm('0'.repeat(MIN_DIGITS - 1))).toBeUndefined();
    expect(toNumberTerm('1'.repeat(MIN_DIGITS))).toBeDefined();
    expect(toNumberTerm('Room 1234')).toBeUndefined();
    expect(toNumberWord('123')).toEqual([]);
  });
});
