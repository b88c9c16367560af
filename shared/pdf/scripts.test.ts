// Every script in a typeface that has it, in its reading order, as wide as it is drawn, and copied as it was written.
import * as fc from 'fast-check';
import { getDocument } from 'unpdf/pdfjs';
import { describe, expect, it } from 'vitest';
import { type OpenDocument, openDocument } from './document.ts';
import { drawLine, lineWidth } from './draw-text.ts';
import { createFaceChooser } from './face-choice.ts';
import { mirrorText, splitByDirection } from './reading-order.ts';
import { splitRuns } from './runs.ts';

const openWith = (says: unknown): Promise<OpenDocument> =>
  openDocument({
    ...{ title: 'Names', author: 'Rostrum', createdAt: new Date(0) },
    ...{ paper: 'A4', layout: 'portrait', content: says },
  });

/** The typefaces of a text in their order, without the parts and weights of each. */
async function listFaces(text: string, says: unknown = text): Promise<string> {
  const faces = splitRuns(text, createFaceChooser(await openWith(says), 'regular', text)).map(
    ({ face }) => /^noto-(?:serif|sans|naskh)-[a-z]+|^noto-emoji|^\w+/.exec(face)?.[0] ?? face,
  );
  return faces.filter((face, index) => face !== faces[index - 1]).join(' ');
}

const style = { face: 'regular', size: 20, color: '#000000' } as const;
const [height, left, apart] = [842, 40, 36];

/** What a reader finds of each of some lines, each drawn by itself, and how wide it was said to be. */
async function drawAndRead(texts: readonly string[]) {
  const document = await openWith(texts);
  document.pdf.addPage({ size: 'A4', margin: 0 });
  for (const [index, text] of texts.entries())
    drawLine(document, text, { ...style, at: left, y: apart * (index + 1) });
  const widths = texts.map((text) => lineWidth(document, text, style));
  const page = await (await getDocument({ data: await document.finish(), verbosity: 0 }).promise).getPage(1);
  const { items } = await page.getTextContent();
  return texts.map((_, index) => {
    const own = items.flatMap((item) =>
      'str' in item && Math.round((height - (item.transform[5] ?? 0)) / apart) === index + 1 ? [item] : [],
    );
    const ends = own.map(({ transform, width }) => (transform[4] ?? 0) + width - left);
    return {
      copied: own.map(({ str }) => str).join(''),
      reaches: Math.max(...ends),
      width: widths[index] ?? 0,
    };
  });
}

/** Names that people have. */
const names = [
  ...['王小明', '陳美玲', '김민준', '田中さくら', 'สมชาย กิตติศักดิ์', 'น้ำผึ้ง', 'שרה', 'محمد عبد الرحمن'],
  ...['प्रिया लक्ष्मी शर्मा', 'রবীন্দ্রনাথ', 'தமிழ்ச்செல்வி', 'శ్రీనివాస్', 'ಲಕ್ಷ್ಮೀ', 'ശ്രീജിത്ത്', 'પ્રિયા', 'ਗੁਰਪ੍ਰੀਤ'],
  ...['ශ්‍රීමාලි', 'ស្រីមុំ', 'ຄຳແພງ', 'အောင်ဆန်း', 'አበበ', 'བསྟན་འཛིན', 'ᏣᎳᎩ', 'გიორგი'],
];

describe('the typeface of a character', () => {
  it.each([
    ['Bo Ek', 'regular'],
    // One script, written in several ways (UAX #24): the other characters of the text decide which.
    ['王小明', 'noto-serif-sc'],
    ['直子さくら', 'noto-serif-jp'],
    ['김민준', 'noto-serif-kr'],
    ['Bo 王', 'regular noto-serif-sc'],
    ['สมชาย', 'noto-serif-thai'],
    ['שרה', 'noto-serif-hebrew'],
    ['محمد', 'noto-naskh-arabic'],
    ['प्रिया', 'noto-serif-devanagari'],
    ['Bo 👩‍💻', 'regular noto-emoji'],
    // A heart is a sign of the text unless a picture is requested (UTS #51).
    ['❤', 'noto-emoji'],
    ['✓', 'wide'],
    // Cuneiform: nothing has it.
    ['𒀀 Bo', 'missing regular'],
  ])('%s: %s', async (text, expected) => {
    expect(await listFaces(text)).toBe(expected);
  });

  it('is decided by the language of the document where the text does not show its own', async () => {
    expect(await listFaces('直子', ['直子', 'さくら'])).toBe('noto-serif-jp');
    expect(await listFaces('直子', ['直子', 'Bo'])).toBe('noto-serif-sc');
  });

  it('is not read for a document that does not need it', async () => {
    expect((await openWith(['Åsa Đặng', { deep: ['Ωλγα', '… “–” € →'] }])).scripts).toBeUndefined();
    expect((await openWith([{ deep: ['Åsa', { more: '名' }] }])).scripts).toBeDefined();
  });
});

describe('a line', () => {
  it.each([0, 12])('is copied as it was written, and ends where it was measured to end: %i', async (from) => {
    const part = names.slice(from, from + 12);
    const found = await drawAndRead(part);
    // The reader decomposes some letters, and takes characters that are far apart for words.
    const plain = (text: string): string => text.normalize('NFKC').replaceAll(' ', '');
    expect(found.map(({ copied }) => plain(copied))).toEqual(part.map(plain));
    for (const { reaches, width, copied } of found) expect(reaches, copied).toBeLessThan(width + 0.5);
    for (const { width, copied } of found) expect(width, copied).toBeGreaterThan(20);
  });

  it('shows a sign for a character that no typeface has, measured as it is drawn and copied as it was written', async () => {
    const [single, both] = await drawAndRead(['𒀀', '𒀀𒀁']);
    expect(both?.copied).toBe('𒀀𒀁');
    expect(single?.width).toBeGreaterThan(8);
    expect(both?.width).toBeCloseTo(2 * (single?.width ?? 0), 3);
  });

  it('can be drawn for any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 20 }), async (text) => {
        const document = await openWith(text);
        document.pdf.addPage();
        drawLine(document, text, { ...style, at: 0, y: 20 });
        expect(lineWidth(document, text, style)).toBeGreaterThanOrEqual(0);
        expect((await document.finish()).length).toBeGreaterThan(400);
      }),
      { numRuns: 25 },
    );
  });
});

describe('the reading order', () => {
  it.each([
    ['abc', ['abc']],
    // UAX #9: a line that begins with Hebrew runs from the right, Latin and numbers in it from the left.
    ['שרה Bob', ['Bob', 'שרה ']],
    ['שרה 12', ['12', 'שרה ']],
    ['abc שרה def', ['abc ', 'שרה', ' def']],
  ])('of %j', (line, parts) => {
    expect(splitByDirection(line).map(({ text }) => text)).toEqual(parts);
  });

  it('mirrors brackets', () => {
    expect(mirrorText(' (')).toBe(') ');
  });
});
