// Reads the text of a document's file, apart from the platform (docs/sandbox.md).
import { createSandbox } from '../../../../../shared/sandbox/sandbox.ts';
import type { PdfText } from './pdf-text.ts';

/** Reads files of documents. */
export interface TextReader {
  /** The text of a PDF, or why it has none. @throws ContentFault when it exceeds a limit */
  readPdf(bytes: Uint8Array): Promise<PdfText>;
  /** The text of a page in HTML. @throws ContentFault when it exceeds a limit */
  readHtml(html: string): Promise<string>;
}

/**
 * @param seconds how long a file is read; of a PDF, the pages that were read until then are counted in the reason why it has
 *   no text
 */
export function createTextReader(seconds: number): TextReader {
  // A page is read to its end.
  const limits = {
    ...{ what: 'The document', seconds: seconds + 5, megabytes: 700 },
    wallSeconds: Math.max(25, 2 * seconds),
  };
  const sandbox = createSandbox(() => import('./text-tasks.ts'), limits);
  return {
    readPdf: (bytes) => sandbox.run('readPdf', bytes, seconds * 1000),
    readHtml: (html) => sandbox.run('readHtml', html),
  };
}
