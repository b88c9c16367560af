// Draws capitol reports in a process of its own: the texts in them are content of callers.
import { defineTasks } from '../../../../shared/sandbox/tasks.ts';
import type { Snapshot } from '../content/snapshot.ts';

export default defineTasks(import.meta.url, {
  writePdf: async (report: Snapshot): Promise<Uint8Array> => (await import('./pdf.ts')).writePdf(report),
});
