// Documents share the tables of a typeface, and nothing that depends on what is printed in them.
import { expect, it } from 'vitest';
import { openDocument } from './document.ts';
import { loadFaces } from './faces/faces.ts';
import { openFont } from './open-font.ts';

it('a glyph keeps the characters of its own document, not those of an earlier one', async () => {
  const { regular } = await loadFaces();
  const [earlier, later] = [openFont(regular.bytes), openFont(regular.bytes)];
  const { id } = earlier.glyphForCodePoint(0x20);
  expect(earlier.getGlyph(id, [0x20]).codePoints).toEqual([0x20]);
  expect(later.getGlyph(id, [0xa0]).codePoints).toEqual([0xa0]);
});

async function print(text: string): Promise<Uint8Array> {
  const { pdf, finish } = await openDocument({
    title: text,
    author: 'Rostrum',
    createdAt: new Date('2026-01-15T12:00:00Z'),
    paper: 'A4',
    layout: 'portrait',
    content: text,
  });
  pdf.addPage().font('regular').text(text, 50, 50).font('italic').text(text, 50, 100);
  return finish();
}

it('a document is the same, byte for byte, whatever was printed before it', async () => {
  const first = await print('First fifty affidavits — “Ångström”');
  await print('Water\u00a0rights – office of the fjord');
  expect(Buffer.from(await print('First fifty affidavits — “Ångström”')).equals(first)).toBe(true);
});
