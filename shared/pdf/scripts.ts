// The typefaces of other scripts, as far as the texts of a document need them. A module of its own, loaded when a text
// holds such a script: HarfBuzz, the rules of reading order and the files take 40 ms, which no other document pays.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import decompress from 'woff2-encoder/decompress';
import type { EmbeddedFont } from './faces/embedded-font.ts';
import type { Faces } from './faces/faces.ts';
import { type CjkLanguage, detectCjkLanguage, type Family, familiesFor } from './faces/families.ts';
import { loadSlices, packageFolder, type Slice } from './faces/slices.ts';
import { type DirectedText, mirrorText, splitByDirection } from './reading-order.ts';
import { createReplacementFont, openTypeface, type Typeface, type Weight } from './shaping.ts';
import { isInvisible } from './texts.ts';

/** A typeface that was read for a document: a part of a family. */
interface LoadedSlice {
  readonly family: Family;
  readonly typeface: Typeface;
  readonly nameIn: (weight: Weight) => string;
}

const weights: readonly Weight[] = [400, 600];

/** What a document has in addition to the bundled typefaces. */
export interface Scripts {
  /** Every typeface under its name, to be registered. */
  readonly fonts: Readonly<Record<string, EmbeddedFont>>;
  /** The name of the best typeface that has all of some characters. */
  nameFor(
    characters: readonly string[],
    weight: Weight,
    company: CjkLanguage | undefined,
  ): string | undefined;
  /** Whether a blank is set in the typeface with this name, which is that of the character before it. */
  setsBlank(name: string, blank: string): boolean;
  /** The name of the typeface for what no other has: it shows a sign in place of each character. */
  readonly missing: string;
  inReadingOrder(line: string): readonly DirectedText[];
  mirrored(text: string): string;
}

const openedTypefaces = new Map<string, Promise<Typeface>>();

/** Opens a part of a typeface, once per process. */
function openSlice({ family, file }: Slice): Promise<Typeface> {
  const read = async () => openTypeface(await decompress(await readFile(join(packageFolder(family), file))));
  const found = openedTypefaces.get(file) ?? read();
  openedTypefaces.set(file, found);
  return found;
}

/** The part that holds a character, of the best typeface that has it. */
async function findSlice(character: string, company: CjkLanguage | undefined): Promise<Slice | undefined> {
  const point = character.codePointAt(0) ?? 0;
  for (const family of familiesFor(character, company)) {
    const slice = (await loadSlices(family)).find(({ holds }) => holds(point));
    if (slice) return slice;
  }
  return undefined;
}

/** The parts that some texts need. */
async function findSlices(
  texts: readonly string[],
  ofDocument: CjkLanguage | undefined,
): Promise<ReadonlySet<Slice>> {
  const handled = new Set<string>();
  const slices = new Set<Slice>();
  for (const text of texts) {
    const company = detectCjkLanguage(text) ?? ofDocument;
    // A name that is put in capitals has those, too.
    for (const character of text + text.toUpperCase()) {
      const key = `${company} ${character}`;
      if (handled.has(key) || isInvisible(character)) continue;
      handled.add(key);
      const slice = await findSlice(character, company);
      if (slice) slices.add(slice);
    }
  }
  return slices;
}

/** Reads what some texts need that `embedded` can't print. */
export async function loadScripts(texts: readonly string[], embedded: Faces): Promise<Scripts> {
  const companies = new Set(texts.map(detectCjkLanguage).filter((company) => company !== undefined));
  const [ofDocument] = companies.size === 1 ? companies : [];
  const loaded: readonly LoadedSlice[] = await Promise.all(
    [...(await findSlices(texts, ofDocument))].map(async (slice) => ({
      family: slice.family,
      typeface: await openSlice(slice),
      nameIn: (weight: Weight) => `${slice.family}-${slice.name}-${weight}`,
    })),
  );
  const byName = new Map(
    loaded.flatMap((slice) => weights.map((weight) => [slice.nameIn(weight), slice] as const)),
  );
  const missing = 'missing';
  const has = ({ typeface }: LoadedSlice, characters: readonly string[]): boolean =>
    characters.every((character) => typeface.covers(character.codePointAt(0) ?? 0));
  const faceOf = (
    characters: readonly string[],
    company: CjkLanguage | undefined,
  ): LoadedSlice | undefined => {
    for (const family of familiesFor(characters[0] ?? '', company ?? ofDocument)) {
      const found = loaded.find((slice) => slice.family === family && has(slice, characters));
      if (found) return found;
    }
    return undefined;
  };
  // A report looks up the same few characters thousands of times.
  const names = new Map<string, string | undefined>();
  return {
    fonts: {
      ...Object.fromEntries(
        loaded.flatMap(({ typeface, nameIn }) =>
          weights.map((weight) => [nameIn(weight), typeface.inWeight(weight, nameIn(weight))]),
        ),
      ),
      [missing]: createReplacementFont(embedded.regular.bytes, missing),
    },
    nameFor: (characters, weight, company) => {
      const key = `${characters.join('')} ${weight} ${company}`;
      const name = names.has(key) ? names.get(key) : faceOf(characters, company)?.nameIn(weight);
      names.set(key, name);
      return name;
    },
    setsBlank: (name, blank) => {
      const slice = byName.get(name);
      // The blank of a typeface of pictures is as wide as a picture.
      return slice !== undefined && slice.family !== 'noto-emoji' && has(slice, [blank]);
    },
    missing,
    inReadingOrder: splitByDirection,
    mirrored: mirrorText,
  };
}
