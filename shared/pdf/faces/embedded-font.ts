// A typeface as PDFKit embeds it when its letters are not placed by PDFKit.
import type { Font } from 'fontkit';
import { encodeOutline, leftEdge, type Path } from './outline.ts';

/** What PDFKit requires of a typeface. */
export type EmbeddedFont = Font;

/** One or more glyphs that are printed and copied as one. Lengths are in the typeface's units. */
export interface GlyphCluster {
  readonly glyphs: readonly { readonly id: number; readonly x: number; readonly y: number }[];
  /** What is copied for it. */
  readonly text: string;
  readonly width: number;
}

/** A figure in a line, and its distance to the next one. */
export interface PlacedCluster {
  readonly figure: GlyphCluster;
  readonly advance: number;
}

/** The input from which fontkit writes a file; its published types declare little of it. */
interface Subset {
  font: Font;
  /** The embedded figures in their order, by the key that `_addGlyph` uses. */
  readonly glyphs: number[];
  readonly glyf: Buffer[];
  readonly loca: { readonly offsets: number[] };
  readonly hmtx: { readonly metrics: { advance: number; bearing: number }[] };
  offset: number;
  includeGlyph(id: number): number;
  _addGlyph(id: number): void;
  encode(): Uint8Array;
}

/** Only the first entry has no figure: the glyph for missing characters, which every file must have. */
const FIRST_GLYPH_ID = 1;

const clusterKey = ({ glyphs, text, width }: GlyphCluster): string =>
  [text, width, ...glyphs.flatMap(({ id, x, y }) => [id, x, y])].join(' ');

/** The glyphs of a figure in one path. */
function clusterPath(font: Font, { glyphs }: GlyphCluster): Path {
  return {
    commands: glyphs.flatMap(({ id, x, y }) =>
      font.getGlyph(id).path.commands.map(({ command, args }) => ({
        command,
        args: args.map((value, index) => value + (index % 2 === 0 ? x : y)),
      })),
    ),
  };
}

/**
 * A typeface whose letters are placed by `place`. Each figure is embedded as one glyph with its text: so a reader who
 * copies or searches finds what was written, also where a letter has marks, or several are drawn as one.
 * @param name unique in the document
 */
export function createEmbeddedFont(
  font: Font,
  name: string,
  place: (text: string) => readonly PlacedCluster[],
): EmbeddedFont {
  const figures: GlyphCluster[] = [];
  const ids = new Map<string, number>();
  const idOf = (figure: GlyphCluster): number => {
    const key = clusterKey(figure);
    const id = ids.get(key) ?? FIRST_GLYPH_ID + figures.push(figure) - 1;
    ids.set(key, id);
    return id;
  };
  const layout = (text: string) => {
    const placed = place(text);
    const positions = placed.map(({ advance }) => ({
      ...{ xAdvance: advance, yAdvance: 0 },
      ...{ xOffset: 0, yOffset: 0 },
    }));
    return {
      glyphs: placed.map(({ figure }) => ({
        id: idOf(figure),
        advanceWidth: figure.width,
        codePoints: [...figure.text].map((character) => character.codePointAt(0) ?? 0),
      })),
      positions,
      // PDFKit scales the positions where they are, and takes this afterwards.
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
      },
    };
  };
  const createSubset = (): Subset => {
    const subset: Subset = Object.create(font.createSubset());
    // Offsets in the file take four bytes each: two bytes reach only 128 KB.
    subset.font = Object.create(font, { loca: { value: { version: 1 } } });
    // fontkit's own writes a glyph that is made of others, and the bearing of each, as they are in the lightest weight.
    subset._addGlyph = (id) => {
      const figure = figures[id - FIRST_GLYPH_ID];
      const path = figure ? clusterPath(font, figure) : { commands: [] };
      const outline = encodeOutline(path);
      subset.glyf.push(outline);
      subset.loca.offsets.push(subset.offset);
      subset.hmtx.metrics.push({ advance: Math.round(figure?.width ?? 0), bearing: leftEdge(path) });
      subset.offset += outline.length;
    };
    return subset;
  };
  return Object.create(font, {
    postscriptName: { value: name },
    layout: { value: layout },
    createSubset: { value: createSubset },
  });
}
