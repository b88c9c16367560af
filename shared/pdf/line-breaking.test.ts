// Lines end at blanks, between the words of scripts without blanks, and never before a closing sign.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillLines, splitPieces } from './line-breaking.ts';

const breakLines = (text: string, width: number) =>
  fillLines(splitPieces(text), (line) => [...line].length <= width);

describe('lines', () => {
  it('end at blanks', () => {
    expect(breakLines('one two three', 8)).toEqual(['one two', 'three']);
  });

  it('end within Chinese and Japanese, which have no blanks', () => {
    expect(breakLines('Course 高级县政管理专业', 11)).toHaveLength(2);
    expect(breakLines('Course 高级县政管理专业', 11)[0]).toMatch(/^Course \p{sc=Han}+$/u);
    expect(breakLines('公開会議と議事録', 4).every((line) => [...line].length <= 4)).toBe(true);
  });

  it('end between Thai words', () => {
    expect(breakLines('สวัสดีชาวโลก', 8)).toEqual(['สวัสดี', 'ชาวโลก']);
  });

  it('never begin with a closing sign, and never end with an opening one (JIS X 4051)', () => {
    for (const width of [3, 4, 5, 6, 7])
      for (const line of breakLines('研修「公開会議」、議事録（上級）。', width)) {
        expect(line).not.toMatch(/^[」、。）]/);
        expect(line).not.toMatch(/[「（]$/);
      }
  });

  it('lose no character, and separate none from its marks', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.integer({ min: 1, max: 9 }),
        (text, width) => {
          expect(breakLines(text, width).join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
        },
      ),
    );
    expect(breakLines('กิกิกิ', 2)).toEqual(['กิ', 'กิ', 'กิ']);
  });
});
