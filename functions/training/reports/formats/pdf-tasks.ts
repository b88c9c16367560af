// Draws reports in a process of its own: the texts in them are content of callers.
import { defineTasks } from '../../../../shared/sandbox/tasks.ts';
import type { ReportDocument } from '../definition/document.ts';

export default defineTasks(import.meta.url, {
  writePdf: async (report: ReportDocument): Promise<Uint8Array> =>
    (await import('./pdf.ts')).writePdf(report),
});
