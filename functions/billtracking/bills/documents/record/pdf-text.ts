// Reads the text of a PDF: line by line, with blank lines where paragraphs end, and without what every page repeats. It runs in
// a sandbox (read-text.ts).
import { MAX_TEXT_LENGTH } from './text.ts';

/** A bill of more pages is longer than the longest text. */
const MAX_PAGES = 2000;

/** The text of a PDF, or why there is none, as a sentence for people. */
export type PdfText = { readonly text: string } | { readonly problem: string };

/** A piece of text as it stands on a page. */
interface TextPiece {
  readonly str: string;
  /** Its place is in the last two of six numbers: from the left, and from the bottom. */
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
}

interface Line {
  readonly y: number;
  readonly height: number;
  readonly text: string;
}

/** Pieces on one height are a line; a wide gap between two of them is kept as two spaces, as after the number of a line. */
function toLines(pieces: readonly TextPiece[]): Line[] {
  const rows: { y: number; height: number; pieces: TextPiece[] }[] = [];
  for (const piece of pieces.filter(({ str }) => str.trim() !== '')) {
    const y = piece.transform[5] ?? 0;
    const height = piece.height || Math.abs(piece.transform[3] ?? 0) || 10;
    const row = rows.findLast((each) => Math.abs(each.y - y) < Math.max(each.height, height) / 2);
    if (row) row.pieces.push(piece);
    else rows.push({ y, height, pieces: [piece] });
  }
  return rows
    .toSorted((a, b) => b.y - a.y)
    .map(({ y, height, pieces: row }) => {
      let end: number | undefined;
      const parts = row
        .toSorted((a, b) => (a.transform[4] ?? 0) - (b.transform[4] ?? 0))
        .map((piece) => {
          const start = piece.transform[4] ?? 0;
          const gap = end === undefined ? 0 : start - end;
          end = start + piece.width;
          return `${gap > height ? '  ' : gap > height * 0.15 ? ' ' : ''}${piece.str}`;
        });
      return { y, height, text: parts.join('') };
    });
}

const withoutDigits = (text: string): string => text.replace(/\d+/g, '#').trim();

/** The first and last lines that more than half of the pages have, but for their numbers. */
function findRepeated(pages: readonly (readonly Line[])[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const lines of pages)
    for (const text of new Set(
      [lines[0], lines.at(-1)].flatMap((line) => (line ? withoutDigits(line.text) : [])),
    ))
      counts.set(text, (counts.get(text) ?? 0) + 1);
  return new Set(
    [...counts].flatMap(([text, count]) => (count > 2 && count * 2 > pages.length ? [text] : [])),
  );
}

/** The lines of a page, with a blank one where the distance is larger than that of most. */
function joinLines(lines: readonly Line[]): string {
  const gaps = lines.slice(1).map(({ y }, index) => (lines[index]?.y ?? y) - y);
  const usual = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
  return lines
    .map(({ text }, index) => ((gaps[index - 1] ?? 0) > usual * 1.35 ? `\n${text}` : text))
    .join('\n');
}

/**
 * Pages in one text. A paragraph goes on over pages, unless a page ends with the end of a sentence and the next one begins
 * as a paragraph does: with a capital letter, a number or a parenthesis.
 */
const joinPages = (pages: readonly string[]): string =>
  pages.reduce((text, page) => {
    const isNewParagraph = /[.;:?!”"]\s*$/.test(text) && /^\s*(\d{1,3}\s{2,})?[\p{Lu}\d(“"]/u.test(page);
    return `${text}${isNewParagraph ? '\n\n' : '\n'}${page}`;
  }, '');

/**
 * The text of a PDF. Its reader is loaded for a PDF alone: it is large.
 * @param isInTime whether there is time for another page
 */
export async function readPdfText(bytes: Uint8Array, isInTime: () => boolean): Promise<PdfText> {
  const { getDocument } = await import('unpdf/pdfjs');
  try {
    // The reader takes the bytes away from who gives them.
    const document = await getDocument({ data: Uint8Array.from(bytes), verbosity: 0 }).promise;
    if (document.numPages > MAX_PAGES)
      return { problem: `The PDF has ${document.numPages} pages; texts of at most ${MAX_PAGES} are read.` };
    const pages: Line[][] = [];
    let length = 0;
    for (let number = 1; number <= document.numPages; number += 1) {
      if (!isInTime())
        return {
          problem: `Reading the PDF took too long: ${number - 1} of ${document.numPages} pages were read.`,
        };
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      const lines = toLines(items.flatMap((item) => ('str' in item ? [item] : [])));
      page.cleanup();
      length += lines.reduce((sum, { text }) => sum + text.length + 2, 0);
      if (length > MAX_TEXT_LENGTH)
        return { problem: `The text of the PDF is longer than ${MAX_TEXT_LENGTH} characters.` };
      pages.push(lines);
    }
    const repeated = findRepeated(pages);
    const texts = pages.map((lines) =>
      joinLines(lines.filter((line) => !repeated.has(withoutDigits(line.text)))),
    );
    const text = joinPages(texts).trim();
    return text === ''
      ? { problem: 'The PDF has no text: its pages are pictures, such as those of a scanner.' }
      : { text };
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    return {
      problem: isLocked
        ? 'The PDF can be read only with its password.'
        : 'The PDF is damaged, so its text could not be read.',
    };
  }
}
