// A PDF document that is the same, byte for byte, when it is made again from the same data.
import { defaultLanguage, type Language } from '../languages/languages.ts';
import { type Faces, loadFaces } from './faces/faces.ts';
import type { Scripts } from './scripts.ts';
import { textsNeedingScripts } from './texts.ts';

export type Paper = 'A4' | 'LETTER';

/** The properties and paper of a document. */
export interface DocumentSettings {
  readonly title: string;
  readonly author: string;
  /** The creation date in the file: a moment of the data, so that the bytes do not depend on the clock. */
  readonly createdAt: Date;
  readonly paper: Paper;
  readonly layout: 'portrait' | 'landscape';
  /** English by default. */
  readonly language?: Language | undefined;
  /** All texts to be printed, at any depth: decides which typefaces are loaded. */
  readonly content: unknown;
}

/** An open document with its registered typefaces. */
export interface OpenDocument {
  readonly pdf: PDFKit.PDFDocument;
  readonly faces: Faces;
  /** The typefaces of other scripts; undefined when no text needs them. */
  readonly scripts: Scripts | undefined;
  /** Ends the document. */
  finish(): Promise<Uint8Array>;
}

/** Letter where it is the usual paper, else A4. */
export const defaultPaper = (timeZone: string): Paper =>
  /^(America|US|Canada)\/|^Pacific\/Honolulu$/.test(timeZone) ? 'LETTER' : 'A4';

/** Opens a document without pages. The library is imported on first use. */
export async function openDocument({
  title,
  author,
  createdAt,
  paper,
  layout,
  language = defaultLanguage,
  content,
}: DocumentSettings): Promise<OpenDocument> {
  const [{ default: Document }, { openFont }, loaded] = await Promise.all([
    import('pdfkit'),
    import('./open-font.ts'),
    loadFaces(),
  ]);
  const inNeed = textsNeedingScripts(content, loaded);
  const scripts =
    inNeed.length === 0 ? undefined : await (await import('./scripts.ts')).loadScripts(inNeed, loaded);
  const pdf = new Document({
    size: paper,
    layout,
    margin: 0,
    autoFirstPage: false,
    lang: language,
    displayTitle: true,
    pdfVersion: '1.7',
    // No standard typeface: those know Western European letters only, and are read from files that no bundle has.
    font: '',
    info: { Title: title, Author: author, Creator: 'Rostrum', Producer: 'Rostrum', CreationDate: createdAt },
  });
  for (const [name, { bytes }] of Object.entries(loaded)) pdf.registerFont(name, openFont(bytes));
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
