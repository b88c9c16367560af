// Proves the check digit of numbers that people read aloud (H. M. Damm 2004: every single error, every neighbours' swap).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDigit, deriveRecordNumber, parseRecordNumber } from './record-numbers.ts';

const removeHyphens = (text: string) => text.replaceAll('-', '');
const numbers = fc.uuid({ version: 4 }).map((id) => deriveRecordNumber(id, 'confirmation'));

describe('a number to read aloud', () => {
  it("has Damm's check digit: 572 gives 4", () => {
    expect(checkDigit('572')).toBe(4);
    expect(checkDigit('5724')).toBe(0);
  });

  it('is eight or twelve digits in groups of four, the same for the same id', () => {
    fc.assert(fc.property(numbers, (number) => /^\d{4}-\d{4}$/.test(number)));
    const id = '9f1c2b34-0000-4000-8000-00000000002a';
    expect(deriveRecordNumber(id, 'confirmation')).toBe('0000-0427');
    expect(deriveRecordNumber(id, 'certificate')).toMatch(/^\d{4}-\d{4}-\d{4}$/);
  });

  it('is found however it was typed', () => {
    fc.assert(
      fc.property(numbers, (number) => {
        const typed = [
          removeHyphens(number),
          ` ${number.replaceAll('-', ' ')} `,
          number.replaceAll('-', '–'),
        ];
        expect(typed.map((text) => parseRecordNumber(text, 'confirmation'))).toEqual([
          number,
          number,
          number,
        ]);
      }),
    );
  });

  it('is refused with any one digit wrong', () => {
    fc.assert(
      fc.property(numbers, fc.nat(7), fc.integer({ min: 1, max: 9 }), (number, index, by) => {
        const digits = [...removeHyphens(number)];
        digits[index] = String((Number(digits[index]) + by) % 10);
        expect(parseRecordNumber(digits.join(''), 'confirmation')).toBeUndefined();
      }),
    );
  });

  it('is refused with any two neighbours swapped', () => {
    fc.assert(
      fc.property(numbers, fc.nat(6), (number, index) => {
        const digits = [...removeHyphens(number)];
        const [first = '', other = ''] = digits.slice(index, index + 2);
        fc.pre(first !== other);
        digits.splice(index, 2, other, first);
        expect(parseRecordNumber(digits.join(''), 'confirmation')).toBeUndefined();
      }),
    );
  });

  it('is nothing else', () => {
    expect(
      ['', '123', 'abc-def-ghi', '1234567890'].map((text) => parseRecordNumber(text, 'certificate')),
    ).toEqual(Array(4).fill(undefined));
  });
});
