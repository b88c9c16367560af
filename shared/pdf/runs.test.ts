// A text is split by typeface and into lines: every character in a typeface that has it, no line wider than it may be.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadFaces } from './faces/faces.ts';
import { type FaceChooser, fitText, splitRuns } from './runs.ts';

/** Up to U+024F plain, the rest of the first plane wide; combined with a mark only where all of it is. */
const latin: FaceChooser<'plain' | 'wide'> = (grapheme) =>
  /^[\u0020-\u024f]*$/.test(grapheme) ? 'plain' : 'wide';

describe('runsOf', () => {
  it.each([
    ['Åsa', [['plain', 'Åsa']]],
    ['', []],
    // Decomposed letters are composed first; where no composed letter exists, the marks stay separate.
    ['A\u030asa', [['plain', 'Åsa']]],
    [
      'Bo שלום',
      [
        ['plain', 'Bo '],
        ['wide', 'שלום'],
      ],
    ],
    [
      'x\u0323\u0331y',
      [
        ['wide', 'x\u0323\u0331'],
        ['plain', 'y'],
      ],
    ],
    ['名', [['wide', '名']]],
  ])('cuts %j', (text, runs) => {
    expect(splitRuns(text, latin).map(({ face, text: part }) => [face, part])).toEqual(runs);
  });

  it('separates a letter from its mark only where no typeface has both', () => {
    const parted: FaceChooser<'letters' | 'marks'> = (part) =>
      [...part].length > 1 ? undefined : /\p{M}/u.test(part) ? 'marks' : 'letters';
    expect(splitRuns('x\u0323y', parted)).toEqual([
      { face: 'letters', text: 'x' },
      { face: 'marks', text: '\u0323' },
      { face: 'letters', text: 'y' },
    ]);
  });

  it('loses no character of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const runs = splitRuns(text, latin);
        expect(runs.map((run) => run.text).join('')).toBe(text.normalize('NFC'));
      }),
    );
  });
});

describe('setIn', () => {
  /** Every character is half as wide as the text is high. */
  const widthOf = (text: string) => [...text].length / 2;
  const room = { width: 100, largest: 20, smallest: 10, mostLines: 2 };

  it('uses a smaller size on one line before it breaks the line', () => {
    expect(fitText('a'.repeat(10), widthOf, room)).toEqual({ lines: ['a'.repeat(10)], size: 20 });
    expect(fitText('a'.repeat(13), widthOf, room)).toEqual({ lines: ['a'.repeat(13)], size: 15 });
    expect(fitText('aaaa '.repeat(4), widthOf, room).lines).toEqual(['aaaa aaaa', 'aaaa aaaa']);
  });

  it('breaks a word that is too long, and shortens a text that never fits with an ellipsis', () => {
    expect(fitText('a'.repeat(30), widthOf, room).lines.join('')).toBe('a'.repeat(30));
    const cut = fitText('word '.repeat(40), widthOf, room);
    expect(cut.size).toBe(10);
    expect(cut.lines).toHaveLength(2);
    expect(cut.lines[1]?.endsWith('…')).toBe(true);
  });

  it('breaks no word that fits in the smallest size, also to balance lines', () => {
    // A line holds 20 characters at the smallest size, and 15 at the size from which lines are broken.
    expect(fitText(`${'a'.repeat(18)} bbb`, widthOf, room).lines).toEqual(['a'.repeat(18), 'bbb']);
    const words = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 4 }), (lengths, mostLines) => {
        const text = lengths.map((length) => 'w'.repeat(length)).join(' ');
        const { lines } = fitText(text, widthOf, { ...room, mostLines });
        if (!lines.at(-1)?.endsWith('…')) expect(lines.join(' ')).toBe(text);
      }),
    );
  });

  it('makes no line of any text wider than allowed', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 120 }), fc.integer({ min: 1, max: 3 }), (text, mostLines) => {
        const { lines, size } = fitText(text, widthOf, { ...room, mostLines });
        expect(lines.length).toBeLessThanOrEqual(mostLines);
        for (const line of lines) expect(widthOf(line) * size).toBeLessThanOrEqual(room.width);
      }),
    );
  });
});

it('has typefaces for the letters of Europe, the Caucasus and the Near East', async () => {
  const { regular, semibold, wide } = await loadFaces();
  const covered = (text: string, face: typeof regular) =>
    [...text].every((character) => face.covers(character.codePointAt(0) ?? 0));
  for (const face of [regular, semibold])
    expect(covered('ŁódźÅngströmĐặngØreÞórŐrségİzmirȘtefanΑλέξανδροςОлександраЂорђе', face)).toBe(true);
  expect(covered('שלוםمحمدՀայկგიორგი', wide)).toBe(true);
  expect(covered('田中', wide)).toBe(false);
});
