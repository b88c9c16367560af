// Splits a full name in one cell into its parts.

/** The parts of a name; those that were not found are absent. */
export interface NameParts {
  readonly firstName?: string;
  readonly middleName?: string;
  readonly lastName?: string;
  readonly suffix?: string;
}

const SUFFIX = /[\s,]+(Jr\.?|Sr\.?|II|III|IV|V|Esq\.?|Ph\.?D\.?|M\.?D\.?|CPA)$/i;

/** Titles before a name; those that are names too only with their stop. Something of the name must follow. */
const TITLES = /^(?:(?:(?:Dr|Mr|Mrs|Ms|Prof|Rev)\b\.?|(?:the\s+)?Hon\.|(?:Sen|Rep)\.)\s*(?=\S))+/i;

/** Words that belong to the family name behind them. */
const PARTICLES = new Set([
  'van',
  'von',
  'de',
  'del',
  'della',
  'di',
  'da',
  'la',
  'le',
  'der',
  'den',
  'st.',
  'ter',
]);

/**
 * Splits "Ada B. van Dyke, Jr." and "van Dyke, Ada B.". The last word is the family name, with the particles
 * before it; the first is the given name, the words between are the middle name. A single word is a family name. A
 * title before the given name ("Dr.", "Rep.") is part of neither.
 */
export function splitName(name: string): NameParts {
  const suffix = SUFFIX.exec(name)?.[1];
  const bare = name.replace(SUFFIX, '').trim().replace(TITLES, '');
  const [family, ...givenNames] = bare.split(',').map((part) => part.trim());
  if (givenNames.length > 0 && family !== undefined)
    return toNameParts(givenNames.join(' ').replace(TITLES, '').split(/\s+/), family, suffix);
  const words = bare.split(/\s+/);
  let start = words.length - 1;
  while (start > 1 && PARTICLES.has((words[start - 1] ?? '').toLowerCase())) start -= 1;
  return toNameParts(words.slice(0, start), words.slice(start).join(' '), suffix);
}

/** The titles in a full name, before the whole or before the given name: "Dr." in "de la Vega, Dr. Juan". */
export function findTitles(name: string): string | undefined {
  return name.split(',').flatMap((part) => TITLES.exec(part.trim())?.[0].trim() ?? [])[0];
}

function toNameParts(givenNames: readonly string[], lastName: string, suffix: string | undefined): NameParts {
  const [firstName, ...middle] = givenNames.filter((word) => word !== '');
  return {
    ...(firstName ? { firstName } : {}),
    ...(middle.length > 0 ? { middleName: middle.join(' ') } : {}),
    ...(lastName ? { lastName } : {}),
    ...(suffix ? { suffix } : {}),
  };
}
