// A PDF document that is the same, byte for byte, when it is made again from the same data.
import { type Faces, loadFaces } from './faces.ts';
import type { Scripts } from './scripts.ts';
import { textsNeedingScripts } from './texts.ts';

export type Paper = 'A4' | 'LETTER';

/** What a document is about, and on what it is printed. */
export interface DocumentSettings {
  readonly title: string;
  readonly author: string;
  /** Told as the time it was made; a moment of the data, never of the clock. */
  readonly createdAt: Date;
  readonly paper: Paper;
  readonly layout: 'portrait' | 'landscape';
  /** What it says: every text in it, however deep, can be printed, whatever its script. */
  readonly content: unknown;
}

/** A document in the making, its typefaces registered under their names. */
export interface OpenDocument {
  readonly pdf: PDFKit.PDFDocument;
  readonly faces: Faces;
  /** For the scripts that `faces` lack; none where no text has such a script. */
  readonly scripts: Scripts | undefined;
  /** Ends it. */
  finish(): Promise<Uint8Array>;
}

/** Letter where that is what printers hold, A4 elsewhere. The Americas south of Mexico mix both. */
export const defaultPaper = (timeZone: string): Paper =>
  /^(America|US|Canada)\/|^Pacific\/Honolulu$/.test(timeZone) ? 'LETTER' : 'A4';

/** Opens a document without a page. The library is loaded when the first one is. */
export async function openDocument({
  title,
  author,
  createdAt,
  paper,
  layout,
  content,
}: DocumentSettings): Promise<OpenDocument> {
  const [{ default: Document }, loaded] = await Promise.all([import('pdfkit'), loadFaces()]);
  const inNeed = textsNeedingScripts(content, loaded);
  const scripts =
    inNeed.length === 0 ? undefined : await (await import('./scripts.ts')).loadScripts(inNeed, loaded);
  const pdf = new Document({
    size: paper,
    layout,
    margin: 0,
    autoFirstPage: false,
    lang: 'en',
    displayTitle: true,
    pdfVersion: '1.7',
    // No standard typeface: those know Western European letters only, and are read from files that no bundle has.
    font: '',
    info: { Title: title, Author: author, Creator: 'Rostrum', Producer: 'Rostrum', CreationDate: createdAt },
  });
  for (const [name, { bytes }] of Object.entries(loaded)) pdf.registerFont(name, bytes);
  for (const [name, font] of Object.entries(scripts?.fonts ?? {})) pdf.registerFont(name, font);
  return {
    pdf,
    faces: loaded,
    scripts,
    finish: () =>
      new Promise((resolve, reject) => {
        const chunks: Buffer[] = [];
        pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
        pdf.on('error', reject);
        pdf.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
        pdf.end();
      }),
  };
}
