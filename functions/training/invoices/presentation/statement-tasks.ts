// Draws pages of amounts in a process of its own: names and pictures in them are content of callers.
import type { Paper } from '../../../../shared/pdf/document.ts';
import { defineTasks } from '../../../../shared/sandbox/tasks.ts';
import type { DesignPictures } from '../../credentials/design/design.ts';
import type { Statement } from './statement-pdf.ts';

export default defineTasks(import.meta.url, {
  draw: async (statement: Statement, pictures: DesignPictures, paper: Paper): Promise<Uint8Array> =>
    (await import('./statement-pdf.ts')).renderStatement(statement, pictures, paper),
});
