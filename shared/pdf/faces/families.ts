// Which of the typefaces that come as packages a character may be printed in, by its script.

/** The language of Chinese characters: they are written differently in Chinese, Japanese and Korean. */
export type CjkLanguage = 'japanese' | 'korean';

/** For each typeface the characters it is for. Serifs where there are any, as EB Garamond has them. */
const familyCharacters = {
  'noto-serif-sc': /[\p{scx=Han}\p{scx=Bopo}\uff00-\uffef]/u,
  'noto-serif-jp': /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\uff00-\uffef]/u,
  // Its Chinese characters are those of the others; they would take another 2 MB.
  'noto-serif-kr': /\p{scx=Hang}/u,
  'noto-naskh-arabic': /\p{scx=Arab}/u,
  'noto-serif-armenian': /\p{scx=Armn}/u,
  'noto-serif-bengali': /\p{scx=Beng}/u,
  'noto-sans-cherokee': /\p{scx=Cher}/u,
  'noto-serif-devanagari': /\p{scx=Deva}/u,
  'noto-serif-ethiopic': /\p{scx=Ethi}/u,
  'noto-serif-georgian': /\p{scx=Geor}/u,
  'noto-serif-gujarati': /\p{scx=Gujr}/u,
  'noto-serif-gurmukhi': /\p{scx=Guru}/u,
  'noto-serif-hebrew': /\p{scx=Hebr}/u,
  'noto-serif-kannada': /\p{scx=Knda}/u,
  'noto-serif-khmer': /\p{scx=Khmr}/u,
  'noto-serif-lao': /\p{scx=Laoo}/u,
  'noto-serif-malayalam': /\p{scx=Mlym}/u,
  'noto-sans-myanmar': /\p{scx=Mymr}/u,
  'noto-serif-oriya': /\p{scx=Orya}/u,
  'noto-serif-sinhala': /\p{scx=Sinh}/u,
  'noto-sans-syriac': /\p{scx=Syrc}/u,
  'noto-serif-tamil': /\p{scx=Taml}/u,
  'noto-serif-telugu': /\p{scx=Telu}/u,
  'noto-sans-thaana': /\p{scx=Thaa}/u,
  'noto-serif-thai': /\p{scx=Thai}/u,
  'noto-serif-tibetan': /\p{scx=Tibt}/u,
  'noto-emoji': /[\p{Extended_Pictographic}\p{Regional_Indicator}]/u,
} as const;

/** A typeface, by the name of its package. */
export type Family = keyof typeof familyCharacters;

const isFamily = (name: string): name is Family => name in familyCharacters;

/** All of them. */
export const families: readonly Family[] = Object.keys(familyCharacters).filter(isFamily);

/** Whether a typeface is for a character. */
export const familySupports = (family: Family, character: string): boolean =>
  familyCharacters[family].test(character);

const hanFamilies: readonly Family[] = ['noto-serif-sc', 'noto-serif-jp', 'noto-serif-kr'];
const hanFamiliesByLanguage: Readonly<Record<CjkLanguage, readonly Family[]>> = {
  japanese: ['noto-serif-jp', 'noto-serif-sc', 'noto-serif-kr'],
  korean: ['noto-serif-kr', 'noto-serif-jp', 'noto-serif-sc'],
};
const otherFamilies = families.filter((family) => !hanFamilies.includes(family));

/** The language that a text itself gives its Chinese characters. */
export const detectCjkLanguage = (text: string): CjkLanguage | undefined =>
  /[\p{sc=Hira}\p{sc=Kana}]/u.test(text) ? 'japanese' : /\p{sc=Hang}/u.test(text) ? 'korean' : undefined;

/** The typefaces for a character, the best first. */
export const familiesFor = (character: string, company: CjkLanguage | undefined): readonly Family[] =>
  [...(company ? hanFamiliesByLanguage[company] : hanFamilies), ...otherFamilies].filter((family) =>
    familySupports(family, character),
  );

/** Whether a character, with what follows it, is meant as a picture and not as a sign of the text. */
export const isEmoji = (grapheme: string): boolean =>
  /^(\p{Emoji_Presentation}|\p{Regional_Indicator}|\p{Emoji}\ufe0f)/u.test(grapheme);

/** Whether a character shapes its neighbours: set apart, Arabic falls into letters and Hindi into strokes. */
export const isJoiningScript = (text: string): boolean =>
  otherFamilies.some((family) => family !== 'noto-emoji' && familySupports(family, text)) &&
  !/[\p{sc=Armn}\p{sc=Cher}\p{sc=Geor}\p{sc=Hebr}]/u.test(text);
