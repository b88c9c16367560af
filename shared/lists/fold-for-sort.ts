// Folds a name to the form by which lists are sorted and equal names are found.

/** Letters that Unicode does not decompose into a base letter and a mark. */
const WITHOUT_DECOMPOSITION: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
};

/** DynamoDB allows 1024 bytes in a sort key: two folded names of this length and an id fit. */
const MAX_FOLDED_LENGTH = 100;

/**
 * The form of a name that sort keys hold: case and diacritics folded, apostrophes dropped, every other run of
 * spaces and signs one hyphen. "José O'Neill" becomes "jose-oneill".
 *
 * Nothing in the result sorts before `#`, the separator of key parts, so "Van" comes before "Van Dyke".
 * Equal names fold equally however their accents are encoded (docs/data.md#names).
 */
export function foldForSort(name: string): string {
  const letters = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđðþłħı]/g, (letter) => WITHOUT_DECOMPOSITION[letter] ?? letter)
    .replace(/['’‘ʻʼ`´]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return [...letters].slice(0, MAX_FOLDED_LENGTH).join('').replace(/-$/, '');
}
