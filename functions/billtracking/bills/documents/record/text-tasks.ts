// What is done with the files of documents in a process of its own: a small file may unpack to a large one.
import { defineTasks } from '../../../../../shared/sandbox/tasks.ts';
import type { PdfText } from './pdf-text.ts';

export default defineTasks(import.meta.url, {
  /** @param milliseconds how long pages are read at most */
  async readPdf(bytes: Uint8Array, milliseconds: number): Promise<PdfText> {
    const end = performance.now() + milliseconds;
    const { readPdfText } = await import('./pdf-text.ts');
    return readPdfText(bytes, () => performance.now() < end);
  },

  readHtml: async (html: string): Promise<string> => (await import('./text.ts')).convertHtml(html),
});
