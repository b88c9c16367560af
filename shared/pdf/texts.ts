// Collects the texts to be printed that need more than the bundled typefaces.
import type { Faces } from './faces/faces.ts';

/** Every text in a value, at any depth. */
function* collectTexts(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const part of Object.values(value)) yield* collectTexts(part);
}

/** Composes letters with their marks, and replaces lone surrogates. */
export const normalizeForPrint = (text: string): string => text.toWellFormed().normalize('NFC');

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The characters of a text, each with its marks. */
export const splitGraphemes = (text: string): readonly string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment);

/** A text without its last character. */
export const dropLastGrapheme = (text: string): string => splitGraphemes(text).slice(0, -1).join('');

/** Whether a character is invisible: joiners, direction marks, variation selectors. */
export const isInvisible = (character: string): boolean =>
  /^\p{Default_Ignorable_Code_Point}$/u.test(character);

/** Removes invisible characters. */
export const removeInvisible = (text: string): string =>
  text.replace(/\p{Default_Ignorable_Code_Point}/gu, '');

/** Beyond European letters, punctuation and simple signs. */
const uncommonCharacters = /[^\0-\u052f\u1e00-\u22ff\u2500-\u25ff]/;

/** The texts that hold characters which other typefaces than `regular` and `wide` print, or print better. */
export function textsNeedingScripts(content: unknown, { regular, wide }: Faces): readonly string[] {
  const known = new Map<string, boolean>();
  const isPlain = (character: string): boolean => {
    const found = known.get(character);
    if (found !== undefined) return found;
    const point = character.codePointAt(0) ?? 0;
    const plain = regular.covers(point) || (!uncommonCharacters.test(character) && wide.covers(point));
    known.set(character, plain);
    return plain;
  };
  const needy = new Set<string>();
  for (const text of collectTexts(content)) {
    if (/^[\s\x20-\x7e]*$/.test(text)) continue;
    const whole = normalizeForPrint(text);
    if (![...whole].every((character) => /\s/.test(character) || isPlain(character))) needy.add(whole);
  }
  return [...needy];
}
