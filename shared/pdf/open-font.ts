// Typefaces for PDFKit, whose files are parsed once per process: PDFKit by itself parses the tables of every typeface again for
// every document, which takes longer than to print most documents.
import { create, type Font } from 'fontkit';

const parsedFonts = new WeakMap<Uint8Array, Font>();

function parseFont(file: Uint8Array): Font {
  const font = create(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
  if (!('glyphForCodePoint' in font)) throw new Error('A typeface must be a single one, not a collection');
  return font;
}

/**
 * The typeface in a file, for one document. Documents share its tables, but no glyphs: a glyph keeps the characters that it was
 * first printed for, which are what a reader copies.
 */
export function openFont(file: Uint8Array): Font {
  const font = parsedFonts.get(file) ?? parseFont(file);
  parsedFonts.set(file, font);
  return Object.create(font, { _glyphs: { value: {} } });
}
