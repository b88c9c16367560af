// The files of the typefaces that come as packages: each contains a part of a typeface, named by its characters.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Family, familySupports } from './families.ts';

/** A part of a typeface. */
export interface Slice {
  readonly family: Family;
  readonly name: string;
  /** Its file, relative to the family's folder. */
  readonly file: string;
  readonly holds: (codePoint: number) => boolean;
}

/** The package that brings a typeface. */
export const packageName = (family: Family): string => `@fontsource-variable/${family}`;

/** Packages are found from sources and from a bundle alike: a bundle's folder has the files it needs of them. */
const resolver = createRequire(import.meta.url);

/** The folder of a typeface's files. */
export const packageFolder = (family: Family): string =>
  dirname(resolver.resolve(`${packageName(family)}/package.json`));

/** `U+4e00-4e02,U+4e07` */
const parseRanges = (text: string): (readonly [number, number])[] =>
  text.split(',').map((range) => {
    const [from = '', to = from] = range.replace('U+', '').split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
  });

/** Parts with what other typefaces have as well. */
const isEuropean = (name: string): boolean => /^(latin|cyrillic|greek|vietnamese|math|symbols)/.test(name);

/** Whether a part has any of the characters that the typeface is for. */
function hasFamilyCharacters(family: Family, ranges: readonly (readonly [number, number])[]): boolean {
  for (const [from, to] of ranges)
    for (let point = from; point <= to; point += 1)
      if (familySupports(family, String.fromCodePoint(point))) return true;
  return false;
}

async function readSlices(family: Family): Promise<readonly Slice[]> {
  const unicodeRanges: Record<string, string> = JSON.parse(
    await readFile(join(packageFolder(family), 'unicode.json'), 'utf8'),
  );
  return Object.entries(unicodeRanges).flatMap(([key, points]) => {
    const name = key.replace(/[[\]]/g, '');
    const ranges = parseRanges(points);
    if (isEuropean(name) || !hasFamilyCharacters(family, ranges)) return [];
    const holds: Slice['holds'] = (point) => ranges.some(([from, to]) => from <= point && point <= to);
    return [{ family, name, file: `files/${family}-${name}-wght-normal.woff2`, holds }];
  });
}

const loadedSlices = new Map<Family, Promise<readonly Slice[]>>();

/** The parts of a typeface, read once per process. */
export function loadSlices(family: Family): Promise<readonly Slice[]> {
  const found = loadedSlices.get(family) ?? readSlices(family);
  loadedSlices.set(family, found);
  return found;
}
