// Every language has every text, with the same values in it.
import { expect, it } from 'vitest';
import { languages } from '../../../../shared/languages/languages.ts';
import { type FoundText, listTexts } from '../../../../test/harness/language-texts.ts';
import { getCertificateTexts } from './load-texts.ts';

const describe = ({ path, values }: FoundText): string => `${path}(${values.join(', ')})`;
const list = (language: (typeof languages)[number]) => listTexts(getCertificateTexts(language));

it.each(languages)(
  'the texts in %s are those in English, each with the same values, and none is empty',
  (language) => {
    expect(getCertificateTexts(language).language).toBe(language);
    expect(list(language).map(describe).sort()).toEqual(list('en').map(describe).sort());
    expect(list(language).filter(({ pieces }) => pieces.join('').trim() === '')).toEqual([]);
  },
);
