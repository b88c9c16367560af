// Places the letters of a script as its readers write them, by HarfBuzz. PDFKit's own shaping misplaces Thai and Lao
// marks, gets Kannada wrong, and fails on Malayalam and Khmer.
import { create, type Font } from 'fontkit';
import { Blob, Buffer, Face, Font as Shaper, shape, Variation } from 'harfbuzzjs';
import {
  createEmbeddedFont,
  type EmbeddedFont,
  type GlyphCluster,
  type PlacedCluster,
} from './faces/embedded-font.ts';
import { openFont } from './open-font.ts';

/** How heavy letters are, as OpenType's `wght` has it. */
export type Weight = 400 | 600;

/** A typeface of many weights. */
export interface Typeface {
  readonly covers: (codePoint: number) => boolean;
  /** It in one weight, under a name, for one document. */
  inWeight(weight: Weight, name: string): EmbeddedFont;
}

type Glyph = GlyphCluster['glyphs'][number];

/** The text of each cluster, by its place in the whole text. */
function textByCluster(text: string, starts: Iterable<number>): ReadonlyMap<number, string> {
  const ascending = [...new Set(starts)].sort((a, b) => a - b);
  return new Map(ascending.map((start, index) => [start, text.slice(start, ascending[index + 1])]));
}

/** Readers treat a glyph whose text has a mark as one without width, so marks are separated from the letter's text. */
const splitMarks = (text: string): readonly string[] => text.match(/\p{Mn}|\P{Mn}+/gu) ?? [];

/** What is copied, and drawn with the letter that it belongs to. */
const invisibleCluster = (text: string): PlacedCluster => ({
  figure: { glyphs: [], text, width: 0 },
  advance: 0,
});

/** The glyphs of a line, those of each cluster together. */
function shapeText(shaper: Shaper, text: string): readonly PlacedCluster[] {
  const buffer = new Buffer();
  buffer.addText(text);
  buffer.guessSegmentProperties();
  shape(shaper, buffer);
  const infos = buffer.getGlyphInfos();
  const positions = buffer.getGlyphPositions();
  const texts = textByCluster(
    text,
    infos.map(({ cluster }) => cluster),
  );
  const clusters: { readonly at: number; readonly glyphs: Glyph[]; advance: number }[] = [];
  for (const [index, { codepoint: id, cluster }] of infos.entries()) {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    const last = clusters.at(-1);
    const group = last?.at === cluster ? last : { at: cluster, glyphs: [], advance: 0 };
    if (group !== last) clusters.push(group);
    group.glyphs.push({ id, x: group.advance + xOffset, y: yOffset });
    group.advance += xAdvance;
  }
  const isRightToLeft = (infos.at(-1)?.cluster ?? 0) < (infos[0]?.cluster ?? 0);
  return clusters.flatMap(({ at, glyphs, advance }): readonly PlacedCluster[] => {
    const [{ id = 0, x = 0, y = 0 } = {}, ...more] = glyphs;
    const isOne = more.length === 0 && x === 0 && y === 0;
    // A letter is embedded once, whatever its distance to the next one.
    const width = isOne ? shaper.glyphHAdvance(id) : advance;
    const [letter = '', ...marks] = splitMarks(texts.get(at) ?? '');
    const all = [{ figure: { glyphs, text: letter, width }, advance }, ...marks.map(invisibleCluster)];
    return isRightToLeft ? all.reverse() : all;
  });
}

/** Opens the file of a variable TrueType typeface. */
export function openTypeface(file: Uint8Array): Typeface {
  const opened = create(globalThis.Buffer.from(file));
  if (!('getVariation' in opened)) throw new Error('A typeface must be a single one, not a collection');
  const face = new Face(new Blob(Uint8Array.from(file).buffer));
  const weights = new Map<Weight, { readonly font: Font; readonly shaper: Shaper }>();
  const weighted = (weight: Weight) => {
    const found = weights.get(weight);
    if (found) return found;
    const shaper = new Shaper(face);
    shaper.setVariations([new Variation('wght', weight)]);
    const instance = { font: opened.getVariation({ wght: weight }), shaper };
    weights.set(weight, instance);
    return instance;
  };
  return {
    covers: (codePoint) => opened.hasGlyphForCodePoint(codePoint),
    inWeight: (weight, name) => {
      const { font, shaper } = weighted(weight);
      return createEmbeddedFont(font, name, (text) => shapeText(shaper, text));
    },
  };
}

/** A sign in place of every character that no typeface has: copied, it is still the character. */
export function createReplacementFont(file: Uint8Array, name: string): EmbeddedFont {
  const font = openFont(file);
  const { id, advanceWidth } = font.glyphForCodePoint(0xfffd);
  return createEmbeddedFont(font, name, (text) =>
    [...text].map((character) => ({
      figure: { glyphs: [{ id, x: 0, y: 0 }], text: character, width: advanceWidth },
      advance: advanceWidth,
    })),
  );
}
